import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keepVrm } from '../../cli/rigs/keep-vrm.ts';
import { readVrm } from '../../cli/rigs/vrm.ts';
import { parseJson } from '../../cli/subjects/container-json.ts';
import { parseAsset } from '../../cli/subjects/load-asset.ts';
import { createSubject, readAssets, readBundle } from '../../cli/units/bundle.ts';
import { type GltfAsset, readGltf, writeGltf } from '../../src/gltf/index.ts';
import { useFolder } from '../cli/in-folder.ts';
import { run } from '../cli/run.ts';
import { editGlb } from '../gltf/make-glb.ts';
import { boneNames, makePerson } from './make-person.ts';

/** A person whose joints are called J0, J1, ..., with three morph targets that lift some of it. */
function makeAsset(): GltfAsset {
  const asset = makePerson({ nameOf: bone => `J${boneNames.indexOf(bone)}`, armsDown: 60 });
  const [body] = asset.bodies;
  if (body.source.kind !== 'linear-blend') throw new Error('a person is skinned');
  const targets = [0.1, 0.2, 0.3].map(lift => body.mesh.positions.map((_, k) => (k % 3 === 1 && k < 48 ? lift : 0)));
  const source = { kind: 'chain' as const, targets, skinning: body.source };
  const bodies = [
    {
      ...body,
      node: 0,
      source,
      targetNames: ['a', 'b', 'c'],
      restWeights: new Float64Array(3),
      materialNames: ['skin'],
    },
  ];
  return { ...asset, bodies };
}

const glb = writeGltf(makeAsset());
const nodeOf = (bone: string): number => boneNames.indexOf(bone) + 1;
const meshNode = (parseJson(glb) as { nodes: { mesh?: number }[] }).nodes.findIndex(({ mesh }) => mesh !== undefined);

const one = {
  VRMC_vrm: {
    specVersion: '1.0',
    meta: { name: 'P', thumbnailImage: 3 },
    humanoid: { humanBones: Object.fromEntries(boneNames.map(bone => [bone, { node: nodeOf(bone) }])) },
    expressions: {
      preset: {
        happy: {
          morphTargetBinds: [
            { node: meshNode, index: 0, weight: 0.5 },
            { node: meshNode, index: 1, weight: 1 },
          ],
          materialColorBinds: [
            { material: 4, type: 'color', targetValue: [1, 0, 0, 1] },
            { material: 0, type: 'color', targetValue: [0, 0, 0, 1] },
          ],
        },
        blink: {
          morphTargetBinds: [{ node: meshNode, index: 9, weight: 1 }, null, { node: 'x', index: 0, weight: 1 }],
        },
      },
    },
  },
  VRMC_springBone: {
    specVersion: '1.0',
    springs: [{ joints: [{ node: 5 }, { node: 6 }, { node: 7 }] }, { joints: [] }],
  },
};
const zero = {
  VRM: {
    meta: { title: 'P', texture: 0 },
    humanoid: { humanBones: boneNames.map(bone => ({ bone, node: nodeOf(bone) })) },
    blendShapeMaster: {
      blendShapeGroups: [
        {
          name: 'Joy',
          presetName: 'joy',
          binds: [
            { mesh: 7, index: 0, weight: 50 },
            { mesh: 7, index: 1, weight: 100 },
          ],
        },
        { name: 'Wink!', presetName: 'unknown', binds: [{ mesh: 99, index: 0, weight: 100 }] },
      ],
    },
    firstPerson: { meshAnnotations: [{ mesh: 7, firstPersonFlag: 'Auto' }, { mesh: 8 }] },
    secondaryAnimation: { boneGroups: [{ bones: [5, 6] }, { bones: [7] }] },
    materialProperties: [{ name: 'skin', textureProperties: { _MainTex: 0 } }],
  },
};

/** The file with other numbers of meshes and materials than a writer would choose, as the original has. */
function makeVrm(extensions: object): Uint8Array {
  return editGlb(glb, json => {
    const file = json as unknown as {
      nodes: { mesh?: number; extensions?: object }[];
      meshes: object[];
      materials: object[];
    };
    if ('VRM' in extensions) {
      file.meshes = [...Array(7).fill(file.meshes[0]), file.meshes[0]];
      file.nodes[meshNode].mesh = 7;
    }
    file.nodes[4].extensions = { VRMC_node_constraint: { constraint: { roll: { source: 3, rollAxis: 'X' } } } };
    Object.assign(json, { extensions, extensionsUsed: Object.keys(extensions) });
  });
}

useFolder(() => {
  writeFileSync('one.vrm', makeVrm(one));
  writeFileSync('zero.vrm', makeVrm(zero));
  writeFileSync('plain.glb', glb);
});

describe('a .vrm', () => {
  it.each([
    ['one.vrm', 'happy'],
    ['zero.vrm', 'joy'],
  ])('%s: regions are called by the bones of a person', async (file, expression) => {
    const { bodies, gaps } = await createSubject(await readBundle({ name: '', kind: 'single', paths: [file] }), 1);
    expect(new Set(bodies[0].jointNames)).toEqual(new Set(boneNames));
    const springs = file === 'one.vrm' ? 2 : 3;
    expect(gaps).toContain(
      `${springs} spring bones (hair, cloth) swing in applications; here they stay as clips have them.`,
    );
    expect(gaps).toContain('1 nodes are turned by constraints in applications; here they stay as clips have them.');
    const [{ clips }] = await readAssets(await readBundle({ name: '', kind: 'single', paths: [file], flex: true }));
    const shapes = clips
      .filter(({ name }) => name.startsWith('flex: shape'))
      .map(({ name, tracks }) => [name, [...tracks[0].values.subarray(3, 6)]]);
    // Of three targets two are moved by the expression only, each up to its weight, and the third by itself.
    expect(shapes).toEqual([
      [`flex: shape ${expression} 0..1`, [0.5, 1, 0]],
      ['flex: shape c 0..1', [0, 0, 1]],
      [`flex: shape ${expression} 0..1 + c 0..1`, [0.5, 1, 1]],
    ]);
  });

  it('is checked, ignored and inspected by these names', async () => {
    const check = ['check', 'one.vrm', '--flex', '--clip', 'flex: left elbow*', '--ignore'];
    expect((await run([...check, 'leftHand:hips'])).err).toBe('');
    expect((await run([...check, 'J5:hips'])).err).toContain('J5');
    expect((await run(['inspect', 'zero.vrm'])).out).toContain('leftUpperArm');
    expect((await run(['inspect', 'plain.glb'])).out).toMatch(/\bJ\d+\b/);
  });

  it.each(['one.vrm', 'zero.vrm'])('%s stays one when it is written with colours', async file => {
    await run(['check', file, '--flex', '--clip', 'flex: left elbow*', '--heat', 'out.glb']);
    const bytes = readFileSync('out.glb');
    const [before, after] = [readFileSync(file), bytes].map(readVrm);
    expect(after).toEqual(before);
    expect(after!.expressions[0].binds.length).toBe(2);
    const json = parseJson(bytes) as {
      extensionsUsed: string[];
      extensions: Record<string, Record<string, unknown>>;
      nodes: { extensions?: object }[];
      meshes: object[];
    };
    expect([...json.extensionsUsed].sort()).toEqual(
      [...Object.keys(file === 'one.vrm' ? one : zero), 'VRMC_node_constraint'].sort(),
    );
    expect(json.nodes[4].extensions).toEqual({
      VRMC_node_constraint: { constraint: { roll: { source: 3, rollAxis: 'X' } } },
    });
    const text = JSON.stringify(json.extensions);
    expect(text).not.toMatch(/thumbnailImage|"texture"|materialProperties|"material":4|"mesh":[78]/);
    if (file === 'one.vrm') expect(text).toContain('"material":0');
    else expect(json.extensions.VRM.firstPerson).toEqual({ meshAnnotations: [{ mesh: 0, firstPersonFlag: 'Auto' }] });
    expect((await parseAsset({ bytes, resources: [] })).clips.length).toBeGreaterThan(0); // still a file that plays
  });

  it('is no .vrm if it does not say so, and nothing else is touched', async () => {
    expect(readVrm(glb)).toBeNull();
    expect(keepVrm(glb, glb)).toBe(glb);
    for (const VRMC_vrm of [null, 7, [], { humanoid: [], expressions: { preset: [null, 3], custom: 'x' } }]) {
      const odd = editGlb(glb, json =>
        Object.assign(json, { extensions: { VRMC_vrm, VRMC_springBone: { springs: [null, {}] } } }),
      );
      const vrm = readVrm(odd)!;
      expect([vrm.bones, vrm.gaps, vrm.expressions.flatMap(({ binds }) => binds)]).toEqual([null, [], []]);
      expect((await readGltf(keepVrm(glb, odd))).bodies.length).toBe(1);
    }
  });
});
