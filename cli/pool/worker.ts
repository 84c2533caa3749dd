import { createDesk, doTask, type Task } from './task.ts';
import { obeyTest } from './test-hook.ts';

/** What runs in each worker thread: see `createLane`. */
const desk = createDesk();

export default async function work(task: Task): Promise<Awaited<ReturnType<typeof doTask>>> {
  obeyTest(task);
  return doTask(desk, task);
}
