import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/** Lets plain Node read the TypeScript of this repository: types are cut out as each file is loaded. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const text = await readFile(fileURLToPath(url), 'utf8');
  const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };
  const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'es2022', tsconfigRaw });
  return { format: 'module', source: code, shortCircuit: true };
}
