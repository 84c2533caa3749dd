import type { MotionSearch } from './motion-search.ts';

/**
 * Chooses pairs so that at every pose that collides one of them does: the pairs that must be kept, and then, over and
 * over, the pair that settles most of the poses left (greedy set cover, within a factor of ln of the fewest); at last
 * those that later ones made needless go again. Returns 1 for each pair that stays.
 *
 * After a safe search the answer is that of all spheres at every pose in range. Why: a pose lies in a cell that is
 * free, or in one with a chosen pair that collides at all its poses, or in one whose doubtful pairs were all kept.
 * After a published search it is that of all spheres at the sampled poses: the smallest subset, M_ss of
 * [NavarroNewball2009]. Cost: a few passes over `posePairs`.
 */
export function coverPoses({ pairs, poseStarts, posePairs, isForced }: MotionSearch): Uint8Array {
  const count = pairs.length / 2;
  const poses = poseStarts.length - 1;
  const isKept = isForced.slice();
  const { starts, list } = listPosesOfPairs(poseStarts, posePairs, count);
  const covered = new Uint32Array(poses);
  const gains = Uint32Array.from({ length: count }, (_, pair) => starts[pair + 1] - starts[pair]);
  const keep = (pair: number): void => {
    isKept[pair] = 1;
    for (let at = starts[pair]; at < starts[pair + 1]; at++) {
      const pose = list[at];
      if (covered[pose]++ > 0) continue;
      for (let k = poseStarts[pose]; k < poseStarts[pose + 1]; k++) gains[posePairs[k]]--;
    }
  };
  for (let pair = 0; pair < count; pair++) if (isForced[pair]) keep(pair);
  const chosen: number[] = [];
  for (;;) {
    let best = 0;
    for (let pair = 1; pair < count; pair++) if (gains[pair] > gains[best]) best = pair;
    if (count === 0 || gains[best] === 0) break;
    keep(best);
    chosen.push(best);
  }
  for (const pair of chosen) {
    const poseList = list.subarray(starts[pair], starts[pair + 1]);
    if (!poseList.every(pose => covered[pose] > 1)) continue;
    isKept[pair] = 0;
    for (const pose of poseList) covered[pose]--;
  }
  return isKept;
}

function listPosesOfPairs(
  poseStarts: Uint32Array,
  posePairs: Uint32Array,
  count: number,
): { starts: Uint32Array; list: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const pair of posePairs) starts[pair + 1]++;
  for (let pair = 0; pair < count; pair++) starts[pair + 1] += starts[pair];
  const list = new Uint32Array(posePairs.length);
  const next = starts.slice();
  for (let pose = 0; pose + 1 < poseStarts.length; pose++) {
    for (let k = poseStarts[pose]; k < poseStarts[pose + 1]; k++) list[next[posePairs[k]]++] = pose;
  }
  return { starts, list };
}
