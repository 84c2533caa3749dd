import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { main } from 'assemblyscript/asc';
import { inflate } from '../../src/compiled/inflate.ts';

const FLAGS = '--noAssert --enable simd --runtime stub --importMemory --noExportMemory'.split(' ');

/** Reads a file of the sources by its path below their folder; null if there is none. */
export type ReadSource = (name: string) => string | null;

export function readFrom(folder: string): ReadSource {
  return name => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
}

/** The folder of all that is compiled. */
const SOURCES = 'src/compiled/assembly';

/**
 * Compiles the query that begins at `entry`, of the sources that `read` gives. The same sources and compiler give the same bytes. In this process: to start the
 * compiler takes longer than to run it. Nothing computed depends on how much it is optimised; '-O0' takes a quarter of the time to compile.
 */
export async function compileAssembly(
  entry: string,
  read: ReadSource = readFrom(SOURCES),
  optimisation: '-O0' | '-O3' = '-O3',
): Promise<Uint8Array> {
  const written = new Map<string, Uint8Array | string>();
  const { error, stderr } = await main([entry, '--outFile', 'query.wasm', optimisation, ...FLAGS], {
    readFile: read,
    writeFile: (name, contents) => void written.set(name, contents),
    listFiles: () => [],
  });
  const binary = written.get('query.wasm');
  if (error || !(binary instanceof Uint8Array)) throw new Error(`asc: ${error?.message}\n${stderr}`);
  return binary;
}

/** What is compiled: where its sources begin, the module of the library that holds it, and its name there. */
export const modules = [
  { entry: 'index.ts', file: 'src/compiled/module.ts', name: 'MODULE' },
  { entry: 'self/index.ts', file: 'src/compiled/self-module.ts', name: 'SELF_MODULE' },
  { entry: 'check/index.ts', file: 'src/compiled/check-module.ts', name: 'CHECK_MODULE' },
];

/** The module of the library that holds a compiled query. */
export function writeModule(binary: Uint8Array, entry: string, name: string): string {
  const packed = deflateRawSync(binary, { level: 9 });
  if (!Buffer.from(inflate(packed, binary.length)).equals(binary))
    throw new Error(`${entry} was packed otherwise than is unpacked.`);
  const hash = createHash('sha256').update(binary).digest('hex').slice(0, 16);
  return `/*
 * The compiled query: assembly/${entry} by AssemblyScript, sha256 ${hash}...
 * Written by \`npm run compile\`; a test compiles it anew and compares.
 */
// biome-ignore format: one line, as it was written
export const ${name} = { size: ${binary.length}, packed: '${packed.toString('base64')}' };
`;
}
