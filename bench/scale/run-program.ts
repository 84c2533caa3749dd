import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The program as it was built, beside this. */
const MAIN = fileURLToPath(new URL('../../cli/main.js', import.meta.url));

export function startProgram(folder: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Seconds it took, and what it printed. */
export async function runProgram(folder: string, args: readonly string[]): Promise<{ seconds: number; out: string }> {
  const start = performance.now();
  const child = startProgram(folder, args);
  let out = '';
  child.stdout!.on('data', data => {
    out += data;
  });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  if (code === null || code > 2) throw new Error(`poseclash ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, out };
}

/** What a process and those it has started have taken; nothing where the system does not tell. */
export interface Taken {
  /** The most megabytes at a time, of each. */
  megabytes: number;
  /** Seconds of processors, as long as they run. */
  seconds: number;
}

/** The system counts in hundredths of a second. */
const TICKS = 100;

export function readTaken(pid: number): Taken {
  const taken: Taken = { megabytes: 0, seconds: 0 };
  try {
    const [status, stat, children] = ['status', 'stat', `task/${pid}/children`].map(file =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8'),
    );
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    taken.megabytes = Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    taken.seconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
    for (const child of children.trim().split(' ').filter(Boolean)) {
      const { megabytes, seconds } = readTaken(Number(child));
      taken.megabytes += megabytes;
      taken.seconds += seconds;
    }
  } catch {} // it has ended
  return taken;
}
