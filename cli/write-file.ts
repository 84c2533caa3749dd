import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { usageError } from './io.ts';

/**
 * Whoever reads the file meanwhile sees it as it was before or as it is after; it is never half written. `finish` is called with the
 * path it has before it takes its place, when its bytes are on the disk.
 */
export async function writeAtomically(
  path: string,
  text: string | Uint8Array,
  finish?: (temporary: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, finish ? { flush: true } : {});
    await finish?.(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** For a file that the user named by `flag`. Links stay links, and what is no plain file (/dev/stdout) is written to as it is. */
export async function writeNamed(flag: string, path: string, text: string | Uint8Array): Promise<void> {
  try {
    const info = await stat(path).catch(() => null);
    if (info && !info.isFile()) await writeFile(path, text);
    else await writeAtomically(info ? await realpath(path) : path, text);
  } catch (error) {
    throw usageError(`${flag}: '${path}' cannot be written (${(error as NodeJS.ErrnoException).code ?? error}).`);
  }
}
