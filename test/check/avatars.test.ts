import { describe, expect, it } from 'vitest';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { countsAlone } from '../../src/check/findings/write-report.ts';
import { type CheckSubject, checkSubject, type Issue } from '../../src/check/index.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { skinningOf } from '../../src/deform/deformer.ts';
import type { Mesh } from '../../src/index.ts';
import { createBoxMesh } from './box-subject.ts';

/*
 * The built-in character as others would have made it: in other units and axes, mirrored, dressed, with eyes, teeth and props. Its planted three must be found in all
 * of them, in order, and nothing else be in the first list.
 */

const PLANTED = ['ribs:right-hand', 'chest:left-hand', 'right-hand:right-thigh'];

const character = createCharacterSubject();
const [{ mesh: skin, jointNames }] = character.bodies;
const skinning = skinningOf(character.bodies[0].source);
if (skinning.kind === 'rigid' || !skinning.skeleton) throw new Error('the character has no skeleton');
const { skeleton } = skinning;

function listFirst(subject: CheckSubject): Issue[] {
  return checkSubject(subject).issues.filter(issue => issue.list === 'collision' && countsAlone(issue));
}

function jointsOf({ a, b }: Issue): string {
  return [a.joint, b.joint].sort((p, q) => PLANTED.join(':').indexOf(p) - PLANTED.join(':').indexOf(q)).join(':');
}

/** The product of two 3x4 matrices, the second being `m[o...]`. */
function multiply(world: readonly number[], m: ArrayLike<number>, o = 0): number[] {
  return [0, 1, 2].flatMap(row =>
    [0, 1, 2, 3].map(
      column =>
        [0, 1, 2].reduce((sum, k) => sum + world[4 * row + k] * m[o + 4 * k + column], 0) +
        (column === 3 ? world[4 * row + 3] : 0),
    ),
  );
}

/** The same, with every joint matrix changed. */
function withPoses(subject: CheckSubject, change: (matrix: Float64Array) => number[]): CheckSubject {
  const changeAll = (poses: CheckSubject['rest']): CheckSubject['rest'] =>
    poses.map(({ jointMatrices, weights }) => ({
      jointMatrices: Float64Array.from(
        Array.from({ length: jointMatrices.length / 12 }, (_, j) =>
          change(jointMatrices.subarray(12 * j, 12 * j + 12)),
        ).flat(),
      ),
      weights,
    }));
  return {
    ...subject,
    rest: changeAll(subject.rest),
    clips: subject.clips.map(clip => ({
      ...clip,
      poseAt: (time, out) => {
        clip.poseAt(time, out);
        changeAll(out).forEach(({ jointMatrices }, b) => {
          out[b].jointMatrices.set(jointMatrices);
        });
      },
    })),
  };
}

const place = (world: readonly number[]): CheckSubject => withPoses(character, matrix => multiply(world, matrix));

/** Made in another unit than it stands in, as by an armature that scales. */
function makeIn(scale: number): CheckSubject {
  const body = character.bodies[0];
  const enlarge = (positions: Float64Array): Float64Array => positions.map(x => scale * x);
  const source = { ...skinning, skeleton: { ...skeleton, positions: enlarge(skeleton.positions) } };
  const made = { ...body, mesh: { ...body.mesh, positions: enlarge(body.mesh.positions) }, source } as typeof body;
  const smaller = withPoses(character, matrix => Array.from(matrix, (x, k) => (k % 4 === 3 ? x : x / scale)));
  return { ...smaller, bodies: [made] };
}

describe('the character', () => {
  it.each([
    ['in centimetres', place([100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0])],
    ['with z upward, off the origin', place([1, 0, 0, 5, 0, 0, -1, 3, 0, 1, 0, 1])],
    ['mirrored', place([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])],
    ['with a mesh in centimetres and a scaled armature', makeIn(100)],
  ])('%s has its three', (_, subject) => {
    const first = listFirst(subject);
    expect(first.map(jointsOf)).toEqual(PLANTED);
    listFirst(character).forEach(({ severity, facts }, k) => {
      expect(Math.abs(first[k].severity - severity)).toBeLessThan(0.7); // other rays tell what is seen
      expect(first[k].facts.depth).toBeCloseTo(facts.depth, 1);
      expect(first[k].facts.radius).toBeCloseTo(facts.radius, 1);
    });
  });

  it('holds still in a clip of one frame, and has what is planted there', () => {
    const clip = character.clips.find(({ name }) => name === 'cross-arms')!;
    const still = { ...clip, end: 0, poseAt: (_: number, out: CheckSubject['rest']) => clip.poseAt(1.2, out) };
    expect(listFirst({ ...character, clips: [still] }).map(jointsOf)).toEqual(['ribs:right-hand', 'chest:left-hand']);
  });
});

/** Follows the joints of the character, or one of them. */
interface Piece {
  name: string;
  mesh: Mesh;
  /** The joint it is fixed to, and where, at rest; without, it is skinned as the vertices of the character are. */
  on?: { joint: string; at: [number, number, number] };
  opacity?: number;
  vertices?: readonly number[];
}

/** The character with more bodies, which move along. */
function wear(pieces: readonly Piece[]): CheckSubject {
  const own = character.bodies[0];
  const body = (piece: Piece): CheckSubject['bodies'][number] => ({
    ...{ name: piece.name, mesh: piece.mesh, materialNames: [piece.name], opacities: [piece.opacity ?? 1] },
    ...(piece.on
      ? { source: { kind: 'rigid' }, jointNames: [piece.name], nodes: [jointNames.indexOf(piece.on.joint)] }
      : { source: skinOf(piece.vertices!), jointNames, nodes: jointNames.map((_, j) => j) }),
  });
  const pose = (jointMatrices: Float64Array): CheckSubject['rest'] => [
    { jointMatrices, weights: new Float64Array(0) },
    ...pieces.map(({ on }) => ({
      jointMatrices: on
        ? Float64Array.from(
            multiply(
              [...jointMatrices.subarray(12 * jointNames.indexOf(on.joint)).slice(0, 12)],
              [1, 0, 0, on.at[0], 0, 1, 0, on.at[1], 0, 0, 1, on.at[2]],
            ),
          )
        : jointMatrices,
      weights: new Float64Array(0),
    })),
  ];
  return {
    ...character,
    nodes: { parents: skeleton.parents },
    bodies: [{ ...own, nodes: jointNames.map((_, j) => j) }, ...pieces.map(body)],
    rest: pose(character.rest[0].jointMatrices),
    clips: character.clips.map(clip => ({
      ...clip,
      poseAt: (time, out) => {
        clip.poseAt(time, [out[0]]);
        pose(out[0].jointMatrices).forEach(({ jointMatrices }, b) => {
          out[b].jointMatrices.set(jointMatrices);
        });
      },
    })),
  };
}

/** The skinning of some vertices of the character. */
function skinOf(vertices: readonly number[]): CheckSubject['bodies'][number]['source'] {
  if (skinning.kind !== 'linear-blend') throw new Error('the character is not blended linearly');
  const { skin: whole } = skinning;
  const take = <T extends Uint16Array | Float64Array | Float32Array | Uint8Array | Uint32Array>(list: T): T =>
    list.filter((_, k) => k < whole.influences * vertices.length).map((_, k) =>
      list[whole.influences * vertices[Math.floor(k / whole.influences)] + (k % whole.influences)],
    ) as T; // biome-ignore format: rows of a table
  return { ...skinning, skin: { ...whole, joints: take(whole.joints), weights: take(whole.weights) } };
}

/** A shell, so far off the skin, over the parts that follow some joints: an open surface. */
function cutCloth(name: string, joints: readonly string[], off: number): Piece {
  const { shapes } = planCheck(character);
  const { order, regions } = shapes[0];
  const isUnder = (slot: number): boolean => joints.includes(jointNames[regions.mainJoints[slot]]);
  const triangles = [...order].filter((_, slot) => isUnder(slot)).sort((p, q) => p - q);
  const normals = vertexNormals(skin);
  const vertices = [...new Set(triangles.flatMap(t => [...skin.triangles.subarray(3 * t, 3 * t + 3)]))];
  const numbers = new Map(vertices.map((v, k) => [v, k]));
  const mesh = {
    positions: Float64Array.from(
      vertices.flatMap(v => [0, 1, 2].map(k => skin.positions[3 * v + k] + off * normals[3 * v + k])),
    ),
    triangles: Uint32Array.from(
      triangles.flatMap(t => [...skin.triangles.subarray(3 * t, 3 * t + 3)].map(v => numbers.get(v)!)),
    ),
  };
  return { name, mesh, vertices };
}

function vertexNormals({ positions: p, triangles }: Mesh): Float64Array {
  const normals = new Float64Array(p.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const side = (from: number, to: number): number[] => [0, 1, 2].map(k => p[to + k] - p[from + k]);
    const [u, v] = [side(a, b), side(a, c)];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const corner of [a, b, c]) for (let k = 0; k < 3; k++) normals[corner + k] += normal[k];
  }
  for (let o = 0; o < normals.length; o += 3) {
    const size = Math.hypot(normals[o], normals[o + 1], normals[o + 2]) || 1;
    for (let k = o; k < o + 3; k++) normals[k] /= size;
  }
  return normals;
}

function placeOf(joint: string): [number, number, number] {
  const o = 3 * jointNames.indexOf(joint);
  return [skeleton.positions[o], skeleton.positions[o + 1], skeleton.positions[o + 2]];
}

function beside(joint: string, x: number, y: number, z: number): NonNullable<Piece['on']> {
  const at = placeOf(joint);
  return { joint, at: [at[0] + x, at[1] + y, at[2] + z] };
}

describe('the character, dressed', () => {
  const shirt = cutCloth('shirt', ['pelvis', 'ribs', 'chest', 'left-upper-arm', 'right-upper-arm'], 0.006);
  const trousers = cutCloth('trousers', ['pelvis', 'left-thigh', 'right-thigh', 'left-calf', 'right-calf'], 0.009);

  it('in a shirt and trousers has its three, each once, though skin and cloth are both crossed', () => {
    const { issues } = checkSubject(wear([shirt, trousers]));
    const first = issues.filter(issue => issue.list === 'collision' && countsAlone(issue));
    expect(first.map(jointsOf)).toEqual(PLANTED);
    const twins = issues.filter(({ under }) => first.some(({ id }) => id === under)).map(jointsOf);
    for (const planted of PLANTED) expect(twins).toContain(planted);
  });

  it('with eyes, teeth and a tongue in the head, a watch and a stick in the hand has no more', () => {
    const eye = createBoxMesh(0.03, 0.03, 0.03);
    const pieces: Piece[] = [
      { name: 'eye.L', mesh: eye, on: beside('head', 0.03, 0.12, 0.07) },
      { name: 'eye.R', mesh: eye, on: beside('head', -0.03, 0.12, 0.07) },
      { name: 'teeth', mesh: createBoxMesh(0.05, 0.02, 0.04), on: beside('head', 0.001, 0.05, 0.05) },
      { name: 'tongue', mesh: createBoxMesh(0.03, 0.01, 0.05), on: beside('head', 0.002, 0.045, 0.04) },
      { name: 'watch', mesh: createBoxMesh(0.05, 0.05, 0.05), on: beside('left-hand', 0, 0.01, 0) },
    ];
    expect(listFirst(wear(pieces)).map(jointsOf)).toEqual(PLANTED);
  });

  it('behind a pane has its three if the pane is of glass', () => {
    const pane = (opacity: number): Piece => ({
      name: 'globe',
      mesh: createBoxMesh(2.2, 2.1, 2),
      on: { joint: 'pelvis', at: [0.01, 1, 0.02] },
      opacity,
    });
    expect(listFirst(wear([pane(1)]))).toEqual([]);
    expect(listFirst(wear([pane(0.3)])).length).toBeGreaterThan(0);
  });
});
