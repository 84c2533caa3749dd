import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const requirePackage = createRequire(import.meta.url);
const scripts = new Map<string, string>();

/** One change of one file, named from `src`: the first match of `from` becomes `to`. */
export interface Change {
  file: string;
  from: string | RegExp;
  to: string;
}

/**
 * Changes told in a text, as differences are: a line names a file; then of each change a line says what it gets wrong, `- `
 * stands before what is looked for (between slashes: a pattern), and `+ ` before what stands there instead, if anything does.
 * Spaces that the text is set in by do not count.
 */
export function readChanges({ raw: [text] }: TemplateStringsArray): [name: string, change: Change][] {
  const changes: { file: string; name: string; from: string[]; to: string[] }[] = [];
  let file = '';
  for (const line of text.trim().split(/\n */)) {
    const rest = line.slice(2);
    if (line.startsWith('- ')) changes.at(-1)!.from.push(rest);
    else if (line.startsWith('+ ')) changes.at(-1)!.to.push(rest);
    else if (/^\S+\.ts$/.test(line)) file = line;
    else changes.push({ file, name: line, from: [], to: [] });
  }
  return changes.map(({ file, name, from: lines, to }) => {
    const from = lines.join('\n');
    const pattern = /^\/(.+)\/(g?)$/s.exec(from);
    return [name, { file, from: pattern ? new RegExp(pattern[1], pattern[2]) : from, to: to.join('\n') }];
  });
}

/**
 * Loads modules of the library from their real sources, one of them changed in one place, if a change is given: to see
 * that the tests notice. All modules loaded through one loader see the change. Throws if it does not apply.
 */
export function createLoader(change?: Change): <Module>(file: string) => Module {
  const loaded = new Map<string, object>();
  const load = (path: string): object => {
    const known = loaded.get(path);
    if (known) return known;
    const exports = {};
    loaded.set(path, exports);
    const script = change && path === join(src, change.file) ? compile(path, change) : compileOnce(path);
    const require = (name: string): object =>
      name.startsWith('.') ? load(join(dirname(path), name)) : requirePackage(name);
    new Function('exports', 'require', script)(exports, require);
    return exports;
  };
  return file => load(join(src, file)) as never;
}

function compileOnce(path: string): string {
  const script = scripts.get(path) ?? compile(path);
  scripts.set(path, script);
  return script;
}

function compile(path: string, change?: Change): string {
  const source = readFileSync(path, 'utf8');
  const text = change ? source.replace(change.from, change.to) : source;
  if (change && text === source) throw new Error(`createLoader: ${change.file} has no ${change.from}.`);
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(text, { compilerOptions: options }).outputText;
}
