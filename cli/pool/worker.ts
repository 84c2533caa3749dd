import { createDesk, doTask, type Task } from './task.ts';

/** What runs in each worker thread: see `createLane`. */
const desk = createDesk();

export default function work(task: Task): ReturnType<typeof doTask> {
  return doTask(desk, task);
}
