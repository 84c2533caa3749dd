import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What users may import, and all that the examples do besides models. */
const entries = [
  'src/index.ts',
  'src/check/index.ts',
  'src/continuous/index.ts',
  'src/debug.ts',
  'src/setup.ts',
  'src/gltf/index.ts',
  'src/simulate/index.ts',
  'src/tabulated/index.ts',
  'src/three/index.ts',
  'src/babylon/index.ts',
  'src/react/index.ts',
];

/**
 * The layers, lowest first, and what each may import besides itself. A layer is a folder or a file; the longest that
 * fits a path is its layer. No arrow that is not listed here is allowed.
 */
const layers: Record<string, string[]> = {
  'src/math': [],
  'src/mesh': ['src/math'],
  'src/bounds': ['src/math'],
  'src/deform': ['src/math', 'src/mesh'],
  'src/tree': ['src/math', 'src/bounds'],
  'src/refit': ['src/math', 'src/mesh', 'src/bounds', 'src/deform'],
  'src/shape.ts': ['src/math', 'src/mesh', 'src/bounds', 'src/deform', 'src/refit', 'src/tree'],
  'src/query/elementary': ['src/math'],
  'src/query/pairs/pair-list.ts': [],
  'src/query/stats.ts': [],
  'src/workspace.ts': ['src/bounds', 'src/query/elementary', 'src/query/pairs/pair-list.ts', 'src/query/stats.ts'],
};
const core = [...Object.keys(layers)];
Object.assign(layers, {
  'src/self': core,
  'src/save-shape.ts': core,
  'src/build': core, // the worker that builds shapes
  'src/collider.ts': [...core, 'src/pose-leaf.ts', 'src/self'],
  'src/pose-leaf.ts': [...core, 'src/collider.ts'],
  'src/compiled': [...core, 'src/collider.ts', 'src/self'],
  'src/compiled/assembly': [], // compiled by AssemblyScript; what comes of it is src/compiled/module.ts
  'src/query': [...core, 'src/collider.ts', 'src/pose-leaf.ts', 'src/compiled'],
  'src/self/find-self-pairs.ts': [...core, 'src/collider.ts', 'src/self', 'src/query', 'src/compiled'],
  'src/self/brute-force.ts': [...core, 'src/collider.ts', 'src/self'],
  'src/continuous/elementary': ['src/math'],
  'src/continuous': [
    ...core,
    'src/collider.ts',
    'src/pose-leaf.ts',
    'src/query',
    'src/self',
    'src/self/find-self-pairs.ts',
    'src/continuous/elementary',
  ],
  'src/continuous/index.ts': ['src/continuous', 'src/continuous/elementary'],
  'src/tabulated': [...core, 'src/collider.ts', 'src/pose-leaf.ts', 'src/query'],
  'src/gltf': [...core, 'src/save-shape.ts', 'src/collider.ts'],
  'src/compiled/root-box.ts': ['src/compiled', 'src/collider.ts'],
  'src/three': [...core, 'src/build', 'src/collider.ts', 'src/compiled/root-box.ts', 'src/pose-leaf.ts', 'src/query'],
  'src/babylon': [...core, 'src/collider.ts', 'src/query'],
  'src/react': [...core, 'src/collider.ts', 'src/query', 'src/three', 'src/three/index.ts'],
  'src/check': [
    ...core,
    'src/collider.ts',
    'src/compiled',
    'src/query',
    'src/self',
    'src/continuous',
    'src/continuous/elementary',
  ],
  'src/check/index.ts': ['src/check'],
  'src/three/subject-of-three.ts': ['src/three', 'src/check', 'src/math'], // of check the types only
  'src/gltf/index.ts': ['src/gltf'],
  'src/tabulated/index.ts': ['src/tabulated'],
  'src/three/index.ts': ['src/three', 'src/three/subject-of-three.ts', 'src/collider.ts'],
  'src/babylon/index.ts': ['src/babylon'],
  'src/react/index.ts': ['src/react'],
  'src/simulate': [...core, 'src/collider.ts', 'src/query', 'src/query/elementary'],
  'src/simulate/index.ts': ['src/simulate', 'src/math'],
  models: ['src/math', 'src/mesh', 'src/deform', 'src/query/elementary'],
  'models/morphing': ['src/math', 'src/mesh', 'models'],
  'models/reduced': ['src/math', 'src/mesh', 'models'],
  'models/character': ['src/math', 'src/mesh', 'models'],
  'models/constrained': ['src/math', 'src/mesh', 'models'],
  'models/skeletal': ['src/math', 'src/mesh', 'models'],
  'models/index.ts': ['models'],
  'models/character/index.ts': ['models/character'],
  'models/constrained/index.ts': ['models/constrained'],
  'models/skeletal/index.ts': ['models/skeletal'],
  'models/morphing/index.ts': ['models/morphing'],
  'models/reduced/index.ts': ['models/reduced'],
  'src/index.ts': [
    ...core,
    'src/collider.ts',
    'src/save-shape.ts',
    'src/build',
    'src/query',
    'src/self/brute-force.ts',
    'src/self/find-self-pairs.ts',
  ],
  'src/setup.ts': ['src/compiled'],
  'src/debug.ts': [...core, 'src/query', 'src/self/brute-force.ts'],
  'bench/harness': [],
  picture: [],
});
/** The programs around the library are built with it and may use all of it. */
const house = Object.keys(layers);
Object.assign(layers, {
  papers: house,
  cli: house,
  bench: [...house, 'papers', 'cli'],
  examples: [...entries, ...house.filter(layer => layer.startsWith('models')), 'papers'],
  scripts: [...house, 'papers', 'bench'],
  viewer: [...house, 'papers', 'cli'], // of cli what files look like
  'report-page': ['cli'], // the record it is given, and its links
  site: [...house, 'cli'],
});

/** Packages a layer may import; with a slash at the end, all modules of one. Node's own modules are for the programs: the library runs in browsers too. */
const packages: Record<string, string[]> = {
  'src/gltf': ['draco3dgltf', 'meshoptimizer/decoder'],
  'src/math': ['robust-predicates'],
  'models/reduced': ['ml-matrix'],
  cli: [
    'aws4fetch',
    'bullmq',
    'cli-progress',
    'commander',
    'ioredis',
    'jpeg-js',
    'meshoptimizer/encoder',
    'picocolors',
  ],
  'src/three': ['three'],
  'src/three/index.ts': ['three'],
  'src/three/subject-of-three.ts': ['three'],
  'src/babylon': ['@babylonjs/core/'],
  'src/react': ['react', '@react-three/fiber', 'three'],
  bench: ['three', 'three-mesh-bvh'],
  examples: ['@babylonjs/core/', '@react-three/fiber', 'react', 'three'],
  viewer: ['three', 'three/addons/controls/OrbitControls.js'],
  'report-page': ['meshoptimizer/decoder', 'three', 'three/addons/controls/OrbitControls.js'],
  scripts: [
    '@microsoft/api-extractor',
    'assemblyscript/asc',
    'esbuild',
    'markdown-it',
    'playwright-core',
    'rollup',
    'rollup-plugin-dts',
    'typescript',
    'vite',
  ],
};
const usesNode = new Set(['cli', 'picture', 'bench', 'bench/harness', 'papers', 'examples', 'scripts']);

function layerOf(path: string): string | undefined {
  return Object.keys(layers)
    .filter(layer => path === layer || path.startsWith(`${layer}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function allowsPackage(allowed: readonly string[] = [], name: string): boolean {
  return allowed.some(one => (one.endsWith('/') ? name.startsWith(one) : name === one));
}

/** The arrows of one file that are not allowed, in words. `file` is relative to the repository, with forward slashes. */
function findForbidden(file: string, imports: string[]): string[] {
  const layer = layerOf(file);
  if (layer === undefined) return [`${file} is in no layer`];
  return imports.flatMap(name => {
    if (!name.startsWith('.')) {
      const isAllowed = name.startsWith('node:') ? usesNode.has(layer) : allowsPackage(packages[layer], name);
      return isAllowed ? [] : [`${file} imports ${name}`];
    }
    const target = posix.join(posix.dirname(file), name);
    const targetLayer = layerOf(target);
    const isAllowed = targetLayer !== undefined && (targetLayer === layer || layers[layer].includes(targetLayer));
    return isAllowed ? [] : [`${file} imports ${target}`];
  });
}

/** All imports of a source text: types, re-exports and dynamic ones included. */
function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

function listFiles(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return path.endsWith('.ts') ? [path] : [];
  });
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

describe('architecture', () => {
  it.each([
    'src',
    'models',
    'papers',
    'cli',
    'picture',
    'bench',
    'examples',
    'scripts',
    'viewer',
    'report-page',
    'site',
  ])('%s: every import follows an allowed arrow', folder => {
    const files = listFiles(folder);
    expect(files.flatMap(file => findForbidden(file, importsOf(read(file))))).toEqual([]);
    if (folder === 'src') expect(files.length).toBeGreaterThan(50);
  });

  it('the layers have no cycle but the one between a collider and the posing of its leaves', () => {
    const cycles: string[] = [];
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      layers[from].some(next => {
        if (next === to) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return reaches(next, to, seen);
      });
    for (const layer of Object.keys(layers)) if (reaches(layer, layer)) cycles.push(layer);
    expect(cycles).toEqual(['src/collider.ts', 'src/pose-leaf.ts']);
  });

  const forbidden: [file: string, name: string][] = [
    ['src/math/vector.ts', '../mesh/mesh.ts'],
    ['src/mesh/mesh.ts', '../tree/tree.ts'],
    ['src/bounds/sphere.ts', '../deform/deformer.ts'],
    ['src/deform/deformer.ts', '../refit/rules.ts'],
    ['src/tree/build.ts', '../deform/deformer.ts'],
    ['src/tree/build.ts', '../refit/records.ts'],
    ['src/refit/rules.ts', '../tree/tree.ts'],
    ['src/refit/rules.ts', '../../papers/kavan-2006/algorithm-1.ts'],
    ['src/shape.ts', './collider.ts'],
    ['src/collider.ts', './query/find-pairs.ts'],
    ['src/self/walk.ts', '../collider.ts'],
    ['src/query/pairs/find-pairs.ts', '../../../papers/bottom-up.ts'],
    ['src/query/pairs/find-pairs.ts', '../../../models/man.ts'],
    ['src/query/pairs/find-pairs.ts', '../../index.ts'],
    ['models/man.ts', '../src/collider.ts'],
    ['models/man.ts', './index.ts'],
    ['src/index.ts', '../models/index.ts'],
    ['src/index.ts', '../papers/kavan-2006/algorithm-1.ts'],
    ['papers/kavan-2006/bench/queries.ts', '../../../bench/run.ts'],
    ['examples/two-colliders.ts', '../src/collider.ts'],
    ['scripts/render.ts', '../test/support/find-escape.ts'],
    ['src/save-shape.ts', 'node:fs'],
    ['src/query/pairs/find-pairs.ts', 'robust-predicates'],
    ['papers/kavan-2006/bench/queries.ts', 'bullmq'],
    ['cli/main.ts', '../viewer/main.ts'],
  ];
  it.each(forbidden)('the check itself catches %s importing %s', (file, name) => {
    expect(findForbidden(file, [name])).toHaveLength(1);
  });

  it('the check itself allows what is meant, and sees every form of import', () => {
    expect(
      findForbidden('src/query/pairs/find-pairs.ts', ['../../collider.ts', '../stats.ts', '../../tree/tree.ts']),
    ).toEqual([]);
    expect(findForbidden('src/math/predicates.ts', ['robust-predicates'])).toEqual([]);
    expect(findForbidden('bench/run.ts', ['node:util', '../papers/scene-catalogue.ts', '../src/index.ts'])).toEqual([]);
    const text = [
      "import { a } from './a.ts';",
      "import type { B } from './b.ts';",
      "import {\n  c,\n} from './c.ts';",
      "export { d } from './d.ts';",
      "export type { E } from './e.ts';",
      "export * from './f.ts';",
      "import './g.ts';",
      "const h = await import('./h.ts');",
      "// import './comment.ts';",
    ].join('\n');
    expect(importsOf(text).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(name => `./${name}.ts`));
  });
});

describe('src', () => {
  const sources = listFiles('src').map(path => ({ path, text: read(path) }));

  /** An answer depends on the clock only where somebody asks for that: a limit in milliseconds. */
  const exceptions: Record<string, string[]> = { 'performance.now': ['src/query/walk/budget.ts'] };

  it.each(['Math.random', 'console.log', 'Date.now', 'performance.now'])('never says %s', word => {
    expect(sources.filter(({ text }) => text.includes(word)).map(({ path }) => path)).toEqual(exceptions[word] ?? []);
  });

  it('has no file of more than 400 lines', () => {
    const long = sources.filter(({ text }) => text.trimEnd().split('\n').length > 400);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

/** Memory of a module that outlives a call, by name: variables, and constants that are made to be written to. */
function findModuleState(text: string): string[] {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const isConstant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const word = name.getText();
      const isWritten = initializer !== undefined && (isMemory(word, initializer) || isAssigned(file, word));
      if (!isConstant || isWritten) found.push(word);
    }
  }
  return found;
}

/** Names in capitals are of constants; else what is made by `new`, or by a function that makes records, is for writing. */
function isMemory(name: string, initializer: ts.Expression): boolean {
  if (name === name.toUpperCase()) return false;
  if (ts.isNewExpression(initializer)) return true;
  return ts.isCallExpression(initializer) && /^create[A-Z]/.test(initializer.expression.getText());
}

/** Whether a part of the named value is assigned to, anywhere in the file. */
function isAssigned(file: ts.SourceFile, name: string): boolean {
  const rootOf = (node: ts.Expression): ts.Expression =>
    ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? rootOf(node.expression) : node;
  const isPart = (node: ts.Node): boolean =>
    (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && rootOf(node).getText() === name;
  const isWrite = (node: ts.Node): boolean => {
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
      return assigns && isPart(node.left);
    }
    if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) {
      const { operator } = node;
      return (
        (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken) && isPart(node.operand)
      );
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    const { expression, name: method } = node.expression;
    return ['set', 'fill', 'push', 'copyWithin', 'sort'].includes(method.text) && expression.getText() === name;
  };
  const search = (node: ts.Node): boolean => isWrite(node) || (ts.forEachChild(node, search) ?? false);
  return search(file);
}

/** What modules may remember, and why. Entries are only ever taken away. */
const remembered: Record<string, string> = {
  'src/compiled/engine.ts: engine':
    'a compiled program and its memory, one for each thread; what is in it is a cache, on which no answer depends',
  'src/query/surface/triangle-slots.ts: slotsOf':
    'a table of a shape, which never changes: computed once, the same whoever asks',
  'src/query/track/motion.ts: partsOf': 'the same',
  'src/self/plan.ts: plans': 'the same',
  'src/check/scan/deviation.ts: boxesOfShapes': 'the same',
  'src/check/measure/vertex-depths.ts: known': 'the same, of a plan',
  'src/check/measure/creases.ts: known': 'answers about the rest surface of a shape, which never change',
  'src/continuous/find-impacts.ts: featuresOfShapes': 'a table of a shape',
  'src/gltf/container/unpack-draco.ts: dracoDecoder': 'a program that is loaded once, on demand',
  'src/gltf/container/extensions.ts: understood': 'a set of names that nothing is added to',
};

/** Folders whose modules still keep room for queries, and how many such names there are: numbers that only fall. */
const owing: Record<string, number> = { 'src/three': 9, models: 6 };

describe('modules remember nothing', () => {
  const files = [...listFiles('src'), ...listFiles('models')];
  const state = files.flatMap(path => findModuleState(read(path)).map(name => `${path}: ${name}`));
  const owed = (folder: string): string[] => state.filter(entry => entry.startsWith(`${folder}/`));

  it('between two queries: what a query needs is in a Workspace', () => {
    const rest = state.filter(
      entry => !(entry in remembered) && !Object.keys(owing).some(at => owed(at).includes(entry)),
    );
    expect(rest).toEqual([]);
  });

  it.each(Object.entries(owing))('%s: has at most %i names to go', (folder, most) => {
    expect(owed(folder).length, owed(folder).join(', ')).toBeLessThanOrEqual(most);
  });

  it.each([
    ['let stack = new Uint32Array(4);', ['stack']],
    ['export let count = 0;', ['count']],
    ['const room = new Float64Array(6);', ['room']],
    ['const best = createStats();', ['best']],
    ['const search = { slot: -1 };\nexport function find(): void {\n  search.slot = 2;\n}', ['search']],
    ['const counts = [0, 0];\nexport function add(): void {\n  counts[1]++;\n}', ['counts']],
    ['const WORLD = Float64Array.of(1, 0);\nexport function spoil(): void {\n  WORLD.fill(0);\n}', ['WORLD']],
    ['const WORLD = Float64Array.of(1, 0);\nconst NOTHING = new Uint32Array(0);', []],
    ['const rules = { box: refitBox };\nexport function walk(): void {\n  const stack = new Uint32Array(4);\n}', []],
  ])('the check itself reads %j', (text, names) => {
    expect(findModuleState(text)).toEqual(names);
  });
});
