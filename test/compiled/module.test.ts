import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileAssembly, modules, writeModule } from '../../scripts/compile/compile-module.ts';
import { CHECK_MODULE } from '../../src/compiled/check-module.ts';
import { inflate } from '../../src/compiled/inflate.ts';
import { MODULE } from '../../src/compiled/module.ts';
import { SELF_MODULE } from '../../src/compiled/self-module.ts';
import { type PackedModule, unpack } from '../../src/compiled/web-assembly.ts';
import { createRandom } from '../../src/math/random.ts';

const packed: Record<string, PackedModule> = { MODULE, SELF_MODULE, CHECK_MODULE };

describe('the compiled query', () => {
  it.each(modules)('$entry is what its sources compile to: `npm run compile` was not forgotten', async module => {
    const { entry, file, name } = module;
    const binary = await compileAssembly(entry);
    expect(Buffer.from(unpack(packed[name])).equals(binary)).toBe(true);
    // Another version of Node.js may pack otherwise: all but the packed bytes is the same.
    const rest = (text: string): string => text.replace(/packed: '.*'/, '');
    expect(rest(writeModule(binary, entry, name))).toBe(rest(readFileSync(file, 'utf8')));
  });
});

/** Bytes of a few kinds, some again: what is packed into blocks with codes of their own. */
function createBytes(seed: number): Uint8Array {
  const random = createRandom(seed);
  const kinds = 2 + Math.floor(254 * random());
  const bytes = Uint8Array.from({ length: 2000 + Math.floor(10_000 * random()) }, () => kinds * random() * random());
  for (let k = 0; k < 40; k++) {
    bytes.copyWithin(bytes.length * random(), bytes.length * random(), bytes.length * random());
  }
  return bytes;
}

describe('inflate', () => {
  it('gives what was packed', () => {
    for (let seed = 0; seed < 10; seed++) {
      const bytes = createBytes(seed);
      expect(Buffer.from(inflate(deflateRawSync(bytes, { level: 9 }), bytes.length)).equals(bytes)).toBe(true);
    }
  });

  it('refuses what it cannot unpack, what is cut short and what has another size', () => {
    const bytes = createBytes(7);
    const packed = deflateRawSync(bytes, { level: 9 });
    expect(() => inflate(deflateRawSync(bytes, { level: 0 }), bytes.length)).toThrow('codes of its own');
    for (const cut of [0.3, 0.9]) {
      expect(() => inflate(packed.subarray(0, cut * packed.length), bytes.length)).toThrow('inflate');
    }
    for (const size of [0, bytes.length - 1, bytes.length + 1])
      expect(() => inflate(packed, size)).toThrow('bytes than');
  });
});
