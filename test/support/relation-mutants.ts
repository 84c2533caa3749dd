import type { FramePair } from '../../src/bounds/oriented-boxes.ts';

/** What a relation of two frames could get wrong: each of these parts boxes that touch. */
export const relationMutants: Record<string, (relation: FramePair) => void> = {
  'slack taken away, not added': relation => {
    relation.slackA *= -1;
    relation.slackB *= -1;
  },
  'the map from b to a transposed': ({ toA, absoluteA: reachA }) => {
    for (const m of [toA, reachA]) {
      for (const [k, l] of [
        [1, 4],
        [2, 8],
        [6, 9],
      ]) {
        [m[k], m[l]] = [m[l], m[k]];
      }
    }
  },
  'the maps mixed up': relation => {
    [relation.toA, relation.toB] = [relation.toB, relation.toA];
    [relation.absoluteA, relation.absoluteB] = [relation.absoluteB, relation.absoluteA];
  },
  'half extents carried over by signed numbers': ({ toA, toB, absoluteA: reachA, absoluteB: reachB }) => {
    reachA.set(toA);
    reachB.set(toB);
  },
  'half extents carried over along their own axes only': ({ absoluteA: reachA }) => {
    for (let k = 0; k < 12; k++) if (k % 5 !== 0) reachA[k] = 0;
  },
  'half extents carried over 1 % short': ({ absoluteA: reachA }) => {
    for (let k = 0; k < 12; k++) reachA[k] *= 0.99;
  },
};
