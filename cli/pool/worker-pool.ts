import { availableParallelism, totalmem } from 'node:os';
import { createInlineWorker, createThreadWorker, type PoolWorker } from './pool-worker.ts';
import type { Answer, Task } from './task.ts';

/** Workers with one list of tasks. */
export interface WorkerPool {
  size: number;
  /** Rejects with `isStopped` or `isDeath`. `label` says what it is about, for `onDeath`. */
  run(task: Task, label: string): Promise<Answer>;
  /** Nothing more is begun; what is being done is finished. */
  stop(): void;
  /** Throws what `run` would reject with. */
  checkStopped(): void;
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** How many threads; 1: in this one. */
  workers: number;
  /** For each worker; see `defaultMegabytes`. */
  megabytes?: number;
  /** Seconds a task may take; see `Task`. */
  limit?: number;
  /** A thread even for one worker: for those who must stay awake meanwhile. */
  alwaysThreads?: boolean;
  onDeath?: (label: string, why: string) => void;
}

interface Waiting {
  task: Task;
  label: string;
  deaths: number;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface Slot {
  worker: PoolWorker | null;
  isBusy: boolean;
  /** Hashes of the assets it has read, the last one last: as many as it keeps. */
  held: string[];
}

/** Tasks are tried so often. */
const MOST_TRIES = 2;

export function createWorkerPool({
  workers,
  megabytes,
  limit,
  alwaysThreads = false,
  onDeath,
}: WorkerPoolOptions): WorkerPool {
  const slots = Array.from({ length: workers }, (): Slot => ({ worker: null, isBusy: false, held: [] }));
  const memory = megabytes ?? defaultMegabytes(workers);
  let wantsThreads = workers > 1 || alwaysThreads;
  const createWorker = (): PoolWorker => (wantsThreads ? createThreadWorker(memory) : createInlineWorker());
  let waiting: Waiting[] = [];
  let isStopping = false;

  const serve = async (slot: Slot): Promise<void> => {
    slot.isBusy = true;
    for (let next = takeFor(slot); next && !isStopping; next = takeFor(slot)) await attempt(slot, next);
    slot.isBusy = false;
  };

  /** Until it is done, or given up. */
  const attempt = async (slot: Slot, next: Waiting): Promise<void> => {
    const { hash } = next.task.bundle;
    while (!isStopping) {
      slot.worker ??= createWorker();
      slot.held = [...slot.held.filter(other => other !== hash), hash].slice(-2);
      try {
        const answer = await slot.worker.run({ ...next.task, limit });
        if ('over' in answer) dropLane(slot);
        next.resolve(answer);
        return;
      } catch (error) {
        const why = (error as Error).message;
        dropLane(slot);
        onDeath?.(next.label, why);
        if (++next.deaths === MOST_TRIES) {
          next.reject(named(DEATH, `its worker died twice (${why})`));
          return;
        }
      }
    }
    next.reject(stopped());
  };

  /** Another takes its place when there is something to do: a thread, as this one cannot be replaced. */
  const dropLane = (slot: Slot): void => {
    void slot.worker?.close();
    slot.worker = null;
    slot.held = [];
    wantsThreads ||= canStartThreads();
  };

  /** A task on an asset that the worker has read; else on one that no other has; else the first. */
  const takeFor = ({ held }: Slot): Waiting | null => {
    const others = new Set(slots.flatMap(slot => slot.held));
    const own = waiting.findIndex(({ task }) => held.includes(task.bundle.hash));
    const free = own >= 0 ? own : waiting.findIndex(({ task }) => !others.has(task.bundle.hash));
    const [taken] = waiting.splice(Math.max(0, free), 1);
    return taken ?? null;
  };

  return {
    size: workers,
    run: (task, label) =>
      new Promise((resolve, reject) => {
        if (isStopping) return reject(stopped());
        waiting.push({ task, label, deaths: 0, resolve, reject });
        const idle = slots.find(({ isBusy, held }) => !isBusy && held.includes(task.bundle.hash));
        const slot = idle ?? slots.find(({ isBusy }) => !isBusy);
        if (slot) void serve(slot);
      }),
    stop() {
      isStopping = true;
      for (const { reject } of waiting) reject(stopped());
      waiting = [];
    },
    checkStopped() {
      if (isStopping) throw stopped();
    },
    async close() {
      await Promise.all(slots.map(({ worker }) => worker?.close()));
    },
  };
}

const STOPPED = 'StoppedError';
const DEATH = 'DeathError';

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

function stopped(): Error {
  return named(STOPPED, 'the check was stopped before');
}

export function isStopped(error: unknown): boolean {
  return error instanceof Error && error.name === STOPPED;
}

export function isDeath(error: unknown): error is Error {
  return error instanceof Error && error.name === DEATH;
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
