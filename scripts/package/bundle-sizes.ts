import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import type { Staged } from './stage-package.ts';

export interface Bundle {
  name: string;
  text: string;
  /** What it could not take in: packages that users bring, and modules loaded on demand. */
  imports: string[];
}

export interface BundleSize {
  minified: number;
  gzip: number;
}

/** What a page would write to use one function, or all of one entry point. */
export function listUses({ manifest }: Staged): Record<string, string> {
  const uses: Record<string, string> = {
    touches: "export { touches } from 'poseclash';",
    'touches, of a shape that was saved': "export { createCollider, loadShape, setPose, touches } from 'poseclash';",
    'touches and castRay, of a shape that was saved':
      "export { castRay, createCollider, loadShape, setPose, touches } from 'poseclash';",
    'touches, of a shape that is built': "export { createCollider, createShape, setPose, touches } from 'poseclash';",
  };
  for (const [entry, target] of Object.entries(manifest.exports)) {
    if (typeof target !== 'string')
      uses[`all of poseclash${entry.slice(1)}`] = `export * from 'poseclash${entry.slice(1)}';`;
  }
  return uses;
}

/** Bundles for browsers, minified; fails if anything in it needs Node. */
export async function bundle(staged: Staged, name: string, contents: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: staged.project },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    external: ['three', 'react', '@react-three/fiber', 'draco3dgltf', 'meshoptimizer'], // brought by users, or loaded on demand
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return { name, text: outputFiles[0].text, imports: listImports(metafile) };
}

export function measureBundle({ text }: Bundle): BundleSize {
  return { minified: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length };
}

/** The bundles that are more than a twentieth larger than they were, in words. */
export function listGrown(kept: Record<string, BundleSize>, made: Record<string, BundleSize>): string[] {
  return Object.entries(made).flatMap(([name, { minified }]) =>
    minified > 1.05 * (kept[name]?.minified ?? 0) ? [`${name}: ${kept[name]?.minified} -> ${minified} bytes`] : [],
  );
}

function listImports({ outputs }: Metafile): string[] {
  const imports = Object.values(outputs).flatMap(output => output.imports.map(({ path }) => path));
  return [...new Set(imports)].sort();
}
