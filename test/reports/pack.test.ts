import { beforeAll, describe, expect, it } from 'vitest';
import { decodeImage } from '../../cli/images/decode-image.ts';
import { createPlainLooks } from '../../cli/looks/looks.ts';
import { readLooks } from '../../cli/looks/read-looks.ts';
import { packElements, packerIsReady, packTriangles } from '../../cli/reports/pack-array.ts';
import { packBody } from '../../cli/reports/pack-body.ts';
import { packLooks } from '../../cli/reports/pack-images.ts';
import { packMotion } from '../../cli/reports/pack-motion.ts';
import { packAsset } from '../../cli/reports/pack-scene.ts';
import { measureScene } from '../../cli/reports/scene.ts';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { createGltfSubject } from '../../cli/subjects/gltf-subject.ts';
import { poseBodies, spread, unpackBody, unpackMotion, vertexAt } from '../../report-page/body.ts';
import { unpack, unpackerIsReady } from '../../report-page/unpack.ts';
import { type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { readGltf } from '../../src/gltf/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { toGlb } from '../gltf/make-glb.ts';
import { makeTextured } from '../looks/make-textured.ts';
import { createHostileSubject } from './hostile-report.ts';
import { placeVertex } from './place-vertex.ts';

const character = createCharacterSubject();

beforeAll(async () => {
  await packerIsReady;
  await unpackerIsReady;
});

/** By how much the page's vertices miss those of the check at some times, at most. */
function missBy(subject: CheckSubject, clip: number, times: readonly number[], moments: readonly number[]): number {
  const bodies = subject.bodies.map(body => unpackBody(packBody(body)));
  const motion = unpackMotion(packMotion(subject, subject.clips[clip], moments));
  const poses = subject.rest.map(({ jointMatrices, weights }) => ({
    jointMatrices: jointMatrices.slice(),
    weights: weights.slice(),
  }));
  const at = new Float32Array(3);
  let most = 0;
  for (const time of times) {
    poseBodies(bodies, motion, time);
    subject.clips[clip].poseAt(time, poses);
    subject.bodies.forEach((body, b) => {
      for (let v = 0; v < bodies[b].vertices; v += bodies[b].vertices > 100 ? 13 : 1) {
        vertexAt(bodies[b], v, at);
        placeVertex(body, poses[b], v).forEach((x, axis) => {
          most = Math.max(most, Math.abs(at[axis] - x));
        });
      }
    });
  }
  return most;
}

describe('what is packed for the page', () => {
  it('comes out as it went in, triangles but for where they begin', () => {
    const numbers = Uint16Array.from({ length: 400 }, (_, k) => (k * k * 31) % 65536);
    expect([...new Uint16Array(unpack(packElements(numbers, 4)))]).toEqual([...numbers]);
    expect(unpack(packElements(new Float32Array(0), 1)).byteLength).toBe(0);
    const triangles = Uint32Array.from([0, 1, 2, 2, 1, 3, 9, 4, 0, 70000, 3, 1]);
    const sorted = (list: Uint32Array): string[] =>
      Array.from({ length: list.length / 3 }, (_, t) => {
        const corners = [...list.subarray(3 * t, 3 * t + 3)];
        const first = corners.indexOf(Math.min(...corners));
        return [0, 1, 2].map(k => corners[(first + k) % 3]).join();
      });
    expect(sorted(new Uint32Array(unpack(packTriangles(triangles))))).toEqual(sorted(triangles));
  });

  it('puts every vertex of the character where the check has it, to a fifth of a millimetre', () => {
    const { end } = character.clips[2];
    expect(missBy(character, 2, [0, end / 2, end], [])).toBeLessThan(2e-4);
    // Between poses the way is straight, and joints take arcs: there it is less exact, unless the moment was asked for.
    const moment = 31.5 / 30;
    expect(missBy(character, 1, [moment], [moment])).toBeLessThan(2e-4);
    const between = missBy(character, 1, [moment], []);
    expect([between > 2e-4, between < 2e-3]).toEqual([true, true]);
  });

  it('puts bodies that follow one joint, and morphing ones, where the check has them', () => {
    expect(missBy(createHostileSubject(), 0, [0, 1, 2], [])).toBeLessThan(1e-4);
    const boxes = createHostileSubject();
    const targets = [0, 1].map(m => Float32Array.from({ length: 24 }, (_, k) => ((k * (m + 3)) % 7) / 50 - 0.05));
    const morphing: CheckSubject = {
      ...boxes,
      bodies: boxes.bodies.map(body => ({ ...body, source: { kind: 'morph', targets } })),
      rest: boxes.rest.map(pose => ({ ...pose, weights: Float64Array.of(0.5, 0) })),
      clips: boxes.clips.map(clip => ({
        ...clip,
        poseAt: (time, out) => {
          clip.poseAt(time, out);
          for (const { weights } of out) weights.set([0.5 + time, -0.25 * time]);
        },
      })),
    };
    expect(missBy(morphing, 0, [0, 1, 2], [])).toBeLessThan(1e-4);
    const moved = unpackBody(packBody(morphing.bodies[0]));
    poseBodies([moved], { ...unpackMotion(packMotion(morphing, morphing.clips[0], [])) }, 2);
    expect([...moved.displaced]).not.toEqual([...moved.rest]);
  });

  it('keeps vertices that follow up to eight joints, the heaviest first', () => {
    const [body] = character.bodies;
    if (body.source.kind !== 'linear-blend') throw new Error('not linear');
    const { skin } = body.source;
    const vertices = body.mesh.positions.length / 3;
    const influences = 10;
    const joints = Uint16Array.from({ length: influences * vertices }, (_, k) => (7 * k) % skin.jointCount);
    const weights = Float64Array.from({ length: influences * vertices }, (_, k) =>
      k % influences < 2 ? 1e-6 : ((k % influences) - 1 - 1e-6 / 18) / 36,
    );
    const wide: CheckSubject = {
      ...character,
      bodies: [{ ...body, source: { ...body.source, skin: { ...skin, influences, joints, weights } } }],
    };
    expect(missBy(wide, 2, [1.2], [1.2])).toBeLessThan(3e-4);
  });

  it('has vertices along seams of looks several times, triangles by material, and places on images to a 65535th', async () => {
    const bytes = await toGlb(makeTextured());
    const gltf = await readGltf(bytes);
    const looks = await readLooks({ name: '', bytes, resources: [] }, gltf, { imageSize: 64 });
    const [{ uvs, colors, corners, vertexOf }] = looks.bodies;
    const swapped = looks.bodies[0].materialOfTriangle.map(m => 1 - m); // so that they are not in order
    const [body] = createGltfSubject('', gltf).bodies;
    const packed = packBody(body, { ...looks.bodies[0], materialOfTriangle: swapped });
    expect(packed.groups).toEqual([
      [0, 1],
      [1, 2],
    ]);
    const { drawn, triangles, vertices, rest } = unpackBody(packed);
    expect([vertices, drawn.count]).toEqual([7, 9]);
    const describeCorner = (
      v: number,
      at: ArrayLike<number>,
      mesh: number,
      uv: Float32Array,
      tone: Uint8Array,
    ): string =>
      [0, 1, 2].map(axis => at[3 * mesh + axis].toFixed(3)).join() +
      [0, 1].map(k => uv[2 * v + k].toFixed(3)).join() +
      tone.subarray(4 * v, 4 * v + 4).join();
    const before = Array.from(corners, v => describeCorner(v, body.mesh.positions, vertexOf[v], uvs!, colors!));
    const after = Array.from(drawn.corners, (v, k) => describeCorner(v, rest, triangles[k], drawn.uvs!, drawn.colors!));
    expect(after.sort()).toEqual(before.sort());
    const heat = Float32Array.from({ length: vertices }, (_, v) => v);
    const spreadHeat = new Float32Array(drawn.count);
    spread(drawn, heat, 1, spreadHeat);
    expect([...spreadHeat]).toEqual([...vertexOf]);
  });

  it('has images no larger than asked, smaller where they are many, and none if none are wanted', () => {
    const random = createRandom(4);
    const image = {
      ...{ width: 256, height: 256 },
      rgba: Uint8Array.from({ length: 4 * 256 * 256 }, (_, k) => (k % 4 === 3 ? 255 : 256 * random())),
    };
    const plain = createPlainLooks(character.bodies);
    const materials = [{ ...plain.materials[0], image: 0 }];
    const sizeOf = ({ images: [{ data }] }: ReturnType<typeof packLooks>): number =>
      decodeImage(Buffer.from(data, 'base64')).width;
    expect(sizeOf(packLooks({ ...plain, materials, images: [image] }, 512))).toBe(256);
    expect(sizeOf(packLooks({ ...plain, materials, images: [image] }, 100))).toBe(100);
    const many = packLooks({ ...plain, materials, images: new Array(60).fill(image) }, 512);
    expect(many.images.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThan(2_500_000);
    expect(sizeOf(many)).toBe(128);
    const none = packLooks({ ...plain, materials, images: [image] }, 0);
    expect([none.images, none.materials[0].image]).toEqual([[], -1]);
    expect(packLooks(plain, 512).materials).toEqual([]);
  });

  it('has the motion of clips in which something counts, and of no other; the same bytes every time', () => {
    const subject = createHostileSubject();
    const options = resolveOptions();
    const asset = checkSubject(subject, options);
    const pack = () => packAsset(asset, measureScene(subject, asset, options));
    expect(pack().clips.map(({ motion }) => motion)).toEqual([0]);
    expect(pack()).toEqual(pack());
    const [clip] = asset.clips;
    const known = clip.findings.map(finding => ({ ...finding, suppressed: 'known' as const }));
    const quiet = { ...asset, clips: [{ ...clip, findings: known }] };
    const packed = packAsset(quiet, measureScene(subject, quiet, options));
    expect(packed.clips[0].motion).toBe(-1);
    expect(packed.scene!.motions).toEqual([]);
    expect(packAsset(asset, null).scene).toBeNull();
  });
});
