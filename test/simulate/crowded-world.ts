import { createMan, createManWalk } from '../../models/index.ts';
import { createDolphin } from '../../models/morphing/index.ts';
import { createChair } from '../../models/reduced/index.ts';
import { type Collider, createCollider, createShape, setPlacement, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { addBody, addCollider, createBodyShape, createWorld, type World } from '../../src/simulate/index.ts';

export interface CrowdedWorld {
  world: World;
  colliders: Collider[];
  /** Poses all colliders as they are at a time (s): for the step that ends then. */
  poseAt(time: number): void;
}

const man = createMan();
const walk = createManWalk(man);
const { skin, skeleton } = man;
const dolphin = createDolphin(2256);
const targets = dolphin.references.slice(1).map(field => field.map((x, k) => x - dolphin.mesh.positions[k]));
const shapes = [
  createShape(man.mesh, { kind: 'linear-blend', skin, skeleton }),
  createShape(man.mesh, { kind: 'spherical-blend', skin, skeleton }),
  createShape(dolphin.mesh, { kind: 'morph', targets }),
];
const chair = createBodyShape(createChair({ triangles: 4000 }), { level: 7 });

/** Two men walk past each other, a dolphin beats its tail over them, and a hundred chairs rain on all three. */
export function createCrowdedWorld(seed: number, chairs = 100): CrowdedWorld {
  const random = createRandom(seed);
  const world = createWorld();
  const colliders = shapes.map(createCollider);
  const jointMatrices = new Float64Array(12 * skin.jointCount);
  const poseAt = (time: number): void => {
    for (let body = 0; body < 2; body++) {
      const along = 1.3 * time - 0.9;
      const side = body === 0 ? 1 : -1;
      walk.write(along / walk.travel + 0.6 * body, -0.3 * side, side * along, body * Math.PI, jointMatrices);
      setPose(colliders[body], { jointMatrices });
    }
    const beat = 5 * time;
    setPose(colliders[2], { weights: [0.5 + 0.5 * Math.cos(beat), 0.5 + 0.5 * Math.sin(beat)] });
    const [c, s] = [Math.cos(0.4 * time), Math.sin(0.4 * time)];
    setPlacement(colliders[2], Float64Array.of(c, 0, s, 0.2, 0, 1, 0, 2.3 + 0.1 * Math.sin(beat), -s, 0, c, 0));
  };
  poseAt(0);
  for (const collider of colliders) addCollider(world, collider);
  for (let k = 0; k < chairs; k++) {
    // Half of them come from all around, the others from above.
    const angle = 2 * Math.PI * random();
    const layer = Math.floor(k / 16);
    const position = k % 2 === 0 ? [Math.cos(angle), 0.7 + 0.7 * random(), Math.sin(angle)] : [0, 3.2 + 0.8 * layer, 0];
    const away = k % 2 === 0 ? 0.9 + 0.4 * layer : 1;
    const velocity = k % 2 === 0 ? [-4 * Math.cos(angle), 1, -4 * Math.sin(angle)] : [0, -6, 0];
    addBody(world, chair, {
      position: [away * position[0], position[1], away * position[2]].map(x => x + 0.8 * (random() - 0.5)),
      orientation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5],
      velocity,
      spin: [random() - 0.5, random() - 0.5, random() - 0.5].map(x => 3 * x),
    });
  }
  return { world, colliders, poseAt };
}
