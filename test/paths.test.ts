import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/*
 * ARCHITECTURE.md draws five paths through the code. A row is a function, or several, and the file it is in; the row it is indented
 * under calls it, itself or through functions of its own file. Numbered rows are called by the numbered row before them, with
 * nothing in between. 'f ⇒ g': f sends to a worker what g answers there.
 */
interface Row {
  names: string[];
  files: string[];
  indent: number;
  /** 0: it has none. */
  number: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** The rows of each path, by its heading. */
function readPaths(text: string): Map<string, Row[]> {
  const paths = new Map<string, Row[]>();
  for (const [, title, block] of text.matchAll(/\n### (\d\..*)\n[^`#]*(?:`[^`\n]+`[^`#]*)*?```\n([^`]*)```/g)) {
    // Lines that go on with what is said about a function begin far to the right.
    const lines = block.split('\n').filter(line => /^ {0,30}\S/.test(line));
    paths.set(title, lines.map(readRow));
  }
  return paths;
}

const ROW = /^( +)(?:(\d) )?( *)([a-zA-Z][\w, ⇒]*?)(?:\([^)]*\))?(?: {2,}|$)((?:[\w./-]+\.ts(?: ⇒ )?)*)/;

function readRow(line: string): Row {
  const [, before, number = '', after, names, files] = ROW.exec(line) ?? [];
  if (names === undefined) throw new Error(`this is no row of a path: ${line}`);
  const indent = before.length + (number ? 2 : 0) + after.length;
  return { names: names.split(/, | ⇒ /), files: files.split(' ⇒ '), indent, number: Number(number) };
}

/** Paths are those of the library, unless they begin with cli. */
function resolveFile(name: string): string {
  return name.startsWith('cli/') ? name : `src/${name}`;
}

type Read = (path: string) => string | null;
const readSource: Read = path =>
  path.endsWith('.ts') && existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;

/** The functions of a file, and what the text of each names: functions that it calls or hands on. A program is one itself. */
function listFunctions(path: string, text: string): Map<string, Set<string>> {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const functions = new Map<string, Set<string>>([[posix.basename(path, '.ts'), namesIn(file)]]);
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) functions.set(statement.name.text, namesIn(statement));
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer && ts.isArrowFunction(initializer)) functions.set(name.getText(), namesIn(initializer));
    }
  }
  return functions;
}

function namesIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isTypeNode(child) || ts.isImportDeclaration(child)) return;
    const isName = ts.isPropertyAccessExpression(child.parent) && child.parent.name === child;
    const isDeclared = ts.isFunctionDeclaration(child.parent) && child.parent.name === child;
    if (ts.isIdentifier(child) && !isName && !isDeclared) names.add(child.text);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return names;
}

/** Where a name that a file uses comes from: the file itself, or what it imports. */
function findOrigin(path: string, text: string, name: string): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings) || !bindings.elements.some(one => one.name.text === name)) continue;
    return posix.join(posix.dirname(path), (statement.moduleSpecifier as ts.StringLiteral).text);
  }
  return path;
}

/** Whether a function of a file names one of another; `isDirect`: not through other functions of its file. */
function reaches(
  read: Read,
  from: [path: string, name: string],
  to: [path: string, name: string],
  isDirect: boolean,
): boolean {
  const [path, start] = from;
  const [target, name] = to;
  const text = read(path) ?? '';
  const functions = listFunctions(path, text);
  const seen = new Set([start]);
  for (const next of seen) {
    const names = functions.get(next) ?? [];
    for (const found of names) {
      if (found === name && findOrigin(path, text, name) === target) return true;
      if (!isDirect && functions.has(found)) seen.add(found);
    }
  }
  return false;
}

/** What is not as a path says, in words. */
function findFaults(rows: Row[], read: Read): string[] {
  const faults: string[] = [];
  rows.forEach((row, r) => {
    row.names.forEach((name, n) => {
      const file = resolveFile(row.files[Math.min(n, row.files.length - 1)]);
      const text = read(file);
      if (text === null) faults.push(`${name}: there is no ${file}`);
      else if (!listFunctions(file, text).has(name)) faults.push(`${name} is not in ${file}`);
      else faults.push(...findMissingCall(rows, r, [file, name], n, read));
    });
  });
  return faults;
}

function findMissingCall(rows: Row[], r: number, to: [string, string], n: number, read: Read): string[] {
  const row = rows[r];
  if (row.files.length > 1 && n > 0) return isOfWorker(to[1], read) ? [] : [`no worker calls ${to[1]}`];
  const before = rows.slice(0, r).reverse();
  const caller = before.find(({ indent }) => indent < row.indent);
  if (!caller) return [];
  const isDirect = row.number > 0;
  if (isDirect && caller.number !== row.number - 1) return [`${to[1]} does not come after ${row.number - 1}`];
  // What a worker does is called by what answers there.
  const sent = isDirect ? before.find(({ files, indent }) => files.length > 1 && indent === row.indent) : undefined;
  const from = sent ?? caller;
  const callers = from.names.map((name, k): [string, string] => [resolveFile(from.files[k] ?? from.files[0]), name]);
  const isCalled = callers.some(one => reaches(read, one, to, isDirect));
  return isCalled ? [] : [`${from.names.join(', ')} does not call ${to[1]}`];
}

function isOfWorker(name: string, read: Read): boolean {
  const path = 'cli/pool/worker.ts';
  return listFunctions(path, read(path) ?? '')
    .get('worker')!
    .has(name);
}

describe('the paths of ARCHITECTURE.md', () => {
  const paths = readPaths(page);

  it('are five', () => {
    expect([...paths.keys()].map(title => title.slice(0, 2))).toEqual(['1.', '2.', '3.', '4.', '5.']);
    for (const rows of paths.values()) expect(rows.length).toBeGreaterThan(3);
  });

  it.each([...paths])('%s: each function is where it says, and is called by the one above it', (_, rows) => {
    expect(findFaults(rows, readSource)).toEqual([]);
  });

  it('5: `check` reaches geometry in at most six calls from `main`', () => {
    const rows = paths.get('5. Check: clips in, findings out')!;
    const numbered = rows.filter(({ number }) => number > 0);
    expect(rows[0]).toMatchObject({ names: ['main'], files: ['cli/main.ts'] });
    expect(numbered.map(({ number }) => number)).toEqual(numbered.map((_, k) => k + 1));
    expect(numbered.length).toBeLessThanOrEqual(6);
    const [geometry] = numbered.at(-1)!.files;
    expect(geometry).toMatch(/^(check\/scan|self)\//);
  });

  const mutants: [what: string, file: string, from: string | RegExp, to: string, fault: string][] = [
    [
      'a function is renamed',
      'cli/units/check-unit.ts',
      /checkUnit/g,
      'doUnit',
      'checkUnit is not in cli/units/check-unit.ts',
    ],
    [
      'a call is gone',
      'cli/commands/check.ts',
      /await checkSources/,
      'await checkAll',
      'runCheck does not call checkSources',
    ],
    [
      'another is called',
      'cli/program.ts',
      'commands/check.ts',
      'commands/other.ts',
      'runProgram does not call runCheck',
    ],
    [
      'a layer comes between',
      'src/check/scan/observe-clip.ts',
      /gatherNear\(scan, [^)]*\);/g,
      'gatherAll(scan);',
      'observeClip does not call gatherNear',
    ],
    ['a worker does something else', 'cli/pool/worker.ts', /answerTask/g, 'answer', 'no worker calls answerTask'],
  ];
  it.each(mutants)('the check itself catches that %s', (_, file, from, to, fault) => {
    const text = readSource(file)!;
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const rows = paths.get('5. Check: clips in, findings out')!;
    expect(findFaults(rows, path => (path === file ? changed : readSource(path)))).toContain(fault);
  });

  it('the check itself reads rows, and follows functions of one file where a path does not count calls', () => {
    const text = '\n### 1. One\n\n```\n first(x)  a.ts   begins\n   second, third  b.ts\n 1 fourth  b.ts\n```';
    const [rows] = [...readPaths(text).values()];
    expect(rows[1]).toEqual({ names: ['second', 'third'], files: ['b.ts'], indent: 3, number: 0 });
    const files: Record<string, string> = {
      'src/a.ts':
        "import { second, third, fourth } from './b.ts';\nexport function first() { between(third); }\nfunction between() { second(); fourth(); }",
      'src/b.ts': 'export function second() {}\nexport function third() {}\nexport function fourth() {}',
    };
    expect(findFaults(rows, path => files[path] ?? null)).toEqual(['first does not call fourth']);
    expect(() => readPaths('\n### 1. One\n\n```\n (nothing)\n```')).toThrow('no row');
  });
});
