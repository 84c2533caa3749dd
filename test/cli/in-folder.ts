import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Runs the tests of a file in a folder of their own, which `fill` fills and which is gone afterwards. */
export function useFolder(fill: () => void | Promise<void>): void {
  const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
  const before = process.cwd();
  beforeAll(async () => {
    process.chdir(folder);
    await fill();
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
}
