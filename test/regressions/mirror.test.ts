import { describe, expect, it } from 'vitest';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import type { DeformerSource } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { addNoise } from './change-subject.ts';

/** The subject in a mirror across x, with its joints numbered backward, its triangles in another order and beginning at other corners. */
function mirror(subject: CheckSubject, seed: number): CheckSubject {
  const random = createRandom(seed);
  const [{ mesh, source, jointNames, ...body }] = subject.bodies;
  if (source.kind !== 'linear-blend' || !source.skeleton)
    throw new Error('mirror: a skinned body with a skeleton is needed.');
  const last = jointNames.length - 1;
  const flip = (m: ArrayLike<number>): Float64Array => {
    // Between two mirrors, numbers change their sign in the row or the column of x, but not in both.
    const out = new Float64Array(m.length);
    for (let k = 0; k < m.length; k++) {
      const [r, c] = [Math.floor((k % 12) / 4), k % 4];
      out[12 * (last - Math.floor(k / 12)) + (k % 12)] = (r === 0) !== (c === 0) ? -m[k] : m[k];
    }
    return out;
  };
  const flipX = (x: Float64Array): Float64Array => x.map((value, k) => (k % 3 === 0 ? -value : value));
  const { parents, positions } = source.skeleton;
  const mirrored: DeformerSource = {
    kind: 'linear-blend',
    skin: { ...source.skin, joints: source.skin.joints.map(j => last - j) },
    skeleton: {
      parents: parents.map((_, j) => (parents[last - j] < 0 ? -1 : last - parents[last - j])),
      positions: flipX(positions.map((_, k) => positions[3 * (last - Math.floor(k / 3)) + (k % 3)])),
    },
  };
  const order = Array.from({ length: mesh.triangles.length / 3 }, (_, t) => ({ t, rank: random() }));
  const triangles = order
    .sort((p, q) => p.rank - q.rank)
    .flatMap(({ t }) => {
      const [a, b, c] = mesh.triangles.subarray(3 * t, 3 * t + 3);
      return [[a, c, b], [c, b, a], [b, a, c]][Math.floor(3 * random())]; // biome-ignore format: the three ways to begin
    });
  return {
    ...subject,
    bodies: [
      {
        ...body,
        mesh: { positions: flipX(mesh.positions), triangles: Uint32Array.from(triangles) },
        source: mirrored,
        jointNames: [...jointNames].reverse(),
      },
    ],
    rest: subject.rest.map(({ jointMatrices, weights }) => ({ jointMatrices: flip(jointMatrices), weights })),
    clips: subject.clips.map(clip => ({
      ...clip,
      poseAt: (time, [out]) => {
        const pose = { jointMatrices: new Float64Array(out.jointMatrices.length), weights: new Float64Array(0) };
        clip.poseAt(time, [pose]);
        out.jointMatrices.set(flip(pose.jointMatrices));
      },
    })),
  };
}

/** What is found, in words that do not depend on numbers of regions: who, and how classed. */
function listFindings(subject: CheckSubject): string[] {
  return checkSubject(subject)
    .clips.flatMap(clip => clip.findings.map(finding => ({ ...finding, id: clip.name })))
    .map(({ id, a, b, class: kind }) => `${id}: ${[a.joint, b.joint].sort().join(' and ')}, ${kind}`)
    .sort();
}

describe('a mirrored character', () => {
  const character = createCharacterSubject();

  it('is divided into the same regions', () => {
    const sizes = [character, mirror(character, 1)].map(subject => {
      const plan = planCheck(subject, { rest: false });
      const { joints, regionOfTriangle } = plan.shapes[0].regions;
      const counts = new Map<string, number>();
      for (const region of regionOfTriangle) {
        const name = plan.subject.bodies[0].jointNames[joints[region]];
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return [...counts].sort();
    });
    expect(sizes[1]).toEqual(sizes[0]);
  });

  it('has no region for what two joints share alike but that which both hang on', () => {
    // A triangle between two legs, and one of each leg; joints numbered either way.
    for (const [root, left, right] of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 1, 0],
    ]) {
      const parents = new Int32Array(3).fill(root);
      parents[root] = -1;
      const owners = [[left, right], [left, left], [right, right], [root, root]]; // biome-ignore format: four triangles
      const body = {
        name: 'legs',
        mesh: {
          positions: Float64Array.from(
            { length: 36 },
            (_, k) => Math.floor(k / 9) + (k % 9 === 3 || k % 9 === 7 ? 1 : 0),
          ),
          triangles: Uint32Array.from({ length: 12 }, (_, k) => k),
        },
        source: {
          kind: 'linear-blend' as const,
          skin: {
            jointCount: 3,
            influences: 2,
            joints: Uint8Array.from(owners.flatMap(pair => [pair, pair, pair]).flat()),
            weights: new Float32Array(24).fill(0.5),
          },
          skeleton: { parents, positions: new Float64Array(9) },
        },
        jointNames: ['root', 'left', 'right'].map((_, j) => ['root', 'left', 'right'][[root, left, right].indexOf(j)]),
        materialNames: [],
      };
      const rest = [{ jointMatrices: Float64Array.from({ length: 36 }, (_, k) => ((k % 12) % 5 === 0 ? 1 : 0)), weights: new Float64Array(0) }]; // biome-ignore format: one pose
      const { shapes } = planCheck({ name: 'legs', bodies: [body], rest, clips: [] });
      const { joints, regionOfTriangle } = shapes[0].regions;
      const names = [0, 1, 2, 3].map(t => body.jointNames[joints[regionOfTriangle[shapes[0].order.indexOf(t)]]]);
      expect(names).toEqual(['root', 'left', 'right', 'root']);
    }
  });

  it('has the same findings of the same classes, however it bends', () => {
    // Single poses, out of hundreds of ways to bend.
    const [clip] = character.clips;
    const times = Array.from({ length: 12 }, (_, k) => 0.2 * k);
    const poses = times.map(time => ({ ...clip, name: `${time}`, start: time, end: time }));
    const bent = addNoise({ ...character, clips: poses }, 70, 1);
    const findings = listFindings(bent);
    expect(findings.filter(line => line.endsWith('crease')).length).toBeGreaterThan(10);
    expect(findings.filter(line => line.endsWith('through')).length).toBeGreaterThan(10);
    expect(listFindings(mirror(bent, 1))).toEqual(findings);
  });
});
