import { parentPort } from 'node:worker_threads';
import { answerTask, createAssetCache, type Task } from './task.ts';

/** What runs in each worker thread, and answers one task after the other: see `createThreadExecutor`. */
const assets = createAssetCache();

parentPort!.on('message', async (task: Task) => {
  parentPort!.postMessage(await answerTask(assets, task));
});
