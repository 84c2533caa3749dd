import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * Lets plain Node read the TypeScript of this repository: types are cut out as each file is loaded. What comes out is kept in
 * `out/types-cut`, one file for each source, for the many processes of a run and for the next run.
 */

const CACHE = new URL('../../out/types-cut/', import.meta.url);
const OPTIONS = {
  ...{ loader: 'ts', format: 'esm', target: 'es2022', sourcemap: 'inline', sourcesContent: false },
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

export async function load(url, context, next) {
  const [file] = url.split('?');
  if (!file.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await cutTypes(file), shortCircuit: true };
}

/** Kept under a name of its path, with the hash of what it was made of in its last line: one that is of another state is made again. */
async function cutTypes(file) {
  const text = readFileSync(fileURLToPath(file), 'utf8');
  const hash = `//${hashOf(file + text + JSON.stringify(OPTIONS))}`;
  const kept = new URL(`${hashOf(file)}.js`, CACHE);
  if (existsSync(kept)) {
    const known = readFileSync(kept, 'utf8');
    if (known.endsWith(hash)) return known;
  }
  const { transform } = await import('esbuild');
  const { code } = await transform(text, { ...OPTIONS, sourcefile: file });
  const whole = code + hash;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = new URL(`${hashOf(file)}.${process.pid}`, CACHE); // nobody reads half a file
  writeFileSync(unfinished, whole);
  renameSync(unfinished, kept);
  return whole;
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
