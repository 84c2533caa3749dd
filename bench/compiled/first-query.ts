import { parentPort, workerData } from 'node:worker_threads';
import { createCollider, findPairs, loadShape, setPose } from '../../src/index.ts';
import { hashPairs } from '../harness/measure.ts';

/** A worker in which nothing has run yet: loads a shape, and times its first query and its second, in ms; after the times come hashes of the answers. */
const { saved, poses, compiled } = workerData as {
  saved: ArrayBuffer;
  poses: { a: Float64Array; b: Float64Array }[];
  compiled: boolean;
};
const shape = loadShape(saved);
const [a, b] = [createCollider(shape), createCollider(shape)];
const hashes: number[] = [];
const times = poses.slice(0, 2).map(pose => {
  setPose(a, { jointMatrices: pose.a });
  setPose(b, { jointMatrices: pose.b });
  const start = performance.now();
  const pairs = findPairs(a, b, { compiled });
  const time = performance.now() - start;
  hashes.push(hashPairs(pairs));
  return time;
});
parentPort!.postMessage([...times, ...hashes]);
