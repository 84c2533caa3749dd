import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { formatTable } from './markdown.ts';

interface Cell {
  /** The rule, or what makes it. */
  text: string;
}

type Table = Map<string, Map<string, Cell>>;

const TABLE = 'src/refit/rules.ts';

/** docs/refit-rules.md: the table of refit rules as it stands in the code, and what each rule's comment says of its bound. */
export function writeRulesPage(root: string): string {
  const source = parse(root, TABLE);
  const tables = readTables(source);
  const table = tables.get('refitRules')!;
  const imports = readImports(source);
  const volumes = [...table.values()][0].keys();
  const heading = ['deformer', ...volumes];
  const rows = [...table].map(([deformer, cells]) => [
    `\`${deformer}\``,
    ...[...cells.values()].map(cell => link(cell, imports)),
  ]);
  const files = [
    ...new Set([...table.values()].flatMap(cells => [...cells.values()].map(({ text }) => imports.get(text)!))),
  ];
  const lines = [
    '# Refit rules',
    '',
    `Written by \`npm run pages\` from the table in [${TABLE}](../${TABLE}) and the comments of the rules it names.`,
    '',
    'A refit rule moves the bounding volume of an inner node to the current pose from the joints and weights alone; it reads no',
    'vertex. Every cell holds: the volume contains every posed vertex below its node, rounding included, whatever the pose. No cell',
    'is approximate; [the test](../test/guarantees/refit.test.ts) runs over all of them by itself. Leaves are bounded from their',
    'vertices ([why](decisions/0001-leaves-from-vertices.md)).',
    '',
    ...formatTable([heading, ...rows]),
    '',
    '## Why they hold',
    '',
    'What the comments of these files say of the bounds and their parts.',
    '',
    ...files.flatMap(file => describeFile(root, file)),
    'Words are explained in the [glossary](glossary.md), keys in brackets in the [references](references.md).',
  ];
  return `${lines.join('\n')}\n`;
}

function parse(root: string, file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022, true);
}

/** The object literals of the file that are tables of tables; a spread takes over the rows of an earlier one. */
function readTables(source: ts.SourceFile): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !ts.isObjectLiteralExpression(initializer)) continue;
      const table: Table = new Map();
      for (const property of initializer.properties) {
        if (ts.isSpreadAssignment(property)) {
          for (const [row, cells] of tables.get(property.expression.getText()) ?? []) table.set(row, cells);
        } else if (ts.isPropertyAssignment(property) && ts.isObjectLiteralExpression(property.initializer)) {
          table.set(textOf(property.name), readCells(property.initializer));
        }
      }
      tables.set(name.getText(), table);
    }
  }
  return tables;
}

function readCells(row: ts.ObjectLiteralExpression): Map<string, Cell> {
  return new Map(
    row.properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => {
      const called = ts.isCallExpression(initializer) ? initializer.expression : initializer;
      return [textOf(name), { text: called.getText() }];
    }),
  );
}

function textOf(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

/** Which file each imported name comes from. */
function readImports(source: ts.SourceFile): Map<string, string> {
  const imports = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name } of bindings.elements) imports.set(name.text, posix.join(posix.dirname(TABLE), from));
  }
  return imports;
}

function link({ text }: Cell, imports: Map<string, string>): string {
  const file = imports.get(text);
  return file ? `[\`${text}\`](../${file})` : `\`${text}\``;
}

/** The functions of a file that have a comment, with it: why the bound is true, when, and what it costs. */
function describeFile(root: string, file: string): string[] {
  const source = parse(root, file);
  const described = source.statements.flatMap(statement => {
    const name = nameOfFunction(statement);
    const ranges = ts.getLeadingCommentRanges(source.text, statement.getFullStart()) ?? [];
    const last = ranges.findLast(({ pos }) => source.text.startsWith('/**', pos));
    if (!name || !last) return [];
    return [`**\`${name}\`**`, '', ...cleanComment(source.text.slice(last.pos, last.end)), ''];
  });
  return [`### ${posix.basename(file, '.ts')}`, '', ...described];
}

/** Of a function, or of a constant that is one; undefined for all else. */
function nameOfFunction(statement: ts.Statement): string | undefined {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text;
  if (!ts.isVariableStatement(statement)) return undefined;
  const [{ name, initializer }] = statement.declarationList.declarations;
  return initializer && ts.isArrowFunction(initializer) ? name.getText() : undefined;
}

function cleanComment(comment: string): string[] {
  const text = comment.replace(/^\/\*\*\s?|\s*\*\/$/g, '');
  const lines = text.split('\n').map(line => line.replace(/^\s*\* ?/, '').trimEnd());
  return lines.filter(line => !line.startsWith('@') && !line.startsWith('{@')).map(line => line.replace(/^ +/, ''));
}
