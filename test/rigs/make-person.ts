import type { Rotation, Vector } from '../../cli/rigs/vectors.ts';
import { subtract, turnAbout, turnBack, turnBoth, turnVector } from '../../cli/rigs/vectors.ts';
import type { GltfAsset, GltfBody } from '../../src/gltf/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { BOX_FACES } from '../support/boxes.ts';

/** The bones of the person, as VRM calls them: what each hangs on, and where it begins with the arms held out. */
const BONES: Record<string, { on: string | null; at: Vector }> = {
  hips: { on: null, at: [0, 1, 0] },
  spine: { on: 'hips', at: [0, 1.1, 0] },
  chest: { on: 'spine', at: [0, 1.25, 0] },
  neck: { on: 'chest', at: [0, 1.5, 0] },
  head: { on: 'neck', at: [0, 1.6, 0] },
  ...sideBones('left', 1),
  ...sideBones('right', -1),
};

function sideBones(side: string, sign: number): typeof BONES {
  const at = (x: number, y: number, z: number): Vector => [sign * x, y, z];
  return {
    [`${side}Shoulder`]: { on: 'chest', at: at(0.05, 1.45, 0) },
    [`${side}UpperArm`]: { on: `${side}Shoulder`, at: at(0.2, 1.45, 0) },
    [`${side}LowerArm`]: { on: `${side}UpperArm`, at: at(0.45, 1.45, 0) },
    [`${side}Hand`]: { on: `${side}LowerArm`, at: at(0.7, 1.45, 0) },
    [`${side}IndexProximal`]: { on: `${side}Hand`, at: at(0.8, 1.45, 0.03) },
    [`${side}IndexIntermediate`]: { on: `${side}IndexProximal`, at: at(0.84, 1.45, 0.03) },
    [`${side}LittleProximal`]: { on: `${side}Hand`, at: at(0.8, 1.45, -0.03) },
    [`${side}UpperLeg`]: { on: 'hips', at: at(0.1, 0.95, 0) },
    [`${side}LowerLeg`]: { on: `${side}UpperLeg`, at: at(0.1, 0.5, 0) },
    [`${side}Foot`]: { on: `${side}LowerLeg`, at: at(0.1, 0.08, 0) },
    [`${side}Toes`]: { on: `${side}Foot`, at: at(0.1, 0.02, 0.12) },
  };
}

export interface PersonOptions {
  /** What each bone is called; as VRM does by default. */
  nameOf?: (bone: string) => string;
  /** Degrees by which the arms hang below being held out. */
  armsDown?: number;
  /** Degrees by which the whole person is turned about the vertical. */
  turned?: number;
  /** How many times as tall. */
  height?: number;
  /** Joints have axes of their own, by this seed; 0: all along the world. */
  axes?: number;
  /** Bones that hang on the root instead. */
  loose?: readonly string[];
  /** Bones that no vertex follows. */
  bare?: readonly string[];
}

export const boneNames = Object.keys(BONES);

/** A person of boxes, one for each bone, with a node 'root' above the hips. Node numbers are those of `boneNames`, plus 1. */
export function makePerson(options: PersonOptions = {}): GltfAsset {
  const { nameOf = (bone: string) => bone, armsDown = 0, turned = 0, height = 1, axes = 0 } = options;
  const { loose = [], bare = [] } = options;
  const random = createRandom(axes);
  const whole = turnAbout([0, 1, 0], turned);
  const place = (bone: string): Vector => {
    const { at } = BONES[bone];
    const sign = Math.sign(at[0]);
    const isArm = /LowerArm|Hand|Index|Little/.test(bone);
    const shoulder: Vector = [sign * 0.2, 1.45, 0];
    const lowered = turnVector(turnAbout([0, 0, 1], -sign * armsDown), subtract(at, shoulder));
    const [x, y, z] = turnVector(whole, isArm ? [lowered[0] + shoulder[0], lowered[1] + 1.45, lowered[2]] : at);
    return [height * x, height * y, height * z];
  };
  const origins: Vector[] = [[0, 0, 0], ...boneNames.map(place)];
  const turns: Rotation[] = origins.map(() => (axes === 0 ? whole : anyTurn(random)));
  const parents = Int32Array.from([
    -1,
    ...boneNames.map(bone => (loose.includes(bone) ? 0 : boneNames.indexOf(BONES[bone].on ?? '') + 1)),
  ]);
  const local = origins.map((origin, n) => {
    const parent = parents[n];
    if (parent < 0) return { at: origin, turn: turns[n] };
    const back = turnBack(turns[parent]);
    return { at: turnVector(back, subtract(origin, origins[parent])), turn: turnBoth(back, turns[n]) };
  });
  const count = origins.length;
  const depth = (n: number): number => (parents[n] < 0 ? 0 : 1 + depth(parents[n]));
  const shown = boneNames.filter(bone => !bare.includes(bone)).map(bone => boneNames.indexOf(bone) + 1);
  const names = ['root', ...boneNames.map(nameOf)];
  return {
    nodes: {
      names,
      parents,
      order: Uint32Array.from(Array.from({ length: count }, (_, n) => n).sort((a, b) => depth(a) - depth(b))),
      translations: Float64Array.from(local.flatMap(({ at }) => at)),
      rotations: Float64Array.from(local.flatMap(({ turn }) => turn)),
      scales: new Float64Array(3 * count).fill(1),
      hasMatrix: new Uint8Array(count),
      matrices: new Float64Array(12 * count),
    },
    bodies: [makeBoxes(shown, names, origins, turns, height)],
    clips: [],
    gaps: [],
    copyright: '',
  };
}

function anyTurn(random: () => number): Rotation {
  const q = Array.from({ length: 4 }, () => random() - 0.5);
  const length = Math.hypot(...q);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

/** A small box around the origin of each joint, which follows it alone. */
function makeBoxes(
  joints: readonly number[],
  names: readonly string[],
  origins: readonly Vector[],
  turns: readonly Rotation[],
  height: number,
): GltfBody {
  const positions: number[] = [];
  const triangles: number[] = [];
  const follows: number[] = [];
  joints.forEach((n, j) => {
    const first = positions.length / 3;
    for (let corner = 0; corner < 8; corner++) {
      const offsets = [corner & 1, (corner >> 1) & 1, corner >> 2].map(bit => 0.01 * height * (2 * bit - 1));
      positions.push(...origins[n].map((x, k) => x + offsets[k]));
      follows.push(j);
    }
    for (const [a, b, c, d] of BOX_FACES) triangles.push(...[a, b, c, a, c, d].map(v => first + v));
  });
  const bindMatrices = joints.flatMap(n => {
    const back = turnBack(turns[n]);
    const columns = [[1, 0, 0] as const, [0, 1, 0] as const, [0, 0, 1] as const].map(axis => turnVector(back, axis));
    const shift = turnVector(back, origins[n]);
    return [0, 1, 2].flatMap(row => [columns[0][row], columns[1][row], columns[2][row], -shift[row]]);
  });
  const vertices = positions.length / 3;
  return {
    name: 'person',
    node: 0,
    mesh: { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) },
    source: {
      kind: 'linear-blend',
      skin: {
        jointCount: joints.length,
        influences: 1,
        joints: Uint16Array.from(follows),
        weights: new Float64Array(vertices).fill(1),
      },
    },
    joints: Uint32Array.from(joints),
    jointNames: joints.map(n => names[n]),
    bindMatrices: Float64Array.from(bindMatrices),
    targetNames: [],
    restWeights: new Float64Array(0),
    isInvisible: false,
    opacities: Float64Array.of(1),
    materialNames: [''],
    primitiveOfTriangle: new Uint32Array(triangles.length / 3),
    vertices: {
      primitives: Uint32Array.of(0),
      starts: Uint32Array.of(0),
      vertexOf: Uint32Array.from({ length: vertices }, (_, v) => v),
    },
  };
}
