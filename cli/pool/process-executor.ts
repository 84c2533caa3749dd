import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Bundle } from '../units/bundle.ts';
import type { Executor } from './executor.ts';
import { type Answer, keepLatest, type Task } from './task.ts';

/** Megabytes that Node takes for itself, beside the heap. */
const OWN_MEGABYTES = 256;
/** Milliseconds between two looks at how much memory it has. */
const LOOK = 250;
/** Of what it says when it crashes. */
const MOST_WORDS = 4000;
/** Reading an asset, making it ready and doing the unit may each take the limit. What takes longer does not come back. */
const LIMITS = 3;

/**
 * A process of its own, which can crash, hang and eat memory, in its heap or beside it, without harm to this one. It costs some 40 MB
 * and 0.1 s, and each asset is copied to it once. Memory beside the heap is watched where the system tells it (/proc).
 *
 * V8 compiles and collects garbage in threads of its own, by default, so a process takes up to 1.6 cores. There are as many of these as
 * are to be used, so they get one thread each: a unit takes 4 to 14 % less of the processors so.
 */
export function createProcessExecutor(megabytes: number): Executor {
  const path = fileURLToPath(new URL('./worker.js', import.meta.url));
  const child = fork(path, {
    execArgv: ['--single-threaded', `--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.on('data', data => {
    said = (said + data).slice(-MOST_WORDS);
  });
  let isFull = false;
  const death = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const isMemory = isFull || /heap out of memory/.test(said);
      const end = signal === null ? `with code ${code}` : `by ${signal}`;
      reject(new Error(isMemory ? `out of memory, of which it had ${megabytes} MB` : `it ended ${end}`));
    });
  });
  death.catch(() => {}); // one that dies without a task: the next one tells
  const setAlive = (isAlive: boolean): void => {
    const handles = [child, child.channel, child.stderr as unknown as { ref(): void; unref(): void }];
    for (const handle of handles) isAlive ? handle?.ref() : handle?.unref();
  };
  setAlive(false);
  let sent: string[] = [];
  return {
    async run(task) {
      const { limit = Infinity, bundle } = task;
      setAlive(true);
      const watch = setInterval(async () => {
        isFull ||= (await readMegabytes(child.pid)) > megabytes + OWN_MEGABYTES;
        if (isFull) child.kill('SIGKILL');
      }, LOOK);
      const overdue = `it did not answer for ${LIMITS * limit} s (--unit-limit)`;
      const late = createAlarm<Answer>(1000 * LIMITS * limit, { died: overdue, isOverdue: true });
      try {
        const answered = new Promise<Answer>(resolve => child.once('message', resolve));
        const isKnown = sent.includes(bundle.hash);
        sent = keepLatest(sent, bundle.hash);
        child.send(
          { ...task, bundle: isKnown ? { ...bundle, files: [], added: undefined } : copyBundle(bundle) } as Task &
            object,
          () => {},
        );
        return await Promise.race([answered, death, late.rung]);
      } finally {
        late.cancel();
        clearInterval(watch);
        child.removeAllListeners('message');
        setAlive(false);
      }
    },
    async close() {
      child.kill('SIGKILL');
    },
  };
}

/** Memory that threads share cannot be sent to a process. */
function copyBundle(bundle: Bundle): Bundle {
  const copy = <File extends Bundle['files'][number]>({ bytes, resources, ...rest }: File) => ({
    ...rest,
    bytes: new Uint8Array(bytes),
    resources: resources.map(one => (one.bytes ? { ...one, bytes: new Uint8Array(one.bytes) } : one)),
  });
  const { files, added } = bundle;
  return {
    ...bundle,
    files: files.map(copy),
    ...(added && { added: { ...added, motions: added.motions.map(copy) } }),
  };
}

/** What a process has in memory; 0 where the system does not tell. */
async function readMegabytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s*(\d+) kB/.exec(text)?.[1] ?? 0) / 1024;
}

function createAlarm<Value>(milliseconds: number, value: Value): { rung: Promise<Value>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const rung = new Promise<Value>(resolve => {
    if (milliseconds < 2 ** 31) timer = setTimeout(resolve, milliseconds, value);
  });
  return { rung, cancel: () => clearTimeout(timer) };
}
