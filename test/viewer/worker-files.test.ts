import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBodyColliders, poseAt, readGltf } from '../../src/gltf/index.ts';
import { createScenePose, setScenePose } from '../../src/gltf/pose/pose-at.ts';
import { boundsOf, type Collider, findPairs, findSelfPairs, posedPositions } from '../../src/index.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { placeBeside, placeBounds, reachOf, UNMOVED } from '../../viewer/placement.ts';
import type { Bounds, Placement, Reply, Request, ViewOptions } from '../../viewer/protocol.ts';
import { openFiles } from '../../viewer/worker/open-files.ts';
import { showFrame } from '../../viewer/worker/opened.ts';
import { createArm, editGlb, toGlb } from '../gltf/make-glb.ts';
import { makeQuarters, makeTextured } from '../looks/make-textured.ts';
import { deformDrawn } from './deform-drawn.ts';

const plain: ViewOptions = { level: null, overlay: 'none', compares: false, isSplit: false };

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

let glb: Uint8Array;
beforeAll(async () => {
  glb = await toGlb(createArm({ targets: 2 }));
});

describe('one dropped file', () => {
  it('plays its clip at 30 steps a second, drawn as the library poses it', async () => {
    const opened = await openFiles([{ name: 'arm.glb', bytes: bufferOf(glb) }]);
    const { about, actors } = opened;
    expect(about).toMatchObject({ scene: 'files', title: 'arm.glb', stepsPerSecond: 30, canSeek: true });
    expect(about.clips.length).toBeGreaterThan(0);
    expect(about.steps).toBeGreaterThan(10);
    let moved = 0;
    const [first] = posedPositions(actors[0].collider);
    const asset = await readGltf(glb);
    const [clip] = asset.clips;
    const colliders = createBodyColliders(asset);
    const pose = createScenePose(asset);
    expect(about.steps).toBe(Math.floor(30 * (clip.end - clip.start)) + 1);
    for (let step = 0; step < about.steps; step += 7) {
      const { poses } = showFrame(opened, step, plain, []);
      poseAt(asset, clip, clip.start + step / 30, { into: pose });
      setScenePose(colliders, pose);
      about.bodies.forEach((body, b) => {
        expect(opened.positionsOf(b, 0)).toEqual(posedPositions(colliders[b]));
        const drawn = deformDrawn(body, poses[b]);
        const wanted = opened.positionsOf(b, 0);
        const size = wanted.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        drawn.forEach((x, k) => {
          if (Math.abs(x - wanted[k]) > 1e-6 * size)
            throw new Error(`step ${step}, number ${k}: ${x}, not ${wanted[k]}`);
        });
        moved = Math.max(moved, Math.abs(wanted[0] - first));
      });
    }
    expect(moved).toBeGreaterThan(0.01);
  });

  it('has bones to pull at, with all that hangs below', async () => {
    const opened = await openFiles([{ name: 'arm.glb', bytes: bufferOf(glb) }]);
    const [{ jointParents, jointPoints, jointNames }] = opened.about.bodies;
    const chain = jointNames.map((_, joint) => joint).filter(joint => jointParents[joint] >= 0);
    expect(chain.length).toBeGreaterThan(2);
    const placeOf = (joint: number, matrices: Float32Array): number[] =>
      [0, 4, 8].map(row => {
        const m = matrices.subarray(12 * joint + row);
        return (
          m[0] * jointPoints[3 * joint] + m[1] * jointPoints[3 * joint + 1] + m[2] * jointPoints[3 * joint + 2] + m[3]
        );
      });
    const joint = chain[1];
    const isBelow = (j: number): boolean => j >= 0 && (j === joint || isBelow(jointParents[j]));
    const before = showFrame(opened, 3, plain, []).poses[0].jointMatrices;
    const turn = { body: 0, joint, turn: [0, Math.SQRT1_2, 0, Math.SQRT1_2] as [number, number, number, number] };
    const after = showFrame(opened, 3, plain, [turn]).poses[0].jointMatrices;
    jointNames.forEach((_, j) => {
      const own = [before, after].map(matrices => Array.from(matrices.subarray(12 * j, 12 * j + 12)));
      if (isBelow(j)) expect(own[1]).not.toEqual(own[0]);
      else expect(own[1]).toEqual(own[0]);
    });
    expect(placeOf(joint, after)).toEqual(placeOf(joint, before).map(x => expect.closeTo(x, 4)));
  });

  it('does not tell what touches at rest already, and tells all else', async () => {
    // Two posts beside the arm that cut each other all the time; the arm cuts one of them now here, now there.
    const twice = editGlb(glb, json => {
      const scene = json.scenes[json.scene ?? 0];
      const mesh = json.nodes[scene.nodes[0]].mesh;
      for (const x of [0.25, 0.5]) {
        json.nodes.push({ mesh, name: 'post', translation: [x, 0, 0] });
        scene.nodes.push(json.nodes.length - 1);
      }
    });
    const opened = await openFiles([{ name: 'two.glb', bytes: bufferOf(twice) }]);
    const list = (colliders: Collider[]): string[] =>
      colliders.flatMap((a, i) =>
        colliders.slice(i).flatMap((b, j) => {
          const pairs = j === 0 ? findSelfPairs(a) : findPairs(a, b);
          return Array.from({ length: pairs.length / 2 }, (_, k) => {
            const pair = Array.from(pairs.subarray(2 * k, 2 * k + 2));
            return `${i} ${j}: ${j === 0 ? pair.sort((x, y) => x - y) : pair}`;
          });
        }),
      );
    const atRest = new Set(list(createBodyColliders(await readGltf(twice))));
    expect(opened.about.sentence).toContain(`left out: ${atRest.size} pairs`);
    expect(atRest.size).toBeGreaterThan(0);
    let told = 0;
    let overlooked = 0;
    for (let step = 0; step < opened.about.steps; step += 2) {
      const { contacts } = showFrame(opened, step, plain, []);
      const now = list(opened.actors.map(({ collider }) => collider));
      expect(contacts).toBe(now.filter(pair => !atRest.has(pair)).length);
      told += contacts;
      overlooked += now.length - contacts;
    }
    expect(told).toBeGreaterThan(0);
    expect(overlooked).toBeGreaterThan(0);
  });
});

describe('two dropped files', () => {
  let files: { name: string; bytes: ArrayBuffer }[];
  beforeAll(async () => {
    const still = await toGlb(createArm({ skinned: false }));
    const post = editGlb(still, json => {
      for (const node of json.nodes)
        if (node.mesh !== undefined) Object.assign(node, { translation: [0, 0, 0], scale: [1, 1, 1] });
    });
    files = [
      { name: 'arm.glb', bytes: bufferOf(glb) },
      { name: 'post.glb', bytes: bufferOf(post) },
    ];
  });

  it('stand beside each other at first, and touch at no step', async () => {
    const opened = await openFiles(files);
    const { about, actors } = opened;
    expect(about.title).toBe('arm.glb and post.glb');
    expect(about.fileBounds).toHaveLength(2);
    for (let step = 0; step < about.steps; step += 6) {
      expect(showFrame(opened, step, plain, [])).toMatchObject({ contacts: 0 });
      const [high, low] = [
        boundsOf(actors[0].collider, { tight: true }).high[0],
        boundsOf(actors[1].collider, { tight: true }).low[0],
      ];
      expect(low).toBeGreaterThan(high);
      expect(boundsOf(actors[1].collider, { tight: true }).high[0]).toBeLessThan(about.bounds[3] + 0.1); // seen at some steps only
    }
  });

  it('are moved and sized, drawn there, and asked about each other only: all that cuts is told', async () => {
    const opened = await openFiles(files);
    const [arm, post] = opened.about.fileBounds;
    const places = [
      UNMOVED,
      { at: [0.05, -0.1, 0.02], size: 1 },
      { at: [0, 0.1, 0], size: 2.5 },
      placeBeside(arm, post, 3),
    ];
    const asset = await readGltf(files[1].bytes);
    const made = createBodyColliders(asset);
    const pose = createScenePose(asset);
    const [clip] = asset.clips;
    const counts = places.map(place => {
      let most = 0;
      for (let step = 0; step < opened.about.steps; step += 6) {
        const { contacts, touching, poses } = showFrame(opened, step, plain, [], place as Placement);
        const [a, b] = opened.actors.map(({ collider }) => collider);
        const pairs = findPairsByBruteForce(a, b);
        expect(contacts).toBe(pairs.length / 2);
        expect([...touching[0]]).toEqual([...new Set(pairs.filter((_, k) => k % 2 === 0))].sort((x, y) => x - y));
        poseAt(asset, clip, clip.start + step / 30, { into: pose });
        setScenePose(made, pose);
        const wanted = posedPositions(made[0]).map((x, k) => place.size * x + place.at[k % 3]);
        expect(Array.from(opened.positionsOf(1, 0))).toEqual(Array.from(wanted, x => expect.closeTo(x, 9)));
        const drawn = deformDrawn(opened.about.bodies[1], poses[1]);
        expect(Array.from(drawn)).toEqual(Array.from(wanted, x => expect.closeTo(x, 5)));
        most = Math.max(most, contacts);
      }
      return most;
    });
    expect(counts.map(count => count > 0)).toEqual([true, true, true, false]);
  });

  it('say so if their sizes are hardly of the same units', async () => {
    const giant = editGlb(new Uint8Array(files[1].bytes), json => {
      const scene = json.scenes[json.scene ?? 0];
      json.nodes.push({ name: 'in centimetres', children: scene.nodes, scale: [100, 100, 100] });
      scene.nodes = [json.nodes.length - 1];
    });
    expect((await openFiles(files)).about.sentence).not.toContain('units');
    const { sentence } = (await openFiles([files[0], { name: 'giant.glb', bytes: bufferOf(giant) }])).about;
    expect(sentence).toMatch(/giant\.glb is \d+ times larger: if it was made in other units/);
  });
});

describe('what files look like', () => {
  it('is read with colours, images and places on them, and two files keep their own', async () => {
    const painted = bufferOf(await toGlb(makeTextured()));
    const { about } = await openFiles([
      { name: 'arm.glb', bytes: bufferOf(glb) },
      { name: 'painted.glb', bytes: painted },
    ]);
    const { paint, positions, triangles } = about.bodies[1];
    if (!paint) throw new Error('the square has no paint');
    expect(paint.vertexOf.length).toBeGreaterThan(positions.length / 3); // a seam
    expect(Array.from(paint.corners, v => paint.vertexOf[v])).toEqual([...triangles]);
    expect(paint.colors).toHaveLength(4 * paint.vertexOf.length);
    const materials = [...new Set(paint.materialOfTriangle)].map(m => about.materials[m]);
    expect(materials.map(({ alpha, image }) => [alpha, image])).toEqual([
      ['opaque', 0],
      ['blend', -1],
    ]);
    expect(materials[0]).toMatchObject({ metalness: 1, roughness: 1, normalImage: -1, emissive: [0, 0, 0] });
    expect(about.images).toEqual([{ mime: 'image/png', bytes: new Uint8Array(makeQuarters()) }]);
    expect(about.images[0].bytes.buffer.byteLength).toBe(makeQuarters().length); // not the file with it
    expect(about.notes).toEqual([]);
    expect(about.bodies[0].paint?.materialOfTriangle.every(m => about.materials[m].image === -1)).toBe(true);
  });

  it('is told where it is left out', async () => {
    const beside = editGlb(await toGlb(makeTextured()), json => {
      json.images = [{ uri: 'paint.png' }];
    });
    const { about } = await openFiles([{ name: 'painted.glb', bytes: bufferOf(beside) }]);
    expect(about.notes).toEqual(['Image 0 of painted.glb is left out: it is in another file.']);
    expect(about.materials.every(({ image }) => image === -1)).toBe(true);
  });
});

describe('boxes of two files', () => {
  const boxes = fc
    .tuple(
      ...Array.from({ length: 3 }, () =>
        fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: 0.01, max: 9, noNaN: true })),
      ),
    )
    .map(axes => [...axes.map(([low]) => low), ...axes.map(([low, span]) => low + span)] as Bounds);

  it('do not meet after one was put beside the other, and sliders reach that place', () => {
    fc.assert(
      fc.property(boxes, boxes, fc.double({ min: 0.01, max: 100, noNaN: true }), (first, second, size) => {
        const place = placeBeside(first, second, size);
        expect(placeBounds(second, place)[0]).toBeGreaterThan(first[3]);
        for (const x of place.at) expect(Math.abs(x)).toBeLessThanOrEqual(reachOf(first, second, size));
      }),
    );
  });
});

describe('files that cannot be shown', () => {
  it.each([
    ['no file at all', [], /0 files; drop one/],
    ['bytes that are no glTF', [{ name: 'a.glb', bytes: new ArrayBuffer(7) }], /^a\.glb: readGltf/],
  ])('%s: says why', async (_, files, message) => {
    await expect(openFiles(files)).rejects.toThrow(message);
  });

  it('a file cut short: says where', async () => {
    const bytes = bufferOf(glb.subarray(0, glb.length - 100));
    await expect(openFiles([{ name: 'short.glb', bytes }])).rejects.toThrow(/^short\.glb: readGltf: /);
  });

  it('a file without triangles: says so', async () => {
    const empty = editGlb(glb, json => {
      for (const node of json.nodes) delete node.mesh;
    });
    await expect(openFiles([{ name: 'empty.glb', bytes: bufferOf(empty) }])).rejects.toThrow(
      /^empty\.glb: there are no/,
    );
  });
});

describe('the worker itself', () => {
  it('answers one message after the other, and failures in words', async () => {
    const replies: { reply: Reply; transfer: ArrayBuffer[] }[] = [];
    let settle = (): void => {};
    const self = {
      onmessage: null as ((event: { data: Request }) => void) | null,
      postMessage(reply: Reply, transfer: ArrayBuffer[]) {
        replies.push({ reply, transfer });
        settle();
      },
    };
    Object.assign(globalThis, { self });
    await import('../../viewer/worker/main.ts');
    const requests: Request[] = [
      { kind: 'show', step: 0, options: plain, turns: [], second: null },
      { kind: 'open', scene: 'nowhere' },
      { kind: 'open-files', files: [{ name: 'bad.glb', bytes: new ArrayBuffer(3) }] },
      { kind: 'open-files', files: [{ name: 'arm.glb', bytes: bufferOf(glb) }] },
      { kind: 'show', step: 4, options: { ...plain, level: 2, overlay: 'volumes' }, turns: [], second: null },
      { kind: 'pick', origin: [0, 90, 0], direction: [0, 1, 0] },
    ];
    for (const data of requests) self.onmessage?.({ data });
    while (replies.length < requests.length) {
      await new Promise<void>(resolve => {
        settle = resolve;
      });
    }
    expect(replies.map(({ reply }) => reply.kind)).toEqual(['failed', 'failed', 'failed', 'opened', 'frame', 'missed']);
    expect(replies[1].reply).toMatchObject({ message: expect.stringContaining("no scene 'nowhere'") });
    const { reply, transfer } = replies[4];
    if (reply.kind !== 'frame') return;
    expect(transfer).toContain(reply.poses[0].jointMatrices.buffer);
    expect(transfer).toContain(reply.volumes[0].data.buffer);
    expect(new Set(transfer).size).toBe(transfer.length);
    expect(replies[3].transfer).toEqual([]);
  });
});
