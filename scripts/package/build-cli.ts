import { chmodSync, copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { listPackages, writeLicenses } from './licenses.ts';

/** Some packages are of the older kind of module, which esbuild puts in as they are. */
const BANNER = `import { createRequire as createRequireOfNode } from 'node:module';
const require = createRequireOfNode(import.meta.url);
import { fileURLToPath as pathOfUrl } from 'node:url';
const __dirname = pathOfUrl(new URL('.', import.meta.url));`;

/** What users bring if they have a queue. */
const BROUGHT = ['bullmq', 'ioredis'];

/**
 * Makes the `dist` of the command line: the program and its worker, each in one file with all the packages it needs, Draco's
 * decoder, the pages of viewer and report, and the licences of all that. `pages`: the folder in which the pages were built.
 */
export async function buildCli(root: string, pages: string, dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  const { inputs } = await bundleCli(root, dist);
  for (const page of ['viewer', 'report-page']) cpSync(join(pages, page), join(dist, page), { recursive: true });
  const packages = [...listPackages(Object.keys(inputs)), 'node_modules/three']; // the pages have the same, and three
  writeFileSync(join(dist, 'LICENSES.txt'), writeLicenses(root, packages));
}

/** The program, its worker and Draco's decoder: all but pages and licences. Returns what they were made of. */
export async function bundleCli(root: string, dist: string, plugins: Plugin[] = []): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: join(root, 'cli/main.ts'), worker: join(root, 'cli/pool/worker.ts') },
    outdir: dist,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: BROUGHT,
    banner: { js: BANNER },
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins,
  });
  chmodSync(join(dist, 'main.js'), 0o755);
  copyFileSync(join(root, 'node_modules/draco3dgltf/draco_decoder_gltf.wasm'), join(dist, 'draco_decoder_gltf.wasm'));
  return metafile;
}
