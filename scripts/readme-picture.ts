import { writeFileSync } from 'node:fs';
import { scenes } from '../papers/scene-catalogue.ts';
import { type Collider, createCollider, createShape, findPairs, posedPositions, setPose } from '../src/index.ts';
import { freshVolumes } from '../src/query/bounds/posed-volumes.ts';
import { nodeLevels } from '../src/tree/tree.ts';
import { BODY_COLORS, type Camera, type PictureSphere, renderPicture } from './render.ts';

/** The README's two pictures of one query. Usage: node dist/scripts/readme-picture.js docs/pictures */
const folder = process.argv[2] ?? '.';
const STEP = 62;
const LEVEL = 9;
const WHOLE: Camera = { eye: [0.7, 1.75, 3.6], target: [-0.01, 0.93, 0], fieldOfView: 31 };
const CLOSE: Camera = { eye: [0.05, 1.6, 1.8], target: [0, 1.21, 0], fieldOfView: 23 };
const TOUCHING = [0.9, 0.08, 0.08] as const;
const SPHERE_COLORS = [
  [0.75, 0.4, 0.1],
  [0.1, 0.35, 0.7],
] as const;

/** The spheres of a level that the query has refitted: the only ones of it that the query looked at. */
function refittedSpheres(collider: Collider, color: readonly [number, number, number]): PictureSphere[] {
  const levels = nodeLevels(collider.shape.tree);
  const { volumes } = collider;
  const spheres: PictureSphere[] = [];
  freshVolumes(collider).forEach((isFresh, node) => {
    if (isFresh === 0 || levels[node] !== LEVEL) return;
    const [x, y, z, radius] = volumes.subarray(4 * node, 4 * node + 4);
    spheres.push({ center: [x, y, z], radius, color, style: 'glass' });
  });
  return spheres;
}

const scene = scenes['two-men-walking']();
const [{ mesh, skin, skeleton }] = scene.bodies;
const shape = createShape(mesh, { kind: 'spherical-blend', skin, skeleton }, { volumes: 'sphere' });
const colliders = scene.bodies.map((_, body) => {
  const collider = createCollider(shape);
  const jointMatrices = new Float64Array(12 * skin.jointCount);
  scene.writePose(body, STEP, jointMatrices);
  setPose(collider, { jointMatrices });
  return collider;
});
const pairs = findPairs(colliders[0], colliders[1], { compiled: false });
const bodies = colliders.map((collider, body) => ({
  positions: posedPositions(collider),
  triangles: mesh.triangles,
  color: BODY_COLORS[body],
  highlight: { triangles: pairs.filter((_, k) => k % 2 === body), color: TOUCHING },
  flat: true,
}));
const spheres = colliders.flatMap((collider, body) => refittedSpheres(collider, SPHERE_COLORS[body]));
const size = { width: 520, height: 600, floor: 0 };
writeFileSync(`${folder}/refitted-spheres.png`, renderPicture({ ...size, bodies, spheres, camera: WHOLE }));
writeFileSync(`${folder}/touching-triangles.png`, renderPicture({ ...size, bodies, camera: CLOSE }));
console.log(`step ${STEP}: ${pairs.length / 2} pairs, ${spheres.length} spheres of level ${LEVEL}`);
