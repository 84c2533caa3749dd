import { closeSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/*
 * Hears of a task before cli/pool/worker.js does, in the program that `buildCli` makes: tests cannot make a worker die or dawdle otherwise.
 * TEST_HOOK is a JSON object. `exit`, `memory` and `slow` name what a unit must contain for it: '2/0-40', a stretch as
 * `keyOfStretch` writes it, or '*'. `once`: a file; what would die does so only if it can create that file.
 */
parentPort.on('message', task => {
  const text = process.env.TEST_HOOK;
  if (text && task.kind === 'unit' && task.unit.stretches.length > 0) obey(JSON.parse(text), task.unit.stretches);
});

function obey(hook, stretches) {
  const has = name => name === '*' || stretches.some(({ clip, from, to }) => `${clip}/${from}-${to}` === name);
  if (has(hook.slow)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, hook.milliseconds ?? 0);
  if (has(hook.exit) && isFirst(hook.once)) process.exit(9);
  if (has(hook.memory) && isFirst(hook.once)) for (const list = []; ; ) list.push(new Array(1000).fill({}));
}

function isFirst(path) {
  if (path === undefined) return true;
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch {
    return false;
  }
}
