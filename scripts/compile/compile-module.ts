import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

const FLAGS = '-O3 --noAssert --enable simd --runtime stub --importMemory --noExportMemory'.split(' ');

/** Reads a file of the sources by its path below their folder; null if there is none. */
export type ReadSource = (name: string) => string | null;

export function readFrom(folder: string): ReadSource {
  return name => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
}

/**
 * Compiles the query whose sources `read` gives. The same sources and compiler give the same bytes. In this process: to start the
 * compiler takes longer than to run it.
 */
export async function compileAssembly(read: ReadSource): Promise<Uint8Array> {
  const written = new Map<string, Uint8Array | string>();
  const { error, stderr } = await main(['index.ts', '--outFile', 'query.wasm', ...FLAGS], {
    readFile: read,
    writeFile: (name, contents) => void written.set(name, contents),
    listFiles: () => [],
  });
  const binary = written.get('query.wasm');
  if (error || !(binary instanceof Uint8Array)) throw new Error(`asc: ${error?.message}\n${stderr}`);
  return binary;
}

/** The module of the library that holds the compiled query. */
export function writeModule(binary: Uint8Array): string {
  const hash = createHash('sha256').update(binary).digest('hex').slice(0, 16);
  return `/*
 * The compiled query: assembly/*.ts by AssemblyScript, ${binary.length} bytes, sha256 ${hash}..., in base64.
 * Written by \`npm run compile\`; a test compiles it anew and compares.
 */
// biome-ignore format: one line, as it was written
export const MODULE = '${Buffer.from(binary).toString('base64')}';
`;
}
