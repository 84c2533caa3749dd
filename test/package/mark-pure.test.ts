import { describe, expect, it } from 'vitest';
import { markConstants, writeMarks } from '../../scripts/package/mark-pure.ts';

const marked = (text: string): string => writeMarks(markConstants(text));

describe('constants of modules', () => {
  it.each([
    ['const room = new Float64Array(6);', 'const room = /*@__PURE__*/(() => (new Float64Array(6)))();'],
    ['export const all: T = { ...some };', 'export const all: T = /*@__PURE__*/(() => ({ ...some }))();'],
    ['const a = f(1), b = 2;', 'const a = /*@__PURE__*/(() => (f(1)))(), b = 2;'],
    ['const plain = Mesh.prototype.raycast;', 'const plain = /*@__PURE__*/(() => (Mesh.prototype.raycast))();'],
  ])('say that they can be left out: %s', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  it.each([
    'const U = 2 ** -53;',
    'const rules = { box: refitBox, dop: refitDop };',
    'const later = (x: number) => Math.sqrt(x);',
    'export function f() {\n  const inside = new Float64Array(6);\n  return inside;\n}',
  ])('are left alone where that shows: %s', text => {
    expect(marked(text)).toBe(text);
  });
});
