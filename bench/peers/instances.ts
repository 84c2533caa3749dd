import { createCreatureWalk } from '../../models/index.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { type Collider, castRay, createCollider, setPose } from '../../src/index.ts';
import { colliderOfMesh } from '../../src/three/collider-of-mesh.ts';
import { shapeOfMesh } from '../../src/three/shape-of-mesh.ts';
import { hashNumbers, median } from '../harness/measure.ts';
import { type BenchOptions, formatTable, type Report } from '../harness/report.ts';
import { createSkinned, takePose } from './skinned-mesh.ts';

const COUNT = 1000;

/** A crowd of one shape: what an instance takes to make, and in memory once it has answered a ray in a pose of its own. */
export function measureInstances({ print }: BenchOptions, report: Report): void {
  const [model] = scenes['creatures-walk-through']().bodies;
  const walk = createCreatureWalk(model);
  const mesh = createSkinned(model.mesh, model.skin);
  const shape = shapeOfMesh(mesh);
  for (let k = 0; k < 300; k++) createCollider(shape); // warms up
  const before = process.memoryUsage();
  const times: number[] = [];
  const crowd: Collider[] = Array.from({ length: COUNT }, () => {
    const start = performance.now();
    const collider = createCollider(shape);
    times.push(1000 * (performance.now() - start));
    return collider;
  });
  const pose = new Float64Array(12 * model.skin.jointCount);
  const distances: number[] = [];
  crowd.forEach((collider, k) => {
    walk.write(k / COUNT, 0, 0, 0, pose);
    setPose(collider, { jointMatrices: pose });
    const ray = { origin: [9, 2.1, 0.5 * Math.sin(k)], direction: [-1, 0, 0] };
    distances.push(castRay(collider, ray)?.distance ?? Infinity);
  });
  const hits = distances.filter(distance => distance < Infinity).length;
  const after = process.memoryUsage();
  const resident = (after.rss - before.rss) / COUNT / 1e6;
  const arrays = (after.arrayBuffers - before.arrayBuffers) / COUNT / 1e6;
  takePose(mesh, pose);
  const adapted: number[] = Array.from({ length: 300 }, () => {
    const start = performance.now();
    colliderOfMesh(mesh, shape);
    return 1000 * (performance.now() - start);
  });
  print(`\n${COUNT} instances of ${model.mesh.triangles.length / 3} triangles, ${hits} of their rays hit\n`);
  const table = [
    ['', 'per instance'],
    ['making one', `${median(times).toFixed(1)} us`],
    ['making one for a SkinnedMesh, posed', `${median(adapted).toFixed(1)} us`],
    ['memory it takes, resident', `${resident.toFixed(3)} MB`],
    ['memory of its arrays', `${arrays.toFixed(3)} MB`],
  ];
  for (const line of formatTable(table)) print(line);
  const scene = `${COUNT} instances`;
  const row = { bench: 'peers', scene, method: 'ours, on demand', resultHash: hashNumbers(distances) };
  report.rows.push({ ...row, metric: 'making one', unit: 'us', value: median(times) });
  report.rows.push({ ...row, metric: 'resident memory', unit: 'MB', value: resident });
  report.rows.push({ ...row, metric: 'memory of arrays', unit: 'MB', value: arrays });
  report.targets.push({ name: `${scene}: making one`, value: median(times), unit: 'us', atMost: 50 });
  report.targets.push({ name: `${scene}: resident memory of one`, value: resident, unit: 'MB', atMost: 1 });
}
