import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type * as elementary from '../../../src/continuous/elementary/index.ts';

export type Elementary = typeof elementary;

const folder = fileURLToPath(new URL('../../../src/continuous/elementary/', import.meta.url));
const scripts = new Map<string, string>();

/** One change of one file of the folder: the first match of `from` becomes `to`. */
export interface Change {
  file: string;
  from: string | RegExp;
  to: string;
}

/** The elementary tests from their real sources, changed in one place; throws if the change does not apply. */
export function loadChanged(change?: Change): Elementary {
  const loaded = new Map<string, object>();
  const load = (path: string): object => {
    const known = loaded.get(path);
    if (known) return known;
    const exports = {};
    loaded.set(path, exports);
    const script = change && path === join(folder, change.file) ? compile(path, change) : compileOnce(path);
    new Function('exports', 'require', script)(exports, (name: string) => load(join(dirname(path), name)));
    return exports;
  };
  return load(join(folder, 'index.ts')) as Elementary;
}

function compileOnce(path: string): string {
  const script = scripts.get(path) ?? compile(path);
  scripts.set(path, script);
  return script;
}

function compile(path: string, change?: Change): string {
  const source = readFileSync(path, 'utf8');
  const text = change ? source.replace(change.from, change.to) : source;
  if (change && text === source) throw new Error(`loadChanged: ${change.file} has no ${change.from}.`);
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(text, { compilerOptions: options }).outputText;
}
