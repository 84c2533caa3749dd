import { parentPort } from 'node:worker_threads';
import { createDesk, doTask, type Task } from './task.ts';

/** What runs in each worker thread, and answers one task after the other: see `createThreadLane`. */
const desk = createDesk();

parentPort!.on('message', async (task: Task) => {
  parentPort!.postMessage(await doTask(desk, task));
});
