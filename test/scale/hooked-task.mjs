import { closeSync, existsSync, openSync } from 'node:fs';
import * as real from '../../cli/pool/task.ts';

/*
 * Stands in for cli/pool/task.ts in the program that `buildCli` makes: tests cannot make a worker die or dawdle otherwise.
 * TEST_HOOK is a JSON object. `exit`, `memory`, `slow` and `hold` name what a unit must contain for it: '2/0-40', a stretch as
 * `keyOfStretch` writes it, or '*'. `once`: a file; what would die does so only if it can create that file. `gate`: units that are
 * held create this file, and go on when there is one of that name and '.open'. `hurry`: the length of a file in bytes; a limit of
 * time holds for that file as it was given, and is an hour for all others, on however busy a machine. `poison`: the second clip of a
 * file with one of the words POISON in it does what that says.
 */
export const { createAssetCache, keepLatest, MOST_ASSETS } = real;

const pause = milliseconds => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

const POISON = {
  'poison-crash': () => process.abort(),
  'poison-hang': () => pause(3_600_000),
  'poison-heap': () => fillHeap(),
  'poison-arrays': () => {
    for (const list = []; ; pause(5)) list.push(new Uint8Array(2 ** 24).fill(1));
  },
};

function fillHeap() {
  for (const list = []; ; ) list.push(new Array(1000).fill({}));
}

export function answerTask(assets, task) {
  const text = process.env.TEST_HOOK;
  if (!text) return real.answerTask(assets, task);
  const hook = JSON.parse(text);
  if (task.kind === 'unit' && task.unit.stretches.length > 0) obey(hook, task.unit.stretches);
  if (hook.poison && task.kind === 'unit' && task.unit.stretches.some(({ clip }) => clip === 1)) swallow(task.bundle);
  const isHurried = hook.hurry === undefined || task.bundle.files.some(({ bytes }) => bytes.length === hook.hurry);
  return real.answerTask(assets, isHurried ? task : { ...task, limit: 3600 });
}

function swallow({ files }) {
  for (const [word, act] of Object.entries(POISON)) if (Buffer.from(files[0].bytes).includes(word)) act();
}

function obey(hook, stretches) {
  const has = name => name === '*' || stretches.some(({ clip, from, to }) => `${clip}/${from}-${to}` === name);
  if (has(hook.slow)) pause(hook.milliseconds);
  if (has(hook.hold)) {
    isFirst(hook.gate);
    while (!existsSync(`${hook.gate}.open`)) pause(10);
  }
  if (has(hook.exit) && isFirst(hook.once)) process.exit(9);
  if (has(hook.memory) && isFirst(hook.once)) fillHeap();
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
