import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Answer, answerTask, createAssetCache, type Task } from './task.ts';

/** What answers tasks, one at a time. `run` rejects only if it died, with why; it is of no use then. */
export interface Executor {
  run(task: Task): Promise<Answer>;
  close(): Promise<void>;
}

/** In this thread, which has time for signals only between tasks. */
export function createInlineExecutor(): Executor {
  const assets = createAssetCache();
  return {
    async run(task) {
      await setImmediate();
      return answerTask(assets, task);
    },
    close: async () => {},
  };
}

/**
 * A thread of its own: so it is known which thread has read which asset, and which task it died of. `megabytes` bounds its
 * heap, and only its: the process goes on. While it has no task it keeps no process alive.
 */
export function createThreadExecutor(megabytes: number): Executor {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const resourceLimits = { maxOldGenerationSizeMb: megabytes };
  const worker = new Worker(new URL(file, import.meta.url), { resourceLimits });
  worker.unref();
  let answer: (answer: Answer) => void = () => {};
  worker.on('message', (value: Answer) => answer(value));
  const death = new Promise<never>((_, reject) => {
    worker.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(new Error(isMemory ? `out of memory, of which it had ${megabytes} MB` : message));
    });
    worker.once('exit', code => reject(new Error(`it ended with code ${code}`)));
  });
  death.catch(() => {}); // a thread that dies without a task: the next one tells
  return {
    async run(task) {
      const answered = new Promise<Answer>(resolve => {
        answer = resolve;
      });
      worker.ref();
      worker.postMessage(task);
      try {
        return await Promise.race([answered, death]);
      } finally {
        worker.unref();
      }
    },
    async close() {
      await worker.terminate();
    },
  };
}
