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

/** The most megabytes that a process and those it has started have had at a time, each; 0 where the system does not tell. */
export function readPeak(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    const own = Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    return children.reduce((sum, child) => sum + readPeak(Number(child)), own);
  } catch {
    return 0;
  }
}
