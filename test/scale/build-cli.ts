import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles the program into a folder, without looking at types, which takes a second: threads and processes cannot be
 * started from TypeScript. Its workers obey `TEST_HOOK`, see hooked-task.mjs. Returns the path of its main file.
 */
export async function buildCli(folder: string): Promise<string> {
  const names = ['src', 'models', 'picture', 'cli'].flatMap(part =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map(name => join(part, name)),
  );
  const isCompiled = (name: string): boolean =>
    name.endsWith('.ts') && !name.endsWith('.d.ts') && !/\bcompiled.assembly\b/.test(name); // that is another language
  const compile = async (name: string): Promise<void> => {
    const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };
    const text = readFileSync(join(root, name), 'utf8');
    const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'es2022', tsconfigRaw });
    const out = join(folder, 'dist', name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, code.replaceAll(/((?:from|import\(?)\s*["']\.[^"'\n]*)\.ts(["'])/g, '$1.js$2'));
  };
  await Promise.all(names.filter(isCompiled).map(compile));
  const pool = join(folder, 'dist', 'cli', 'pool');
  renameSync(join(pool, 'task.js'), join(pool, 'real-task.js'));
  copyFileSync(new URL('hooked-task.mjs', import.meta.url), join(pool, 'task.js'));
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return join(folder, 'dist', 'cli', 'main.js');
}
