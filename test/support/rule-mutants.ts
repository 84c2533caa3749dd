import { JOINT_STRIDE } from '../../src/deform/posed-joints.ts';
import type { VolumeKind } from '../../src/index.ts';
import { countKeys } from '../../src/refit/chain.ts';
import { BOX_GROUP_HEADER } from '../../src/refit/records.ts';
import type { RangeName } from './pose-character.ts';
import type { DeformerName } from './random-character.ts';
import type { Spoil } from './spoil-records.ts';
import {
  boundBoxPlainly,
  fieldLayout,
  listMorphTargets,
  listPatches,
  spoilFields,
  spoilPose,
  spoilRecord,
} from './spoil-records.ts';

/** A rule that is wrong in one place, and where that can be seen. */
export interface Mutant {
  name: string;
  deformer: DeformerName;
  volumes: readonly VolumeKind[];
  range: RangeName;
  spoil: Spoil;
}

const all = ['sphere', 'box', 'dop'] as const;

/** The same mistake in the rules of several deformers. */
function ofEach(deformers: readonly DeformerName[], mutant: Omit<Mutant, 'deformer'>): Mutant[] {
  return deformers.map(deformer => ({ deformer, ...mutant }));
}

const morphMutants: Mutant[] = [
  {
    name: 'any weights blended as if they were convex',
    deformer: 'morph',
    volumes: all,
    range: 'moderate',
    spoil: spoilPose(() => ({ isConvex: true })),
  },
  ...all.map(
    (volumes): Mutant => ({
      name: 'extents added with the sign of the weight',
      deformer: 'morph',
      volumes: [volumes],
      range: 'moderate',
      spoil: spoilRecord((record, posed) => {
        const { middles, size } = fieldLayout(volumes);
        for (const { target, volume } of listMorphTargets(record, size)) {
          if (posed.weights[target] >= 0) continue;
          for (let k = volume + middles; k < volume + size; k++) record.values[k] *= -1;
        }
      }),
    }),
  ),
  {
    name: 'weights above 1 taken for 1',
    deformer: 'morph',
    volumes: all,
    range: 'moderate',
    spoil: spoilPose(({ weights }) => ({ weights: weights.map(weight => Math.min(1, weight)) })),
  },
  {
    name: 'the share between key shapes 5 % off',
    deformer: 'morph with in-betweens',
    volumes: all,
    range: 'moderate',
    spoil: spoilPose(({ share }) => ({ share: share < 0.5 ? share + 0.05 : share - 0.05 })),
  },
  {
    name: 'key shapes blended the wrong way round',
    deformer: 'morph with in-betweens',
    volumes: all,
    range: 'moderate',
    spoil: spoilPose(({ share }) => ({ share: 1 - share })),
  },
  {
    name: 'the key shape before',
    deformer: 'morph with in-betweens',
    volumes: all,
    range: 'moderate',
    spoil: spoilPose(({ key }) => ({ key: Math.max(key - 1, Math.min(key, 0)) })),
  },
  {
    name: 'the rounding slack dropped',
    deformer: 'morph',
    volumes: ['sphere', 'dop'],
    range: 'very far from the origin',
    spoil: spoilPose(() => ({ slack: 0 })),
  },
];

const modalMutants: Mutant[] = [
  ...all.map(
    (volumes): Mutant => ({
      name: 'extents added with the sign of the amplitude',
      deformer: 'modal',
      volumes: [volumes],
      range: 'moderate',
      spoil: spoilRecord(({ values, at }, posed) => {
        const { middles, size } = fieldLayout(volumes);
        posed.weights.forEach((weight, m) => {
          if (weight >= 0) return;
          for (let k = middles; k < size; k++) values[at + size * (m + 1) + k] *= -1;
        });
      }),
    }),
  ),
  {
    name: 'the stray of a node a fifth too low',
    deformer: 'modal',
    volumes: ['sphere'],
    range: 'moderate',
    spoil: spoilRecord(({ values, at }, posed) => {
      values[at + 4 * (posed.weights.length + 1)] *= 0.8;
    }),
  },
  {
    name: 'the length of the amplitudes taken for the largest of them',
    deformer: 'modal',
    volumes: ['sphere'],
    range: 'moderate',
    spoil: spoilPose(({ weights }) => ({ amplitude: Math.max(...weights.map(Math.abs)) })),
  },
];

const chainMutants: Mutant[] = [
  ...(['linear-blend', 'spherical-blend', 'dual-quaternion-blend'] as const).flatMap((skinning): Mutant[] => [
    {
      name: 'the extents of displacements dropped',
      deformer: `chain of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilFields((values, { volume, size }) => values.fill(0, volume + 3, volume + size)),
    },
    {
      name: 'extents added with the sign of the weight',
      deformer: `chain of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilFields((values, { volume, size, target }, { weights }) => {
        for (let k = 3; k < size && weights[target] < 0; k++) values[volume + k] *= -1;
      }),
    },
    {
      name: 'the centres of displacements dropped',
      deformer: `chain of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilFields((values, { volume, size }) => size > 1 && values.fill(0, volume, volume + 3)),
    },
    {
      name: 'amplitudes below 0 taken for those above',
      deformer: `modal-chain of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilPose(({ weights }) => ({ weights: weights.map(Math.abs) })),
    },
    {
      name: 'the share between key shapes 5 % off',
      deformer: `chain with in-betweens of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilPose(({ share }) => ({ share: share < 0.5 ? share + 0.05 : share - 0.05 })),
    },
    {
      name: 'the key shape before',
      deformer: `chain with in-betweens of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilPose(({ key }) => ({ key: Math.max(key - 1, Math.min(key, 0)) })),
    },
    {
      name: 'key shapes a fifth too small',
      deformer: `chain with in-betweens of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilRecord((record, _posed, deformer) => {
        for (const { size, behind } of listPatches(record, deformer)) {
          for (let k = 0; k < size * countKeys(deformer); k++) if (k % size >= 3) record.values[behind + k] *= 0.8;
        }
      }),
    },
  ]),
];

/** k-DOPs: slabs of records, and what is read of them. */
const dopMutants: Mutant[] = [
  ...[0, 4, 8].map(
    (slab): Mutant => ({
      name: `slab ${slab} of the volume at rest a fifth too thin`,
      deformer: 'modal',
      volumes: ['dop'],
      range: 'moderate',
      spoil: spoilRecord(({ values, at }) => {
        values[at + 9 + slab] *= 0.8;
      }),
    }),
  ),
  {
    name: 'the slab across a diagonal left out of the displacements',
    deformer: 'morph',
    volumes: ['dop'],
    range: 'moderate',
    spoil: spoilRecord(record => {
      for (const { volume } of listMorphTargets(record, 18)) record.values[volume + 9 + 3] = 0;
    }),
  },
  ...ofEach(['morph', 'modal', 'rigid'], {
    name: 'directions turned as vertices are, not back',
    volumes: ['dop'],
    range: 'moderate',
    spoil: spoilPose(({ joints }) => ({ joints: transposed(joints) })),
  }),
  ...ofEach(['linear-blend', 'spherical-blend'], {
    name: 'the box of a group a fifth too small',
    volumes: ['dop'],
    range: 'moderate',
    spoil: rule => (records, own, posed, node, scratch, out) => {
      const small = { ...posed, joints: posed.joints.slice() };
      for (let m = 0; m < small.joints.length; m += JOINT_STRIDE) {
        for (let k = 0; k < 11; k++) if (k % 4 !== 3) small.joints[m + k] *= 0.8;
      }
      rule(records, own, small, node, scratch, out);
    },
  }),
  {
    name: 'the rest of the weights shared out as the lowest weights are',
    deformer: 'linear-blend',
    volumes: ['dop'],
    range: 'moderate',
    spoil: spoilRecord(({ words, values, at }) => {
      const groups = words[at++];
      for (let g = 0; g < groups; g++) {
        const n = words[at];
        at += BOX_GROUP_HEADER;
        if (n === 1) continue;
        const sum = values.subarray(at, at + n).reduce((total, weight) => total + weight, 0);
        for (let k = 0; k < n; k++, at++) values[at] = sum > 0 ? values[at] / sum : 1 / n;
      }
    }),
  },
];

/** Every joint's rotation the other way round. */
function transposed(joints: Float64Array): Float64Array {
  const turned = joints.slice();
  for (let m = 0; m < joints.length; m += JOINT_STRIDE) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) turned[m + 4 * row + column] = joints[m + 4 * column + row];
    }
  }
  return turned;
}

const otherMutants: Mutant[] = [
  ...(['signed matrix', 'rest left out', 'rest shared evenly'] as const).map(
    (flaw): Mutant => ({
      name: `boxes with the flaw '${flaw}'`,
      deformer: 'linear-blend',
      volumes: ['box'],
      range: 'moderate',
      spoil: () => boundBoxPlainly(flaw),
    }),
  ),
  ...ofEach(['rigid', 'morph', 'modal', 'linear-blend', 'spherical-blend', 'dual-quaternion-blend'], {
    name: 'slabs across diagonals as if those were of length 1',
    volumes: ['dop'],
    range: 'moderate',
    spoil: rule => (records, own, posed, node, scratch, out) => {
      rule(records, own, posed, node, scratch, out);
      for (let s = 3; s < records.slabs; s++) {
        const at = 2 * (records.slabs * node + s);
        const excess = 0.5 * (1 - Math.SQRT1_2) * (out[at + 1] - out[at]);
        out[at] += excess;
        out[at + 1] -= excess;
      }
    },
  }),
];

export const ruleMutants: readonly Mutant[] = [
  ...morphMutants,
  ...modalMutants,
  ...chainMutants,
  ...dopMutants,
  ...otherMutants,
];
