import { JOINT_STRIDE } from '../deform/posed-joints.ts';
import { addPair, type PairList } from '../query/pairs/pair-list.ts';
import type { Stats } from '../query/stats.ts';
import type { KnownFans } from '../self/certify-fans.ts';
import { doOthersMeet } from '../self/meet.ts';
import type { SelfPlan } from '../self/plan.ts';
import { leastStretch, roundingOfDrift } from '../self/reasons/drift.ts';
import { testNeighbours } from '../self/test-neighbours.ts';
import type { Arena, SelfCalls } from './arena.ts';
import { openEngine } from './engine.ts';
import { openPart } from './open-part.ts';
import { isPlanCompiled, type PlanBlock, packPlan, seeFans } from './pack-plan.ts';
import {
  CAPACITY,
  PAIRS,
  QUERY,
  SELF_FOUND,
  SELF_LEAF_PAIRS,
  SELF_MOST_PAIRS,
  SELF_PAIRS_START,
  SELF_STACK_START,
  SELF_TOP,
  SELF_TRIANGLE_TESTS,
  SELF_VOLUME_TESTS,
  SELF_WANTS_ALL,
  STACK,
} from './query-record.ts';
import { SELF_MODULE } from './self-module.ts';

/** A surface in a pose: as `poseInstant` takes it. */
export interface PosedSurface {
  plan: SelfPlan;
  /** Posed vertices, in the order of the shape's mesh. */
  positions: Float64Array;
  /** As in `PosedJoints`. */
  joints: Float64Array;
  magnitude: number;
}

/** Finds the pairs of a surface with itself by the compiled query of this thread; false if it has none, or none that knows this plan. */
export function findSelfPairsCompiled(posed: PosedSurface, onlyFirst: boolean, stats: Stats, out: PairList): boolean {
  const arena = isPlanCompiled(posed.plan) ? openEngine() : null;
  return arena !== null && findSelfPairsIn(arena, posed, onlyFirst, stats, out);
}

/**
 * Adds the pairs of slots that meet, all or one, the lower first: what `poseInstant` and `searchInstant` find. Returns false, having done nothing, if there is no
 * room, or the vertices are not all within float32: then those have to.
 *
 * Exactly the same pairs: the reasons are those of self/reasons, with the same proofs; boxes of what touches share a point though they are float32; and of two
 * triangles the module decides only what floats can (docs/decisions/0032). The rest is decided here, by the tests of the other path, and so are all neighbours around
 * a vertex that the module is not certain of.
 */
export function findSelfPairsIn(
  arena: Arena,
  posed: PosedSurface,
  onlyFirst: boolean,
  stats: Stats,
  out: PairList,
): boolean {
  arena.clock++; // what is packed from here on is not given up before the next question
  const packed = packPlan(arena, posed.plan);
  const calls = packed && openPart(arena, arena.self, SELF_MODULE);
  if (!packed || !calls || !takePose(arena, calls, packed, posed)) return false;
  const fans = seeFans(arena, packed);
  if (!testNeighbours(fans, onlyFirst, stats, out)) testOthers(arena, calls, packed, fans, onlyFirst, stats, out);
  return true;
}

/** Hands over a pose, and has all reasons computed that hold in it; false if the vertices are beyond float32. */
function takePose({ numbers }: Arena, calls: SelfCalls, packed: PlanBlock, posed: PosedSurface): boolean {
  const { plan, positions, joints, magnitude } = posed;
  const { jointCount } = plan.shape.deformer.sets;
  const at = packed.block.start;
  numbers.set(positions, packed.vertices);
  if (calls.narrowVertices(at) === 0) return false;
  const hidden = roundingOfDrift(magnitude);
  numbers[at / 8] = hidden >= 0 ? hidden : Infinity; // NaN: unknown
  numbers.set(joints, packed.joints);
  for (let joint = 0; joint < jointCount; joint++) {
    numbers[packed.stretches + joint] = leastStretch(joints, JOINT_STRIDE * joint);
  }
  calls.poseSelf(at);
  return true;
}

/** The pairs without a common vertex. */
function testOthers(
  arena: Arena,
  calls: SelfCalls,
  packed: PlanBlock,
  posed: KnownFans,
  onlyFirst: boolean,
  stats: Stats,
  out: PairList,
): void {
  const { words } = arena;
  const q = QUERY / 4;
  words[q] = packed.block.start;
  words[q + SELF_STACK_START] = STACK;
  words[q + SELF_PAIRS_START] = PAIRS;
  words[q + SELF_MOST_PAIRS] = CAPACITY;
  words[q + SELF_WANTS_ALL] = onlyFirst ? 0 : 1;
  calls.beginSelf(QUERY);
  while (words[q + SELF_TOP] > STACK) {
    calls.walkSelf(QUERY);
    if (takePairs(arena, posed, onlyFirst, out)) break;
  }
  stats.volumeTests += words[q + SELF_VOLUME_TESTS];
  stats.leafPairs += words[q + SELF_LEAF_PAIRS];
  stats.triangleTests += words[q + SELF_TRIANGLE_TESTS];
}

/** Takes over the pairs that the module has found so far, those that it is unsure of if they do meet. Returns whether there are enough. */
function takePairs({ words }: Arena, { plan, positions }: KnownFans, onlyFirst: boolean, out: PairList): boolean {
  const { triangles } = plan.shape.mesh;
  const end = PAIRS / 4 + 2 * words[QUERY / 4 + SELF_FOUND];
  words[QUERY / 4 + SELF_FOUND] = 0;
  for (let k = PAIRS / 4; k < end; k += 2) {
    const lower = words[k] & 0x7fffffff;
    if (words[k] !== lower && !doOthersMeet(positions, triangles, lower, words[k + 1])) continue;
    addPair(out, lower, words[k + 1]);
    if (onlyFirst) return true;
  }
  return false;
}
