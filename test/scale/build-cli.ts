import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleCli } from '../../scripts/package/build-cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The tasks of workers obey `TEST_HOOK`: hooked-task.mjs stands in for cli/pool/task.ts, wherever that is imported but in itself. */
const hookTasks: Plugin = {
  name: 'hook tasks',
  setup(build) {
    const path = fileURLToPath(new URL('hooked-task.mjs', import.meta.url));
    build.onResolve({ filter: /^\.\/task\.ts$/ }, ({ resolveDir }) =>
      resolveDir === join(root, 'cli/pool') ? { path } : undefined,
    );
  },
};

/**
 * The program as it is published, but for the pages and for that hook: threads and processes cannot be started from TypeScript, and each
 * of the many that tests start reads one file instead of five hundred. Returns the path of its main file.
 */
export async function buildCli(folder: string): Promise<string> {
  await bundleCli(root, join(folder, 'dist'), [hookTasks]);
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return join(folder, 'dist', 'main.js');
}
