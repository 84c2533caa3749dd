import { parentPort, workerData } from 'node:worker_threads';
import { createCollider, findPairs, loadShape, setPose } from '../../src/index.ts';

/** A worker in which nothing has run yet: loads a shape, and times its first query and its second, in ms. */
const { saved, poses, compiled } = workerData as {
  saved: ArrayBuffer;
  poses: { a: Float64Array; b: Float64Array }[];
  compiled: boolean;
};
const shape = loadShape(saved);
const [a, b] = [createCollider(shape), createCollider(shape)];
const times = poses.slice(0, 2).map(pose => {
  setPose(a, { jointMatrices: pose.a });
  setPose(b, { jointMatrices: pose.b });
  const start = performance.now();
  findPairs(a, b, { compiled });
  return performance.now() - start;
});
parentPort!.postMessage(times);
