import { register } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** Loads a shape from the memory it is given, poses two colliders of it and answers with the pairs of every pose. */
register('./typescript-hooks.mjs', import.meta.url);
const { createCollider, findPairs, loadShape, setPose } = await import('../../src/index.ts');
const { buffer, poses } = workerData;
const shape = loadShape(buffer);
const [a, b] = [createCollider(shape), createCollider(shape)];
const answers = [];
for (const [poseOfA, poseOfB] of poses) {
  setPose(a, { jointMatrices: poseOfA });
  setPose(b, { jointMatrices: poseOfB });
  answers.push(findPairs(a, b));
}
parentPort.postMessage({ answers, isShared: shape.mesh.positions.buffer === buffer });
