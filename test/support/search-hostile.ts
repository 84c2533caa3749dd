import { deformAll } from '../../src/deform/deformer.ts';
import { createRandom } from '../../src/math/random.ts';
import type * as PairListModule from '../../src/query/pairs/pair-list.ts';
import { createStats } from '../../src/query/stats.ts';
import type * as InstantModule from '../../src/self/instant.ts';
import { doMeet } from '../../src/self/meet.ts';
import type * as SearchModule from '../../src/self/search.ts';
import type * as ShapeModule from '../../src/shape.ts';
import { createHostileShape, type HostileEngine, loadHostileEngine } from './hostile-engine.ts';
import { createHostileJoints, moveHostilely } from './hostile-meshes.ts';

export type Engine = HostileEngine & typeof InstantModule & typeof SearchModule & typeof PairListModule;

export function loadEngine(load: <Module>(file: string) => Module): Engine {
  return loadHostileEngine(load, 'self/instant', 'self/search', 'query/pairs/pair-list');
}

export interface HostileResult {
  cases: number;
  pairs: number;
  /** The seed of the first mesh for which the engine and brute force disagree; -1: none. */
  wrongSeed: number;
}

const POSES = 32;

/**
 * Holds an engine against brute force over small hostile meshes: 32 sets of positions for each, which are held against
 * the same plan one after the other. Stops at the first difference.
 */
export function searchHostile(engine: Engine, firstSeed: number, cases: number): HostileResult {
  const result: HostileResult = { cases: 0, pairs: 0, wrongSeed: -1 };
  for (let seed = firstSeed; result.cases < cases && result.wrongSeed < 0; seed++) {
    const random = createRandom(seed);
    const { mesh, shape } = createHostileShape(engine, random, true);
    const collider = engine.createCollider(shape);
    const instant = engine.createInstant(engine.planOf(shape));
    const x = new Float64Array(mesh.positions.length);
    for (let pose = 0; pose < POSES; pose++, result.cases++) {
      engine.setPose(collider, {
        jointMatrices: createHostileJoints(random, shape.deformer.sets.jointCount, mesh.positions),
      });
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

const AT_REST = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** Whether it is found that the ends of an open fan, which nearly meet at rest, have been moved past each other. */
export function isClosingFound(engine: Engine): boolean {
  const turn = (k: number): number => Math.PI + 5.8 * (k / 6 - 0.5);
  const ring = Array.from({ length: 7 }, (_, k) => [Math.cos(turn(k)), Math.sin(turn(k)), 0]);
  const positions = Float64Array.from([[0, 0, 0], ...ring].flat());
  const triangles = Uint32Array.from(Array.from({ length: 6 }, (_, k) => [0, k + 1, k + 2]).flat());
  const shape = engine.createShape({ positions, triangles }, { kind: 'rigid' });
  const ends = [1, 7].map(v => shape.vertexOrder.indexOf(v));
  return isPoseFound(engine, shape, AT_REST, x => {
    for (const v of ends) x[3 * v + 1] -= 0.3 * Math.sign(x[3 * v + 1]);
  });
}

/** Whether all pairs of 300 triangles in one place are found: more than gaps at rest are remembered of. */
export function isPileFound(engine: Engine): boolean {
  const random = createRandom(5);
  const positions = Float64Array.from({ length: 9 * 300 }, () => random());
  const triangles = Uint32Array.from({ length: 3 * 300 }, (_, k) => k);
  const shape = engine.createShape({ positions, triangles }, { kind: 'rigid' }, { leafSize: 1 });
  return isPoseFound(engine, shape, AT_REST);
}

/**
 * Whether all pairs of a strip that is folded flat are found: both halves follow a joint each, and the fold follows
 * both.
 */
export function isHingeFound(engine: Engine): boolean {
  const positions = new Float64Array(45);
  for (let v = 0; v < 15; v++) {
    const row = Math.floor(v / 3);
    positions[3 * v] = (v % 3) + 0.0625 * row * row; // sides that are straight are never certain
    positions[3 * v + 1] = row + (row === 2 ? 0 : 0.0625 * (v % 3) ** 2);
  }
  const triangles: number[] = [];
  for (let quad = 0; quad < 8; quad++) {
    const a = 3 * (quad >> 1) + (quad & 1);
    triangles.push(a, a + 1, a + 4, a, a + 4, a + 3);
  }
  const skin = {
    jointCount: 2,
    influences: 1,
    joints: Uint16Array.from({ length: 15 }, (_, v) => (v < 9 ? 0 : 1)),
    weights: new Float64Array(15).fill(1),
  };
  const shape = engine.createShape(
    { positions, triangles: Uint32Array.from(triangles) },
    { kind: 'linear-blend', skin },
  );
  return isPoseFound(
    engine,
    shape,
    Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, -1, 0, 4, 0, 0, -1, 0),
  );
}

function isPoseFound(
  engine: Engine,
  shape: ShapeModule.Shape,
  jointMatrices: Float64Array,
  move = (_: Float64Array): void => {},
): boolean {
  const collider = engine.createCollider(shape);
  engine.setPose(collider, { jointMatrices });
  const { posed } = collider;
  const x = new Float64Array(shape.mesh.positions.length);
  deformAll(shape.deformer, shape.mesh.positions, posed, x);
  move(x);
  const instant = engine.createInstant(engine.planOf(shape));
  engine.poseInstant(instant, x, posed.joints, posed.magnitude);
  const found = engine.createPairList();
  engine.searchInstant(instant, false, createStats(), found);
  const { triangles } = shape.mesh;
  return isEqual(Array.from(found.data.subarray(0, found.length)), listPairs(x, triangles), triangles.length);
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
