import { describe, expect, it } from 'vitest';
import { type Interpolation, poseAt, readGltf } from '../../src/gltf/index.ts';
import { createScenePose, placeBodies } from '../../src/gltf/pose/pose-at.ts';
import { sampleClip } from '../../src/gltf/pose/sample-clip.ts';
import { type AnyJson, createArm, editGlb, toGlb } from './make-glb.ts';
import { readChecked } from './read-checked.ts';

describe('morph targets and clips', () => {
  it.each<Interpolation>(['STEP', 'LINEAR', 'CUBICSPLINE'])(
    '%s: joints and weights, as specified',
    async interpolation => {
      const asset = await readChecked(await toGlb(createArm({ targets: 3, interpolation })));
      const [body] = asset.bodies;
      expect(body.source.kind).toBe('chain');
      expect(body.targetNames).toEqual(['shape 0', 'shape 1', 'shape 2']);
      expect([...body.restWeights]).toEqual([0, 0.1, 0.2]);
      expect(asset.clips[0]).toMatchObject({ name: 'wave', start: 0.25, end: 2 });
      expect([...asset.clips[0].keyTimes]).toEqual([0.25, 0.5, 1.25, 2]);
      expect(asset.clips[0].tracks).toHaveLength(19);
    },
  );

  it.each<Interpolation>(['STEP', 'LINEAR', 'CUBICSPLINE'])(
    '%s: a morph without skin follows its node',
    async interpolation => {
      const asset = await readChecked(await toGlb(createArm({ targets: 2, skinned: false, interpolation })));
      expect(asset.bodies[0].source.kind).toBe('morph');
    },
  );

  it('a target without positions moves nothing; weights of the node go before those of the mesh', async () => {
    const glb = editGlb(await toGlb(createArm({ targets: 2 })), json => {
      for (const { targets } of json.meshes[0].primitives) targets[0] = { NORMAL: targets[0].POSITION };
      json.nodes[0].weights = [0.5, -0.25];
    });
    const asset = await readChecked(glb);
    expect([...asset.bodies[0].restWeights]).toEqual([0.5, -0.25]);
  });

  it('quaternions on opposite sides are blended the short way', async () => {
    const document = createArm();
    const [clip] = document.getRoot().listAnimations();
    for (const sampler of clip.listSamplers()) {
      const output = sampler.getOutput()!;
      const key: number[] = output.getElement(1, []);
      if (output.getType() === 'VEC4')
        output.setElement(
          1,
          key.map(x => -x),
        );
    }
    await readChecked(await toGlb(document));
  });

  it('a quaternion and its opposite are the same rotation, and so is what lies between', async () => {
    const document = createArm();
    for (const sampler of document.getRoot().listAnimations()[0].listSamplers()) {
      const output = sampler.getOutput()!;
      const key: number[] = output.getElement(0, []);
      const isRotation = output.getType() === 'VEC4';
      if (isRotation) output.setElement(1, [-key[0], -key[1], -key[2], -key[3]]);
    }
    await readChecked(await toGlb(document));
  });

  it('outputs in normalized integers', async () => {
    const document = createArm({ targets: 2 });
    for (const sampler of document.getRoot().listAnimations()[0].listSamplers()) {
      const output = sampler.getOutput()!;
      if (output.getType() === 'VEC3') continue;
      output
        .setArray(Int16Array.from(output.getArray() as Float32Array, x => Math.round(32767 * x)))
        .setNormalized(true);
    }
    await readChecked(await toGlb(document));
  });

  it('a channel of something else, and weights of a node without targets, are gaps', async () => {
    const glb = editGlb(await toGlb(createArm()), json => {
      json.animations[0].channels[0].target.path = 'pointer';
      json.animations[0].channels[1].target.path = 'weights';
      json.accessors[json.animations[0].samplers[json.animations[0].channels[1].sampler].output].type = 'SCALAR';
      json.accessors[json.animations[0].samplers[json.animations[0].channels[1].sampler].output].count *= 3;
    });
    const { gaps, clips } = await readGltf(glb);
    expect(gaps).toEqual([
      "Channel 0 of clip 'wave' is left out: 'pointer' is not read.",
      "Clip 'wave' moves the weights of node 'bone 0', which has no morph targets to read.",
    ]);
    expect(clips[0].tracks).toHaveLength(16);
  });

  it('what KHR_animation_pointer names by a path moves as if it were named by its node', async () => {
    const plain = await toGlb(createArm({ targets: 2 }));
    const named = editGlb(plain, json => {
      for (const { target } of json.animations[0].channels) {
        const { node, path } = target;
        const ofMesh = path === 'weights' && json.nodes[node].weights === undefined;
        const pointer = ofMesh ? `/meshes/${json.nodes[node].mesh}/weights` : `/nodes/${node}/${path}`;
        delete target.node;
        Object.assign(target, { path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } });
      }
      json.extensionsUsed = json.extensionsRequired = ['KHR_animation_pointer'];
    });
    const asset = await readGltf(named);
    expect(asset.gaps).toEqual([]);
    expect(asset.clips).toEqual((await readGltf(plain)).clips);
  });

  it('a pointer to weights of a mesh moves every node that carries it, but those with weights of their own', async () => {
    const glb = editGlb(await toGlb(createArm({ targets: 2, skinned: false })), json => {
      const [{ mesh }] = json.nodes;
      json.nodes.push({ mesh }, { mesh, weights: [0.5, 0.5] });
      json.scenes[0].nodes.push(json.nodes.length - 2, json.nodes.length - 1);
      const channel = json.animations[0].channels.find(({ target }: AnyJson) => target.path === 'weights');
      channel.target = {
        path: 'pointer',
        extensions: { KHR_animation_pointer: { pointer: `/meshes/${mesh}/weights` } },
      };
    });
    const { bodies, clips } = await readGltf(glb);
    const moved = clips[0].tracks.flatMap(track => (track.path === 'weights' ? track.bodies : []));
    expect(moved.map(b => bodies[b].node).sort()).toEqual([bodies[0].node, bodies[1].node].sort());
    expect(bodies).toHaveLength(3);
  });

  it('of other pointers those that might move vertices are gaps', async () => {
    const pointers = ['/materials/0/pbrMetallicRoughness/baseColorFactor', '/nodes/0/weights/1', '/nodes/99/scale'];
    const [looks, single, nowhere] = await Promise.all(
      pointers.map(async pointer =>
        editGlb(await toGlb(createArm({ targets: 2 })), json => {
          json.animations[0].channels[0].target = {
            path: 'pointer',
            extensions: { KHR_animation_pointer: { pointer } },
          };
        }),
      ),
    );
    expect((await readGltf(looks)).gaps).toEqual([]);
    expect((await readGltf(single)).gaps).toEqual([
      "Channel 0 of clip 'wave' is left out: '/nodes/0/weights/1' is not read.",
    ]);
    await expect(readGltf(nowhere)).rejects.toThrow(/animations\[0\]\.channels\[0\]\.target is 99/);
  });

  it('poses are written to the arrays given; clips can be laid over each other; a time must be a number', async () => {
    const asset = await readGltf(await toGlb(createArm({ targets: 1 })));
    const pose = createScenePose(asset);
    const rest = structuredClone(pose);
    const arrays = [pose.nodeMatrices, pose.translations, pose.bodies[0].jointMatrices, pose.bodies[0].weights];
    poseAt(asset, asset.clips[0], 0.9, { into: pose });
    const posed = structuredClone(pose);
    expect([pose.nodeMatrices, pose.translations, pose.bodies[0].jointMatrices, pose.bodies[0].weights]).toEqual(
      arrays,
    );
    expect(arrays[0]).toBe(pose.nodeMatrices);
    expect(posed.bodies[0].jointMatrices).not.toEqual(rest.bodies[0].jointMatrices);
    poseAt(asset, null, 0, { into: pose });
    expect(pose).toEqual(rest);
    const clip = asset.clips[0];
    const half = Math.floor(clip.tracks.length / 2);
    sampleClip({ ...clip, tracks: clip.tracks.slice(0, half) }, 0.9, pose);
    sampleClip({ ...clip, tracks: clip.tracks.slice(half) }, 0.9, pose);
    placeBodies(asset, pose);
    expect(pose).toEqual(posed);
    expect(() => poseAt(asset, clip, Number.NaN, { into: pose })).toThrow(
      'sampleClip: time is NaN; give seconds, a finite number.',
    );
  });
});
