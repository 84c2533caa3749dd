import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { type RollupLog, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { markPure, writeMarks } from './mark-pure.ts';

/** How modules are joined to what is published. */
const joined = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  minify: true,
  lineLimit: 160,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * Makes `lib`, which is what of the library is published: a file for each entry point of package.json and a few that they share,
 * as code and as types. Comments of the code are left out, and names within a file are short (a quarter of its size on disk): it is
 * less than a third of the compiled modules, and a twentieth of their files, all of which Node would open. `declarations`: where the compiler has put the types of `src`.
 */
export async function buildLibrary(root: string, declarations: string, lib: string): Promise<void> {
  const entries = listLibraryEntries(root);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.map(name => [name, join(root, 'src', `${name}.ts`)])),
    plugins: [markPure(join(root, 'src'))],
    outdir: lib,
    chunkNames: 'shared/[name]-[hash]',
    ...joined,
    splitting: true,
    packages: 'external',
    write: false,
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, writeMarks(nameWorker(text, relative(dirname(path), join(lib, WORKER)).replaceAll('\\', '/'))));
  }
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'src/build/build-worker.ts')],
    outfile: join(lib, WORKER),
    ...joined,
  });
  writeFileSync(join(lib, WORKER.replace('.js', '.d.ts')), 'export {};\n');
  const types = await rollup({
    input: Object.fromEntries(entries.map(name => [name, join(declarations, `${name}.d.ts`)])),
    external: id => !id.startsWith('.') && !isAbsolute(id),
    plugins: [dts({ tsconfig: join(root, 'tsconfig.json') })],
    onwarn: refuse,
  });
  const chunkFileNames = ({ name }: { name: string }): string => `shared/${name.replace(/\.d$/, '')}-[hash].d.ts`;
  await types.write({ dir: lib, entryFileNames: '[name].d.ts', chunkFileNames });
  await types.close();
}

/** The program of the worker that builds shapes: one file, as workers that bundlers make cannot import others. */
const WORKER = 'build-worker.js';

/**
 * Code is joined to files elsewhere than its sources: the address of the worker follows. Long lines may be broken within a text, where
 * bundlers do not see that it is an address.
 */
function nameWorker(text: string, address: string): string {
  return text
    .replaceAll('\\\n', '')
    .replaceAll(`"./${WORKER}"`, JSON.stringify(address.startsWith('.') ? address : `./${address}`));
}

/** The entry points as their files are called in `src` and in `lib`, without their ending: 'index', 'check/index', ... */
export function listLibraryEntries(root: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  return Object.values(exports).flatMap(target =>
    typeof target === 'string' ? [] : [target.default.replace(/^\.\/lib\/|\.js$/g, '')],
  );
}

/** That some types are not exported by any entry point is meant. */
function refuse({ message }: RollupLog): void {
  if (!message.includes('private shared type exports')) throw new Error(`buildLibrary: ${message}`);
}
