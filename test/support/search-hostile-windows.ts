import { deformAll } from '../../src/deform/deformer.ts';
import { createRandom } from '../../src/math/random.ts';
import { areNeighbours } from '../../src/mesh/neighbours.ts';
import { createPairList } from '../../src/query/pairs/pair-list.ts';
import { isLeftOut, type LeftOut } from '../../src/self/left-out.ts';
import { doMeet } from '../../src/self/meet.ts';
import type * as WindowModule from '../../src/self/window.ts';
import { createHostileShape, type HostileEngine, loadHostileEngine } from './hostile-engine.ts';
import { createHostileJoints, moveHostilely } from './hostile-meshes.ts';

const INSTANTS = 4;
const WINDOWS = 8;

export type WindowEngine = HostileEngine & typeof WindowModule;

export function loadWindowEngine(load: <Module>(file: string) => Module): WindowEngine {
  return loadHostileEngine(load, 'self/window');
}

export interface WindowResult {
  cases: number;
  /** Pairs that touch at some time, pairs of neighbours that cross at an instant, and pairs that were left out. */
  touching: number;
  crossing: number;
  leftOut: number;
  wrongSeed: number;
}

/**
 * Holds windows of a few instants against brute force over small hostile meshes: pairs without a common vertex that touch
 * at an instant, or half-way between two, must be listed, and exactly the neighbours that cross be found at each instant.
 * In every other mesh half of the pairs are not asked about: none of them may be listed.
 */
export function searchHostileWindows(engine: WindowEngine, firstSeed: number, cases: number): WindowResult {
  const result: WindowResult = { cases: 0, touching: 0, crossing: 0, leftOut: 0, wrongSeed: -1 };
  for (let seed = firstSeed; result.cases < cases && result.wrongSeed < 0; seed++) {
    const random = createRandom(seed);
    const { mesh, shape } = createHostileShape(engine, random, true);
    const collider = engine.createCollider(shape);
    const leftOut =
      shape.tree.maxLeafSize <= 8 && seed % 2 === 0 ? chooseLeftOut(seed, mesh.triangles.length / 3) : null;
    const plan = engine.planOf(shape);
    const window = engine.createWindow(leftOut ? engine.addRestGaps(plan, leftOut) : plan, INSTANTS);
    for (let n = 0; n < WINDOWS; n++, result.cases++) {
      const count = 1 + Math.floor(INSTANTS * random());
      let jointMatrices = createHostileJoints(random, shape.deformer.sets.jointCount, mesh.positions);
      for (let k = 0; k < count; k++) {
        if (random() < 0.3) jointMatrices = createHostileJoints(random, shape.deformer.sets.jointCount, mesh.positions);
        else if (random() < 0.5) jointMatrices = jointMatrices.map((x, o) => x + (o % 4 === 3 ? 0.3 * random() : 0));
        engine.setPose(collider, { jointMatrices });
        const x = window.positions[k];
        deformAll(shape.deformer, shape.mesh.positions, collider.posed, x);
        if (random() < 0.6) moveHostilely(random, x, shape.mesh.triangles);
        if (!x.every(Number.isFinite)) x.fill(0);
        engine.setInstant(window, k, collider.posed.joints, collider.posed.magnitude);
      }
      if (!isWindowRight(engine, window, count, leftOut, result)) result.wrongSeed = seed;
    }
  }
  return result;
}

/** Pairs of triangles that nobody asks about, half of all, neighbours among them. */
function chooseLeftOut(seed: number, slots: number): LeftOut {
  const random = createRandom(1_000_003 + seed);
  const lists = Array.from({ length: slots }, (): number[] => []);
  for (let i = 0; i < slots; i++) {
    for (let j = i + 1; j < slots; j++) {
      if (random() < 0.5) continue;
      lists[i].push(j);
      lists[j].push(i);
    }
  }
  const starts = new Uint32Array(slots + 1);
  lists.forEach((list, slot) => {
    starts[slot + 1] = starts[slot] + list.sort((p, q) => p - q).length;
  });
  return { starts, others: Uint32Array.from(lists.flat()) };
}

function isWindowRight(
  engine: WindowEngine,
  window: WindowModule.SelfWindow,
  count: number,
  leftOut: LeftOut | null,
  result: WindowResult,
): boolean {
  const { mesh } = window.plan.shape;
  const slots = mesh.triangles.length / 3;
  const used = window.positions.slice(0, count);
  const size = Math.max(...used.map(x => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0)));
  const keyOf = (one: number, other: number): number => one * slots + other;
  const listed = new Set<number>();
  for (const isBetween of [false, true]) {
    engine.openWindow(window, count, isBetween ? 1e-9 * size : 0);
    const near = createPairList();
    engine.listNearPairs(window, near);
    listed.clear();
    for (let k = 0; k < near.length; k += 2) listed.add(keyOf(near.data[k], near.data[k + 1]));
    if (listed.size !== near.length / 2) return false;
    const isOut = (i: number, j: number): boolean => leftOut !== null && isLeftOut(leftOut, i, j);
    if ([...listed].some(key => isOut(Math.floor(key / slots), key % slots))) return false;
    const times = isBetween ? used.slice(1).map((x, k) => x.map((to, o) => 0.5 * (to + used[k][o]))) : used;
    for (const x of times) {
      for (let i = 0; i < slots; i++) {
        for (let j = i + 1; j < slots; j++) {
          if (areNeighbours(mesh.triangles, i, j) || isOut(i, j) || !doMeet(x, mesh.triangles, i, j)) continue;
          if (!listed.has(keyOf(i, j))) return false;
          result.touching++;
        }
      }
    }
  }
  result.leftOut += (slots * (slots - 1)) / 2 - listed.size;
  return used.every((x, k) => areNeighboursRight(engine, window, k, x, result));
}

function areNeighboursRight(
  engine: WindowEngine,
  window: WindowModule.SelfWindow,
  instant: number,
  x: Float64Array,
  result: WindowResult,
): boolean {
  const { triangles } = window.plan.shape.mesh;
  const found = createPairList();
  engine.findCrossingNeighbours(window, instant, found);
  const keys = new Set<string>();
  for (let k = 0; k < found.length; k += 2) keys.add(`${found.data[k]} ${found.data[k + 1]}`);
  let count = 0;
  for (let i = 0; 3 * i < triangles.length; i++) {
    for (let j = i + 1; 3 * j < triangles.length; j++) {
      if (!areNeighbours(triangles, i, j) || !doMeet(x, triangles, i, j)) continue;
      if (!keys.has(`${i} ${j}`)) return false;
      count++;
    }
  }
  result.crossing += count;
  return count === found.length / 2;
}
