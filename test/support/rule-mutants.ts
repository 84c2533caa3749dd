import type { VolumeKind } from '../../src/index.ts';
import type { RangeName } from './pose-character.ts';
import type { DeformerName } from './random-character.ts';
import { boundBoxPlainly, listMorphTargets, listPatches, type Spoil, spoilPose, spoilRecord } from './spoil-records.ts';

/** A rule that is wrong in one place, and where that can be seen. */
export interface Mutant {
  name: string;
  deformer: DeformerName;
  volumes: readonly VolumeKind[];
  range: RangeName;
  spoil: Spoil;
}

const all = ['sphere', 'box', 'dop'] as const;

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
        const extents = volumes === 'sphere' ? 1 : 3;
        for (const { target, volume } of listMorphTargets(record, extents)) {
          if (posed.weights[target] >= 0) continue;
          for (let k = volume + 3; k < volume + 3 + extents; k++) record.values[k] *= -1;
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
        const size = volumes === 'sphere' ? 4 : 6;
        posed.weights.forEach((weight, m) => {
          if (weight >= 0) return;
          for (let k = 3; k < size; k++) values[at + size * (m + 1) + k] *= -1;
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
      spoil: spoilRecord(record => {
        for (const { size, volume } of listPatches(record)) record.values.fill(0, volume + 3, volume + size);
      }),
    },
    {
      name: 'extents added with the sign of the weight',
      deformer: `chain of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilRecord((record, posed) => {
        for (const { target, size, volume } of listPatches(record)) {
          for (let k = 3; k < size && posed.weights[target] < 0; k++) record.values[volume + k] *= -1;
        }
      }),
    },
    {
      name: 'the centres of displacements dropped',
      deformer: `chain of ${skinning}`,
      volumes: all,
      range: 'moderate',
      spoil: spoilRecord(record => {
        for (const { size, volume } of listPatches(record)) if (size > 1) record.values.fill(0, volume, volume + 3);
      }),
    },
  ]),
];

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
  ...(['rigid', 'morph', 'modal', 'linear-blend', 'spherical-blend', 'dual-quaternion-blend'] as const).map(
    (deformer): Mutant => ({
      name: 'slabs across diagonals as if those were of length 1',
      deformer,
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
  ),
];

export const ruleMutants: readonly Mutant[] = [...morphMutants, ...modalMutants, ...chainMutants, ...otherMutants];
