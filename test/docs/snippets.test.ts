import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkSnippets, listSnippets, type Snippet } from './check-snippets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const meshes = "declare const mesh: import('three').SkinnedMesh;";

/** What the snippets of a page take for granted, one after the other. */
const given: Record<string, string[]> = {
  'docs/babylon.md': [],
  'docs/check.md': ["declare const { name, bodies, rest, clips }: import('poseclash/check').CheckSubject;"],
  'docs/concepts.md': [
    `import { createShape } from 'poseclash';
     declare const mesh: import('poseclash').Mesh, skin: import('poseclash').Skin, skeleton: import('poseclash').Skeleton;`,
    `import { createCollider, setPose } from 'poseclash';
     declare const shape: import('poseclash').Shape, jointMatrices: Float64Array;`,
  ],
  'docs/continuous.md': [
    `declare const mesh: import('poseclash').Mesh, skin: import('poseclash').Skin, skeleton: import('poseclash').Skeleton;
     declare const first: Float64Array, rest: Float64Array[];`,
  ],
  'docs/gltf.md': ['', "import { loadGltf } from 'poseclash/gltf';"],
  'docs/react.md': [],
  'docs/tabulated.md': [
    `import { createLookUp, createMechanism, lookUp, tabulate } from 'poseclash/tabulated';
     declare const jaw: import('poseclash').Mesh, skull: import('poseclash').Mesh;`,
  ],
  'docs/three.md': [
    "declare const character: import('three').Object3D, pointer: import('three').Vector2, camera: import('three').Camera;",
    '',
    meshes,
    `import type {} from 'poseclash/three';
     declare const a: import('three').SkinnedMesh, b: import('three').Mesh;
     declare const faceIndex: number, barycoord: import('three').Vector3;`,
    "declare const knight: import('three').Object3D, dragon: import('three').Object3D, crowd: import('three').Object3D[];",
    `declare const knight: import('three').Object3D, scene: import('three').Scene, matrix: import('three').Matrix4;
     declare const geometry: import('three').BufferGeometry, material: import('three').Material;`,
    '',
    meshes,
  ],
};

const pages = [
  'README.md',
  ...readdirSync(`${root}docs`).flatMap(name => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
const faulty = {
  'no-type': 'const pairs = findPairs(mesh.boundsTree, mesh.boundsTree);',
  'no-null-check': "import { findPairs } from 'poseclash';\nfindPairs(mesh.boundsTree, mesh.boundsTree!);",
  'wrong-type': 'const name: number = mesh.name;',
};

describe('the code in README and guides', () => {
  const snippets = pages.flatMap(page => listSnippets(root, page, given[page]));
  const wrong: Snippet[] = Object.entries(faulty).map(([name, code]) => ({
    name,
    code,
    given: `import type {} from 'poseclash/three';\n${meshes}`,
  }));
  let faults: string[];

  beforeAll(() => {
    faults = checkSnippets(root, [...snippets, ...wrong]);
  }, 240_000);

  it('is there', () => {
    expect(snippets.filter(({ name }) => name.startsWith('docs/three.md')).length).toBe(9);
    expect(new Set(snippets.map(({ name }) => name.split('#')[0]))).toEqual(
      new Set(['README.md', ...Object.keys(given)]),
    );
  });

  it.each(snippets.map(({ name }) => name))('is right under strict TypeScript: %s', name => {
    expect(faults.filter(fault => fault.startsWith(`${name}: `))).toEqual([]);
  });

  it('is judged by a check that sees what is wrong', () => {
    for (const name of Object.keys(faulty)) expect(faults.some(fault => fault.startsWith(`${name}: `))).toBe(true);
  });
});
