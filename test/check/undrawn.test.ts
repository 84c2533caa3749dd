import { describe, expect, it } from 'vitest';
import { createGltfSubject } from '../../cli/subjects/gltf-subject.ts';
import { checkSubject } from '../../src/check/index.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { planOfSummary, summarisePlan } from '../../src/check/plan/plan-summary.ts';
import { readGltf } from '../../src/gltf/index.ts';
import { makeBoxes } from '../cli/make-boxes.ts';

type Json = {
  nodes: Record<string, unknown>[];
  materials: Record<string, unknown>[];
  animations: { channels: object[]; samplers: object[] }[];
  scenes: { nodes: number[] }[];
  extensionsUsed?: string[];
};

/** A rod that goes into a box. */
function makeFile(change: (json: Json) => void = () => {}): Uint8Array {
  const json = JSON.parse(
    makeBoxes([
      { name: 'box', size: [1, 1, 1], at: [0, 0, 0] },
      { name: 'rod', size: [1, 0.3, 0.2], at: [2, 0.03, 0.02], keys: [[2, 0.03, 0.02], [0.7, 0.03, 0.02]] },
    ]), // biome-ignore format: two boxes
  ) as Json;
  change(json);
  return new TextEncoder().encode(JSON.stringify(json));
}

async function check(bytes: Uint8Array) {
  return checkSubject(createGltfSubject('boxes', await readGltf(bytes)));
}

/** The rod and the box within a larger box. */
function checkInShell(change: (json: Json) => void) {
  const json = JSON.parse(
    makeBoxes([
      { name: 'box', size: [1, 1, 1], at: [0, 0, 0] },
      { name: 'rod', size: [1, 0.3, 0.2], at: [2, 0.03, 0.02], keys: [[2, 0.03, 0.02], [0.7, 0.03, 0.02]] },
      { name: 'shell', size: [9, 9, 9], at: [0.1, 0.2, 0.3] },
    ]), // biome-ignore format: three boxes
  ) as Json;
  change(json);
  return check(new TextEncoder().encode(JSON.stringify(json)));
}

const invisible = { extensions: { KHR_node_visibility: { visible: false } } };

describe('what is not drawn', () => {
  it('is in the first list only if it is', async () => {
    const { issues } = await check(makeFile());
    expect(issues).toHaveLength(1);
    expect(issues[0].list).toBe('collision');
    expect(issues[0].unseen).toBeUndefined();
  });

  it('is layered if its node is invisible', async () => {
    const { issues, gaps } = await check(makeFile(json => Object.assign(json.nodes[1], invisible)));
    expect(issues[0]).toMatchObject({ list: 'layered', unseen: 'node' });
    expect(issues[0].reasons[0]).toBe('not drawn: the node of one of them is invisible');
    expect(gaps).toEqual([]);
  });

  it('is layered if a node that carries it is invisible, and drawn if that is visible', async () => {
    for (const visible of [false, true]) {
      const { issues, gaps } = await check(
        makeFile(json => {
          json.extensionsUsed = ['KHR_node_visibility'];
          json.nodes.push({ name: 'group', children: [1], extensions: { KHR_node_visibility: { visible } } });
          json.scenes[0].nodes = [0, 2];
        }),
      );
      expect(issues[0].list).toBe(visible ? 'collision' : 'layered');
      expect(gaps).toEqual([]);
    }
  });

  it.each([
    ['BLEND', 0, undefined, 'layered'],
    ['BLEND', 0.1, undefined, 'collision'],
    ['MASK', 0.4, undefined, 'layered'],
    ['MASK', 0.4, 0.3, 'collision'],
    ['MASK', 0.5, undefined, 'collision'],
    ['OPAQUE', 0, undefined, 'collision'],
  ])('is what a material of mode %s with alpha %f and cutoff %s says', async (alphaMode, alpha, alphaCutoff, list) => {
    const { issues } = await check(
      makeFile(json => {
        Object.assign(json.materials[1], { alphaMode, alphaCutoff, pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, alpha] } }); // biome-ignore format: a material
      }),
    );
    expect(issues[0].list).toBe(list);
    expect(issues[0].unseen).toBe(list === 'layered' ? 'material' : undefined);
    if (list === 'layered') {
      expect(issues[0].reasons[0]).toBe('not drawn: the material of one of them is fully transparent');
    }
  });

  it('hides nothing', async () => {
    const shown = await checkInShell(() => {});
    expect(shown.issues[0]).toMatchObject({ list: 'layered', unseen: 'hidden' });
    const free = await checkInShell(json => Object.assign(json.nodes[2], invisible));
    expect(free.issues[0].list).toBe('collision');
  });

  it.each([
    ['a blend of alpha 0.2', { alphaMode: 'BLEND', pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.2] } }, 'collision'],
    ['a blend of alpha 0.8', { alphaMode: 'BLEND', pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.8] } }, 'layered'],
    ['opaque, whatever its alpha', { pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.2] } }, 'layered'],
    ['glass', { extensions: { KHR_materials_transmission: { transmissionFactor: 1 } } }, 'collision'],
    ['milky', { extensions: { KHR_materials_transmission: { transmissionFactor: 0.4 } } }, 'layered'],
    ['glass where a texture says', { extensions: { KHR_materials_transmission: { transmissionFactor: 1, transmissionTexture: { index: 0 } } } }, 'layered'],
  ])('what is in a shell that is %s', async (_, material, list) => {
    const { issues } = await checkInShell(json => Object.assign(json.materials[2], material));
    expect(issues[0].list).toBe(list);
    expect(issues[0].unseen).toBe(list === 'layered' ? 'hidden' : undefined);
  }); // biome-ignore format: a table

  it('but glass itself is drawn', async () => {
    const glass = { extensions: { KHR_materials_transmission: { transmissionFactor: 1 } } };
    const { issues } = await check(makeFile(json => Object.assign(json.materials[1], glass)));
    expect(issues[0].list).toBe('collision');
  });

  it('is told in a summary of the plan, too', async () => {
    const subject = createGltfSubject(
      'boxes',
      await readGltf(makeFile(json => Object.assign(json.nodes[1], invisible))),
    );
    const plan = planCheck(subject);
    expect(plan.undrawn).toEqual([null, 'node']);
    expect(planOfSummary(summarisePlan(plan), plan.options).undrawn).toEqual([null, 'node']);
  });

  it('is as it is at rest, which is said, if a clip shows and hides it', async () => {
    const bytes = makeFile(json => {
      const pointer = '/nodes/1/extensions/KHR_node_visibility/visible';
      json.animations[0].channels.push({
        sampler: 0,
        target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } },
      });
    });
    const { gaps } = await check(bytes);
    expect(gaps).toEqual([
      "Channel 1 of clip 'move' is left out: it shows and hides a node, which counts as it is at rest.",
    ]);
  });
});
