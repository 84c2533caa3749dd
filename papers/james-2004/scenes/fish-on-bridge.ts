import { createBridge, createBridgeSway, createFish, type ModalMotion } from '../../../models/reduced/index.ts';
import { type Collider, createCollider, createShape, type Shape, setPose } from '../../../src/index.ts';
import { createRandom } from '../../../src/math/random.ts';
import {
  addBody,
  addCollider,
  type BodyShape,
  createBodyShape,
  createWorld,
  stepWorld,
  type World,
} from '../../../src/simulate/index.ts';
import { randomOrientation, type WorldScene } from './falling-chairs.ts';

export interface FishOnBridgeOptions {
  /** 2000 unless told; the paper has about 12000. */
  count?: number;
  /** Triangles of the bridge; 240316 unless told. */
  bridgeTriangles?: number;
  /** Triangles of each fish; 24776 unless told. */
  fishTriangles?: number;
  /** How far along and across the bridge it rains, in metres; all over it unless told. */
  over?: readonly [along: number, across: number];
  /** To share them between worlds: `createFishOnBridgeParts()`. */
  parts?: FishOnBridgeParts;
}

/** What takes time to make. */
export interface FishOnBridgeParts {
  bridge: BodyShape;
  fish: BodyShape;
  sway: ModalMotion;
}

export function createFishOnBridgeParts(options: FishOnBridgeOptions = {}): FishOnBridgeParts {
  const bridge = createBridge({ triangles: options.bridgeTriangles ?? 240_316, panels: 8 });
  return {
    bridge: createBodyShape(bridge, { level: 17 }),
    fish: createBodyShape(createFish({ triangles: options.fishTriangles }), { level: 7 }),
    sway: createBridgeSway(bridge),
  };
}

const LENGTH = 40;
const WIDTH = 8;
const SPACING = 0.5;

/** Fish fall out of the sky on a bridge that sways in the wind whatever hits it, and from there into the depth. */
export function createFishOnBridge(options: FishOnBridgeOptions = {}): WorldScene {
  const count = options.count ?? 2000;
  const { bridge, fish, sway } = options.parts ?? createFishOnBridgeParts(options);
  const world = createFishWorld();
  addBody(world, bridge, {
    kind: 'fixed',
    motion: (time, amplitudes) => sway.write(time, amplitudes),
  });
  rainFish(world, fish, count, options.over);
  return {
    name: 'fish-on-bridge',
    title: `${count} fish fall on a swaying bridge (after the bridge example of James and Pai 2004).`,
    steps: 900,
    world,
  };
}

/** The same with the triangles of the bridge for contact, as in the paper: the bridge is a collider that bends by its modes. */
export interface FishOnTriangles {
  world: World;
  bridge: Collider;
  /** Poses the bridge for the end of the coming step, and makes the step. */
  step(): void;
}

export interface FishOnTrianglesParts {
  bridge: Shape;
  fish: BodyShape;
  sway: ModalMotion;
}

export function createFishOnTrianglesParts(options: FishOnBridgeOptions = {}): FishOnTrianglesParts {
  const { mesh, modes, ...rest } = createBridge({ triangles: options.bridgeTriangles ?? 240_316, panels: 8 });
  return {
    bridge: createShape(mesh, { kind: 'modal', modes }),
    fish: createBodyShape(createFish({ triangles: options.fishTriangles }), { level: 7 }),
    sway: createBridgeSway({ mesh, modes, ...rest }),
  };
}

export function createFishOnTriangles(
  { bridge: shape, fish, sway }: FishOnTrianglesParts,
  count: number,
  over?: readonly [along: number, across: number],
): FishOnTriangles {
  const world = createFishWorld();
  const bridge = createCollider(shape);
  const weights = new Float64Array(bridge.weights.length);
  const poseAt = (time: number): void => {
    sway.write(time, weights);
    setPose(bridge, { weights });
  };
  poseAt(0);
  addCollider(world, bridge);
  rainFish(world, fish, count, over);
  const step = (): void => {
    poseAt(world.time + world.options.timeStep);
    stepWorld(world);
  };
  return { world, bridge, step };
}

function createFishWorld(): World {
  return createWorld({ ground: 'none', friction: 0.25, damping: 0.1 });
}

/** Fish in layers over the bridge, turned at random. */
function rainFish(
  world: World,
  fish: BodyShape,
  count: number,
  [length, width]: readonly [along: number, across: number] = [LENGTH, WIDTH],
): void {
  const random = createRandom(12000);
  const across = Math.floor(width / SPACING);
  const along = Math.floor(length / SPACING);
  for (let k = 0; k < count; k++) {
    const jitter = (): number => 0.1 * (random() - 0.5);
    addBody(world, fish, {
      position: [
        SPACING * ((k % along) - (along - 1) / 2) + jitter(),
        16 + SPACING * Math.floor(k / (along * across)) + jitter(),
        SPACING * ((Math.floor(k / along) % across) - (across - 1) / 2) + jitter(),
      ],
      orientation: randomOrientation(random),
      spin: [2 * random() - 1, 2 * random() - 1, 2 * random() - 1],
    });
  }
}
