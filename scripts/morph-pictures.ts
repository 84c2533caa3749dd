import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDolphin, createMorphBodies, type MorphModel } from '../models/morphing/index.ts';
import { createMorphBodiesScene } from '../papers/larsson-2003/scenes/morph-bodies.ts';
import { createMorphDolphins } from '../papers/larsson-2003/scenes/morph-dolphins.ts';
import { type MorphScene, morphPositions, scenePositions } from '../papers/larsson-2003/scenes/morph-scene.ts';
import { createCollider, createShape, findPairs } from '../src/index.ts';
import { type Camera, type Picture, type PictureBody, renderPicture } from './render.ts';

const TOUCHING = [0.9, 0.08, 0.08] as const;
const SAND = [0.86, 0.62, 0.42] as const;
const SEA = [0.4, 0.6, 0.8] as const;
const SKINS = [
  [0.5, 0.61, 0.72],
  [0.42, 0.54, 0.66],
  [0.58, 0.67, 0.74],
] as const;

/** Every triangle that touches a triangle of another body, by body. */
function findTouching(scene: MorphScene, posed: Float64Array[]): Set<number>[] {
  const touching = posed.map(() => new Set<number>());
  const colliders = posed.map((positions, body) =>
    createCollider(createShape({ positions, triangles: scene.bodies[body].mesh.triangles }, { kind: 'rigid' })),
  );
  for (let a = 0; a < posed.length; a++) {
    for (let b = a + 1; b < posed.length; b++) {
      findPairs(colliders[a], colliders[b]).forEach((triangle, k) => {
        touching[k % 2 === 0 ? a : b].add(triangle);
      });
    }
  }
  return touching;
}

function drawScene(scene: MorphScene, step: number, colors: readonly PictureBody['color'][], camera: Camera): Picture {
  const posed = scene.bodies.map((_, body) => scenePositions(scene, body, step));
  const touching = findTouching(scene, posed);
  const bodies = posed.map((positions, body) => ({
    positions,
    triangles: scene.bodies[body].mesh.triangles,
    color: colors[body % colors.length],
    highlight: { triangles: touching[body], color: TOUCHING },
  }));
  return { bodies, width: 600, height: 400, camera };
}

/** The references side by side, `apart` from each other, as seen from the front or, turned by `heading`, from elsewhere. */
function drawReferences(model: MorphModel, apart: number, heading: number, color: PictureBody['color']): Picture {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const bodies = model.references.map((_, reference) => {
    const weights = Float64Array.from(model.references, (_, i) => (i === reference ? 1 : 0));
    const placement = Float64Array.of(c, 0, s, (reference - 1) * apart, 0, 1, 0, 0, -s, 0, c, 0);
    return { positions: morphPositions(model, weights, placement), triangles: model.mesh.triangles, color };
  });
  const camera: Camera = { eye: [0, 1.3 * apart, 4.5 * apart], target: [0, 0, 0], fieldOfView: 13.5 };
  return { bodies, width: 1200, height: 400, camera };
}

/** The group from ahead and above; the eye swims with it. */
function followGroup(scene: MorphScene, step: number): Camera {
  let [x, y, z] = [0, 0, 0];
  const placement = new Float64Array(12);
  scene.bodies.forEach((model, body) => {
    scene.writePose(body, step, new Float64Array(model.references.length), placement);
    x += placement[3] / scene.bodies.length;
    y += placement[7] / scene.bodies.length;
    z += placement[11] / scene.bodies.length;
  });
  return { eye: [x + 5, y + 4.2, z + 5.5], target: [x, y, z], fieldOfView: 24 };
}

/** Usage: node dist/scripts/morph-pictures.js FOLDER */
function main(folder: string): void {
  const write = (name: string, picture: Picture): void =>
    writeFileSync(`${folder}/${name}.png`, renderPicture(picture));
  write('morph-bodies-references', drawReferences(createMorphBodies(), 3.1, 0, SAND));
  write('dolphin-references', drawReferences(createDolphin(9024), 2.1, 0.9, SKINS[0]));
  const bodies = createMorphBodiesScene();
  const beside: Camera = { eye: [0, 3.2, 9.5], target: [0, 0, 0], fieldOfView: 21 };
  for (const step of [60, 120, 180, 220, 260, 320]) {
    write(`morph-bodies-${step}`, drawScene(bodies, step, [SAND, SEA], beside));
  }
  const dolphins = createMorphDolphins(9024);
  for (const step of [40, 140, 240, 340]) {
    write(`morph-dolphins-${step}`, drawScene(dolphins, step, SKINS, followGroup(dolphins, step)));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2] ?? '.');
