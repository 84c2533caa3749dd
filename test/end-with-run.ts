/*
 * Runs in every process of tests. A run that is killed cannot tell them to end, and what they have started would stay: browsers,
 * servers, and the processes themselves. They end when nobody listens any more; what they started ends with them.
 */
const KEY = Symbol.for('poseclash: ends with its run');
const known = globalThis as { [KEY]?: boolean };
if (!known[KEY]) {
  known[KEY] = true;
  process.once('disconnect', () => process.exit(1));
}

export {};
