import { expect } from 'vitest';

/* Runs in every process of tests, before each file; what holds for the process is done once. */

const KEY = Symbol.for('poseclash: tests are set up');
const known = globalThis as { [KEY]?: boolean };
if (!known[KEY]) {
  known[KEY] = true;
  endWithRun();
  compareBytesFirst();
}

/**
 * A run that is killed cannot tell its processes to end, and what they have started would stay: browsers, servers, and they
 * themselves. They end when nobody listens any more; what they started ends with them.
 */
function endWithRun(): void {
  process.once('disconnect', () => process.exit(1));
}

/**
 * Arrays of numbers with the same bytes are equal; `toEqual` itself looks at one element after the other by its name, a hundred
 * times slower. Others are left to it.
 */
function compareBytesFirst(): void {
  expect.addEqualityTesters([
    (a, b) => {
      if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return undefined;
      if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return undefined;
      return toBytes(a).equals(toBytes(b)) ? true : undefined;
    },
  ]);
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
