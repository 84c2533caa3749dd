import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { poseMotion } from '../papers/navarro-newball-2009/bench/methods.ts';
import { createForeheadScene, pushSkin } from '../papers/navarro-newball-2009/scenes/forehead.ts';
import { createCollider, createShape, findPairs, posedPositions, setPose } from '../src/index.ts';
import { createLookUp } from '../src/tabulated/index.ts';
import { searchMotion } from '../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../src/tabulated/spheres/generate-spheres.ts';
import { reduceTable } from '../src/tabulated/table/reduce-table.ts';
import { type PictureBody, renderPicture } from './render.ts';

const SKIN = [0.86, 0.66, 0.5] as const;
const MUSCLE = [0.7, 0.2, 0.2] as const;
const APART = 0.4;

/** Fig. 2g of [NavarroNewball2009]: the skin of a forehead over a raised muscle, as it was on the left, pushed out by the table on the right. */
function drawForehead(): Uint8Array {
  const scene = createForeheadScene();
  const samples = scene.createKinematics([11, 7, 5]);
  const [skin, muscle] = [0.004, 0.005].map((radius, k) =>
    generateSpheres([scene.a, scene.b][k], { kind: 'surface', radius }),
  );
  const look = createLookUp(reduceTable(searchMotion(samples, skin, muscle, { mode: 'published' }), 'none'), samples);
  const { poses } = poseMotion(scene, samples);
  const [a, b] = [scene.a, scene.b].map(({ mesh, source }) => createCollider(createShape(mesh, source)));
  let most = 0;
  let chosen = 0;
  poses.forEach((pose, step) => {
    setPose(a, pose.a);
    setPose(b, pose.b);
    const count = findPairs(a, b).length;
    if (count > most) [most, chosen] = [count, step];
  });
  look.poses = poses[chosen];
  setPose(a, poses[chosen].a);
  setPose(b, poses[chosen].b);
  const moved = (positions: Float64Array, x: number): Float64Array =>
    positions.map((p, k) => (k % 3 === 0 ? p + x : p));
  const bodies = [posedPositions(a), pushSkin(scene, look)].flatMap((positions, side): PictureBody[] => {
    const x = (side - 0.5) * APART;
    return [
      { positions: moved(positions, x), triangles: scene.a.mesh.triangles, color: SKIN },
      { positions: moved(posedPositions(b), x), triangles: scene.b.mesh.triangles, color: MUSCLE },
    ];
  });
  const middle = middleOf(bodies);
  const eye = [middle[0], middle[1] + 1.1, middle[2] + 1.1] as const;
  return renderPicture({ bodies, width: 1000, height: 460, camera: { eye, target: middle, fieldOfView: 25 } });
}

function middleOf(bodies: readonly PictureBody[]): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of bodies) {
    for (let k = 0; k < positions.length; k++) {
      low[k % 3] = Math.min(low[k % 3], positions[k]);
      high[k % 3] = Math.max(high[k % 3], positions[k]);
    }
  }
  return [0, 1, 2].map(axis => 0.5 * (low[axis] + high[axis])) as [number, number, number];
}

/** Usage: node dist/scripts/forehead-picture.js FILE */
if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(process.argv[2] ?? 'forehead.png', drawForehead());
