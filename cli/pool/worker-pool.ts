import { availableParallelism, totalmem } from 'node:os';
import { createInlineExecutor, createThreadExecutor, type Executor } from './executor.ts';
import { createProcessExecutor } from './process-executor.ts';
import { type Answer, keepLatest, type Task } from './task.ts';

/** Workers with one list of tasks. */
export interface WorkerPool {
  size: number;
  /** Has a worker answer the task, unless the signal is aborted before; never rejects. `name` says what it is about, for `onDeath`. */
  run(task: Task, name: string, signal?: AbortSignal): Promise<Answer>;
  /** Nothing more is begun, and all that waits is answered with `STOPPED`; what is being done is finished. */
  stop(): void;
  isStopped(): boolean;
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** How many threads; 1: in this one. */
  workers: number;
  /** For each worker; see `defaultMegabytes`. */
  megabytes?: number;
  /** Seconds a task may take; see `Task`. */
  limit?: number;
  /** Processes, even for one worker: for those who must stay awake meanwhile, and alive whatever an asset does. */
  isIsolated?: boolean;
  onDeath?: (name: string, why: string) => void;
}

/** A task that waits for a worker. */
interface Request {
  task: Task;
  name: string;
  signal?: AbortSignal;
  answer(answer: Answer): void;
}

interface PoolWorker {
  /** Started with its first task; another takes its place when it died. */
  executor: Executor | null;
  isBusy: boolean;
  /** Hashes of the assets it has read and keeps, the last one last. */
  assets: string[];
}

/** Tasks are tried so often. */
const MOST_TRIES = 2;

export const STOPPED = { stopped: 'the check was stopped before' };

export function createWorkerPool({
  workers,
  megabytes,
  limit,
  isIsolated = false,
  onDeath,
}: WorkerPoolOptions): WorkerPool {
  const all = Array.from({ length: workers }, (): PoolWorker => ({ executor: null, isBusy: false, assets: [] }));
  const memory = megabytes ?? defaultMegabytes(workers);
  let wantsThreads = workers > 1;
  let requests: Request[] = [];
  let isStopped = false;

  const start = (): Executor => {
    if (isIsolated && canStartThreads()) return createProcessExecutor(memory);
    return wantsThreads ? createThreadExecutor(memory) : createInlineExecutor();
  };

  /** Answers requests until there are none. */
  const work = async (worker: PoolWorker): Promise<void> => {
    worker.isBusy = true;
    for (let next = takeRequest(worker); next; next = takeRequest(worker)) next.answer(await attempt(worker, next));
    worker.isBusy = false;
  };

  const attempt = async (worker: PoolWorker, { task, name, signal }: Request): Promise<Answer> => {
    const { hash } = task.bundle;
    for (let tries = 1; !isStopped && !signal?.aborted; tries++) {
      worker.executor ??= start();
      worker.assets = keepLatest(worker.assets, hash);
      try {
        const answer = await worker.executor.run({ ...task, limit });
        if ('timedOut' in answer || 'died' in answer) dropExecutor(worker);
        return answer;
      } catch (error) {
        const why = (error as Error).message;
        dropExecutor(worker);
        onDeath?.(name, why);
        if (tries === MOST_TRIES) return { died: `its worker died twice (${why})` };
      }
    }
    return STOPPED;
  };

  /** What takes its place is a thread, if it can be: one that runs in this thread cannot be ended. */
  const dropExecutor = (worker: PoolWorker): void => {
    void worker.executor?.close();
    worker.executor = null;
    worker.assets = [];
    wantsThreads ||= canStartThreads();
  };

  /** A task on an asset that the worker has read; else on one that no other has; else the first. */
  const takeRequest = ({ assets }: PoolWorker): Request | null => {
    const read = new Set(all.flatMap(worker => worker.assets));
    const own = requests.findIndex(({ task }) => assets.includes(task.bundle.hash));
    const free = own >= 0 ? own : requests.findIndex(({ task }) => !read.has(task.bundle.hash));
    const [taken] = requests.splice(Math.max(0, free), 1);
    return taken ?? null;
  };

  return {
    size: workers,
    async run(task, name, signal) {
      if (isStopped) return STOPPED;
      const idle = all.filter(({ isBusy }) => !isBusy);
      const worker = idle.find(({ assets }) => assets.includes(task.bundle.hash)) ?? idle[0];
      return new Promise(answer => {
        requests.push({ task, name, signal, answer });
        if (worker) void work(worker);
      });
    },
    stop() {
      isStopped = true;
      for (const { answer } of requests) answer(STOPPED);
      requests = [];
    },
    isStopped: () => isStopped,
    async close() {
      await Promise.all(all.map(({ executor }) => executor?.close()));
    },
  };
}

/** All cores; this thread alone where Node cannot start others from TypeScript, as in tests. */
export function defaultWorkers(): number {
  return canStartThreads() ? availableParallelism() : 1;
}

function canStartThreads(): boolean {
  const { typescript } = process.features as { typescript?: unknown };
  return !import.meta.url.endsWith('.ts') || Boolean(typescript);
}

/** Three quarters of the memory, in equal shares; at least 512 MB, at most 4096. */
export function defaultMegabytes(workers: number): number {
  const limit = process.constrainedMemory?.() || Infinity;
  const bytes = (0.75 * Math.min(totalmem(), limit)) / workers;
  return Math.round(Math.min(4096, Math.max(512, bytes / 2 ** 20)));
}
