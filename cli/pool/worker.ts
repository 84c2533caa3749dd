import { parentPort } from 'node:worker_threads';
import { createAssetCache, doTask, type Task } from './task.ts';

/** What runs in each worker thread, and answers one task after the other: see `createThreadWorker`. */
const assets = createAssetCache();

parentPort!.on('message', async (task: Task) => {
  parentPort!.postMessage(await doTask(assets, task));
});
