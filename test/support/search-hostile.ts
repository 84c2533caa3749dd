import type * as ColliderModule from '../../src/collider.ts';
import { deformAll } from '../../src/deform/deformer.ts';
import { createRandom } from '../../src/math/random.ts';
import type * as PairListModule from '../../src/query/pair-list.ts';
import { createStats } from '../../src/query/stats.ts';
import type * as InstantModule from '../../src/self/instant.ts';
import { doMeet } from '../../src/self/meet.ts';
import type * as PlanModule from '../../src/self/plan.ts';
import type * as SearchModule from '../../src/self/search.ts';
import type * as ShapeModule from '../../src/shape.ts';
import { createHostileJoints, createHostileMesh, moveHostilely } from './hostile-meshes.ts';

/** The modules of the engine, as they are or changed in one place (load-changed.ts). */
export type Engine = typeof PlanModule &
  typeof InstantModule &
  typeof SearchModule &
  typeof ShapeModule &
  typeof ColliderModule &
  typeof PairListModule;

export function loadEngine(load: <Module>(file: string) => Module): Engine {
  const files = ['self/plan', 'self/instant', 'self/search', 'shape', 'collider', 'query/pair-list'];
  return Object.assign({}, ...files.map(file => load(`${file}.ts`)));
}

export interface HostileResult {
  cases: number;
  pairs: number;
  /** The seed of the first mesh for which the engine and brute force disagree; -1: none. */
  wrongSeed: number;
}

const POSES = 32;

/**
 * Holds an engine against brute force over small hostile meshes: 32 sets of positions for each, which are held against the same plan one after the other. Stops at
 * the first difference.
 */
export function searchHostile(engine: Engine, firstSeed: number, cases: number): HostileResult {
  const result: HostileResult = { cases: 0, pairs: 0, wrongSeed: -1 };
  for (let seed = firstSeed; result.cases < cases && result.wrongSeed < 0; seed++) {
    const random = createRandom(seed);
    const { mesh, source } = createHostileMesh(random);
    const leafSize = [1, 2, 4, 8, 8, 16][Math.floor(6 * random())];
    const shape = engine.createShape(mesh, source, { leafSize, tree: random() < 0.2 ? 'midpoint' : 'surface-area' });
    const collider = engine.createCollider(shape);
    const instant = engine.createInstant(engine.planOf(shape));
    const x = new Float64Array(mesh.positions.length);
    for (let pose = 0; pose < POSES; pose++, result.cases++) {
      engine.setPose(collider, { jointMatrices: createHostileJoints(random, shape.deformer.sets.jointCount) });
      deformAll(shape.deformer, shape.mesh.positions, collider.posed, x);
      moveHostilely(random, x, shape.mesh.triangles);
      engine.poseInstant(instant, x, collider.posed.joints, collider.posed.magnitude);
      const found = engine.createPairList();
      engine.searchInstant(instant, false, createStats(), found);
      const first = engine.createPairList();
      engine.searchInstant(instant, true, createStats(), first);
      const truth = listPairs(x, shape.mesh.triangles);
      result.pairs += truth.length;
      const isSame = isEqual(Array.from(found.data.subarray(0, found.length)), truth, mesh.triangles.length);
      if (!isSame || first.length !== (truth.length > 0 ? 2 : 0)) result.wrongSeed = seed;
    }
  }
  return result;
}

function listPairs(x: Float64Array, triangles: Uint32Array): number[] {
  const keys: number[] = [];
  for (let i = 0; 3 * i < triangles.length; i++) {
    for (let j = i + 1; 3 * j < triangles.length; j++) {
      if (doMeet(x, triangles, i, j)) keys.push(i * triangles.length + j);
    }
  }
  return keys;
}

function isEqual(slots: number[], truth: number[], count: number): boolean {
  const keys: number[] = [];
  for (let k = 0; k < slots.length; k += 2) keys.push(slots[k] * count + slots[k + 1]);
  keys.sort((a, b) => a - b);
  return keys.length === truth.length && keys.every((key, k) => key === truth[k]);
}
