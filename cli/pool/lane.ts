import { setImmediate } from 'node:timers/promises';
import { Tinypool } from 'tinypool';
import { type Answer, createDesk, doTask, type Task } from './task.ts';

/** One worker. `run` rejects only if the worker died, with why; it is of no use then. One task at a time. */
export interface Lane {
  run(task: Task): Promise<Answer>;
  close(): Promise<void>;
}

/** In this thread, which has time for signals only between tasks. */
export function createOwnLane(): Lane {
  const desk = createDesk();
  return {
    async run(task) {
      await setImmediate();
      return doTask(desk, task);
    },
    close: async () => {},
  };
}

/**
 * A thread of its own, as a pool of one: so it is known which thread has read which asset, and which task it died of. `megabytes`
 * bounds its heap, and only its: the process goes on.
 */
export function createThreadLane(megabytes: number): Lane {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const pool = new Tinypool({
    filename: new URL(file, import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  pool.on('error', () => {}); // a thread that dies without a task: the next one tells
  let hasExited = false;
  // The pool takes no notice of a thread that just ends.
  const exit = new Promise<never>((_, reject) => {
    pool.threads[0].once('exit', code => {
      hasExited = true;
      reject(new Error(`it ended with code ${code}`));
    });
  });
  exit.catch(() => {});
  return {
    async run(task) {
      try {
        return await Promise.race([pool.run(task) as Promise<Answer>, exit]);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        throw new Error(
          code === 'ERR_WORKER_OUT_OF_MEMORY' ? `out of memory, of which it had ${megabytes} MB` : message,
        );
      }
    },
    async close() {
      if (hasExited) return;
      await pool.destroy();
    },
  };
}
