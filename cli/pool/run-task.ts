import { type Cache, cacheKey } from '../cache/cache.ts';
import { isAssetSize, isResultOf } from '../units/validate.ts';
import type { Answer, Task } from './task.ts';
import type { WorkerPool } from './worker-pool.ts';

/** What tasks are run with. */
export interface Resources {
  pool: WorkerPool;
  cache: Cache | null;
  /** The hash of all code that decides what is seen: results of another engine are of no use. */
  engine: string;
}

/**
 * Answers a task: from the cache if it was answered before, else by `answerTask` in a worker. Never rejects. What is wrong
 * with an asset is not kept: the next version may read it. `name` says what the task is about, if its worker dies. A task
 * that nobody wants any more, by the `signal`, is not begun.
 */
export async function runTask(
  task: Task,
  name: string,
  { pool, cache, engine }: Resources,
  signal?: AbortSignal,
): Promise<Answer> {
  const key = cacheKey(task.kind === 'size' ? [engine, 'size', task.bundle.hash, task.options] : [engine, task.unit]);
  const known = await cache?.get(key);
  if (task.kind === 'size' && isAssetSize(known)) return { size: known };
  if (task.kind === 'unit' && isResultOf(task.unit, known)) return { result: known, isKnown: true };
  const answer = await pool.run(task, name, signal);
  if ('size' in answer) await cache?.put(key, answer.size);
  if ('result' in answer && answer.result.stretches.every(result => !('error' in result))) {
    await cache?.put(key, answer.result);
  }
  return answer;
}
