import { closeSync, openSync } from 'node:fs';
import type { Task } from './task.ts';

/**
 * Only for tests, which cannot make a worker die or dawdle otherwise: POSECLASH_TEST_HOOK, a JSON object. `exit`, `memory` and
 * `slow` name what a unit must contain for it: '2/0-40', a stretch as `keyOfStretch` writes it, or '*'. `once`: a file; what
 * would die does so only if it can create that file.
 */
interface TestHook {
  exit?: string;
  memory?: string;
  slow?: string;
  milliseconds?: number;
  once?: string;
}

export function obeyTest(task: Task): void {
  const text = process.env.POSECLASH_TEST_HOOK;
  if (!text || task.kind !== 'unit' || task.unit.stretches.length === 0) return;
  const hook = JSON.parse(text) as TestHook;
  const has = (name: string | undefined): boolean =>
    name === '*' || task.unit.stretches.some(({ clip, from, to }) => `${clip}/${from}-${to}` === name);
  if (has(hook.slow)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, hook.milliseconds ?? 0);
  if (has(hook.exit) && isFirst(hook.once)) process.exit(9);
  if (has(hook.memory) && isFirst(hook.once)) for (const list: unknown[] = []; ; ) list.push(new Array(1000).fill({}));
}

function isFirst(path: string | undefined): boolean {
  if (path === undefined) return true;
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch {
    return false;
  }
}
