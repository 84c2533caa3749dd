import { NEAREST_SIZE, SQUARED, triangleDistance } from '../../query/elementary/triangle-distance.ts';
import { addPair, keepPairs, type PairList } from '../../query/pairs/pair-list.ts';
import { pushPairs } from '../../query/walk/pair-stack.ts';
import { boxesStayApart, boxTriangle } from '../../self/reasons/boxes-over-window.ts';
import { quickRestGap } from '../../self/reasons/rest-gaps.ts';
import { findCrossingNeighbours } from '../../self/window.ts';
import { certifyCompiled } from '../compiled/pack-window.ts';
import { type BodyMotion, boxNodes } from './body-motion.ts';

/** Adds all neighbours that cross at an instant, by slot, the lower first; but for those that one joint carries. */
export function findCrossing(motion: BodyMotion, instant: number, out: PairList): void {
  findCrossingNeighbours(motion.window, instant, out, certifyCompiled(motion, instant));
  keepPairs(out, (one, other) => !isCarried(motion, one, other));
}

/** Takes out of a list the pairs of `carriedPairs`. */
export function leaveOutCarried(motion: BodyMotion, list: PairList): void {
  const isLeftOut = carriedPairs(motion);
  if (isLeftOut) keepPairs(list, (one, other) => !isLeftOut(one, other));
}

/**
 * Which pairs without a common vertex follow one joint alone, which keeps its shape: they touch where they do at rest, but where rounding may close a gap. Null if joints are not trusted with
 * that.
 */
export function carriedPairs(motion: BodyMotion): ((one: number, other: number) => boolean) | null {
  if (!motion.trustsJoints) return null;
  const places = new Float64Array(NEAREST_SIZE);
  return (one, other) => isCarried(motion, one, other) && !isClosable(motion, one, other, places);
}

/** Whether two triangles follow one joint alone, which keeps their shape. */
function isCarried({ shape, keepsApart }: BodyMotion, one: number, other: number): boolean {
  const { ofTriangles } = shape.onlyJoints;
  const joint = ofTriangles[one];
  return joint >= 0 && joint === ofTriangles[other] && keepsApart[joint] === 1;
}

/**
 * Whether two triangles are apart at rest, but so little that rounding may make them touch. A lower bound of their gap mostly
 * tells, as such gaps are a millionth of a triangle.
 */
function isClosable(motion: BodyMotion, one: number, other: number, places: Float64Array): boolean {
  const { shape } = motion;
  const closable = motion.closable[shape.onlyJoints.ofTriangles[one]];
  if ((1 - 1e-6) * quickRestGap(shape.mesh, one, other) > closable) return false;
  const { positions: x, triangles: t } = shape.mesh;
  const [a, b, c] = [3 * t[3 * one], 3 * t[3 * one + 1], 3 * t[3 * one + 2]];
  const [d, e, f] = [3 * t[3 * other], 3 * t[3 * other + 1], 3 * t[3 * other + 2]];
  triangleDistance(x, a, b, c, x, d, e, f, places);
  const gap = Math.sqrt(places[SQUARED]);
  return gap > 0 && (1 - 1e-9) * gap <= closable;
}

/**
 * Adds all pairs of triangles of two bodies whose boxes do not stay apart over their windows: slots of `a` first. Which node is split does not depend on the pose, so neither does the order of
 * the pairs.
 */
export function findNearPairsOfTwo(a: BodyMotion, b: BodyMotion, stack: Int32Array, out: PairList): void {
  boxNodes(a);
  boxNodes(b);
  const { tree: treeA } = a.shape;
  const { tree: treeB } = b.shape;
  const { boxes: boxesA, count } = a.window;
  const { boxes: boxesB } = b.window;
  const { instants } = boxesA;
  const stride = 6 * instants;
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    if (boxesStayApart(boxesA.ofNodes, stride * i, boxesB.ofNodes, stride * j, instants, 0, count - 1)) continue;
    const firstA = treeA.links[i];
    const firstB = treeB.links[j];
    const sizeA = treeA.slotEnds[i] - treeA.slotStarts[i];
    const sizeB = treeB.slotEnds[j] - treeB.slotStarts[j];
    if (firstA >= 0 && (firstB < 0 || sizeA > sizeB)) {
      top = pushPairs(stack, top, firstA, treeA.ends[i], j, j + 1);
    } else if (firstB >= 0) {
      top = pushPairs(stack, top, i, i + 1, firstB, treeB.ends[j]);
    } else {
      addNearOfLeaves(a, i, b, j, out);
    }
  }
}

/** Room for the pairs of nodes of two bodies that wait. */
export function createStackOfTwo(a: BodyMotion, b: BodyMotion): Int32Array {
  const [treeA, treeB] = [a.shape.tree, b.shape.tree];
  return new Int32Array(2 * (1 + (treeA.depth + 1) * treeA.maxArity + (treeB.depth + 1) * treeB.maxArity));
}

/** Which triangles of the second leaf are near the box of the first is told once. */
function addNearOfLeaves(a: BodyMotion, i: number, b: BodyMotion, j: number, out: PairList): void {
  const { slotStarts: startsA, slotEnds: endsA } = a.shape.tree;
  const { slotStarts: startsB, slotEnds: endsB } = b.shape.tree;
  const { boxes: boxesA, positions: positionsA, count } = a.window;
  const { boxes: boxesB, positions: positionsB } = b.window;
  const { instants } = boxesA;
  const stride = 6 * instants;
  const last = count - 1;
  let near = 0; // as bits; leaves have at most 8 triangles
  for (let other = startsB[j], bit = 1; other < endsB[j]; other++, bit <<= 1) {
    boxTriangle(b.shape, positionsB, count, other, boxesB);
    if (!boxesStayApart(boxesB.ofTriangles, stride * other, boxesA.ofNodes, stride * i, instants, 0, last)) near |= bit;
  }
  for (let one = startsA[i]; near !== 0 && one < endsA[i]; one++) {
    boxTriangle(a.shape, positionsA, count, one, boxesA);
    const own = stride * one;
    if (boxesStayApart(boxesA.ofTriangles, own, boxesB.ofNodes, stride * j, instants, 0, last)) continue;
    for (let bits = near; bits !== 0; bits &= bits - 1) {
      const other = startsB[j] + 31 - Math.clz32(bits & -bits);
      if (boxesStayApart(boxesA.ofTriangles, own, boxesB.ofTriangles, stride * other, instants, 0, last)) continue;
      addPair(out, one, other);
    }
  }
}
