import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/** Stands for the comment that bundlers know until the code is written: esbuild drops it where it saves space. */
const MARK = '__PURE__';

/**
 * No module of the library does anything when it is loaded but make its constants, and package.json says so of each file.
 * Bundlers then leave out files that are not asked for, but what was many modules is one file here. So each constant says of
 * itself that it can be left out, where its value does not show it: that of a call, say.
 */
export function markPure(folder: string): Plugin {
  return {
    name: 'mark-pure',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        path.startsWith(folder) ? { contents: markConstants(readFileSync(path, 'utf8')), loader: 'ts' } : null,
      );
    },
  };
}

/** The code that esbuild made of modules that were marked, with the comments in it. */
export function writeMarks(code: string): string {
  return code.replaceAll(`${MARK}(`, '/*@__PURE__*/(');
}

export function markConstants(text: string): string {
  const source = ts.createSourceFile('module.ts', text, ts.ScriptTarget.ES2022, true);
  const values = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => (initializer && mayDoSomething(initializer) ? [initializer] : []));
  let marked = text;
  for (const value of values.reverse()) {
    const [start, end] = [value.getStart(), value.getEnd()];
    marked = `${marked.slice(0, start)}${MARK}(() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
  }
  return marked;
}

/** As far as can be seen without knowing what is called or read: what is in a function is not done yet. */
function mayDoSomething(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  const isDoing =
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node);
  return isDoing || (ts.forEachChild(node, mayDoSomething) ?? false);
}
