import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILER = 'node_modules/assemblyscript/bin/asc.js';
const FLAGS = '-O3 --noAssert --enable simd --runtime stub --importMemory --noExportMemory'.split(' ');

/** Compiles the query whose sources are in `folder`. The same sources and compiler give the same bytes. */
export function compileAssembly(folder: string): Uint8Array {
  const room = mkdtempSync(join(tmpdir(), 'poseclash-compile-'));
  try {
    const binary = join(room, 'query.wasm');
    execFileSync(process.execPath, [COMPILER, join(folder, 'index.ts'), '--outFile', binary, ...FLAGS]);
    return readFileSync(binary);
  } finally {
    rmSync(room, { recursive: true });
  }
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
