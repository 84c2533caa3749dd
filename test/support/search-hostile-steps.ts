import {
  findEdgeEdgeImpactExactly,
  findVertexTriangleImpactExactly,
} from '../../src/continuous/elementary/exact/find-impacts-exactly.ts';
import { createImpact } from '../../src/continuous/elementary/impact.ts';
import { findContactsByBruteForce } from '../../src/continuous/self/brute-force.ts';
import { findFeatures } from '../../src/continuous/self/features.ts';
import { createFeatureTester, type FeatureTester, testOwned } from '../../src/continuous/self/test-features.ts';
import { deformAll } from '../../src/deform/deformer.ts';
import { createRandom } from '../../src/math/random.ts';
import type * as PairListModule from '../../src/query/pairs/pair-list.ts';
import { doMeet } from '../../src/self/meet.ts';
import type * as StepModule from '../../src/self/step.ts';
import type * as StepPairsModule from '../../src/self/step-pairs.ts';
import { createHostileShape, type HostileEngine, loadHostileEngine } from './hostile-engine.ts';
import { createHostileJoints, moveHostilely } from './hostile-meshes.ts';

export interface HostileSteps {
  steps: number;
  contacts: number;
  /** Steps that begin with a contact. */
  beginInContact: number;
  /** The seed of the first mesh of which the engine loses a contact, or lists a pair twice; -1: none. */
  wrongSeed: number;
}

export type StepEngine = HostileEngine & typeof StepModule & typeof StepPairsModule & typeof PairListModule;

export function loadStepEngine(load: <Module>(file: string) => Module): StepEngine {
  return loadHostileEngine(load, 'self/step', 'self/step-pairs', 'query/pairs/pair-list');
}

const POSES = 12;

/**
 * Holds the pairs that an engine lists for steps against brute force over all features, on small hostile meshes. Steps go
 * from each set of positions to the next, so most begin in contact. Stops at the first difference.
 */
export function searchHostileSteps(engine: StepEngine, firstSeed: number, steps: number): HostileSteps {
  const result: HostileSteps = { steps: 0, contacts: 0, beginInContact: 0, wrongSeed: -1 };
  for (let seed = firstSeed; result.steps < steps && result.wrongSeed < 0; seed++) {
    const random = createRandom(seed);
    const { mesh, shape } = createHostileShape(engine, random, false);
    const collider = engine.createCollider(shape);
    const step = engine.createStep(engine.planOf(shape));
    const features = findFeatures(shape.mesh);
    let before: Float64Array | null = null;
    for (let pose = 0; pose < POSES && result.wrongSeed < 0; pose++) {
      const joints = createHostileJoints(random, shape.deformer.sets.jointCount, mesh.positions);
      if (before === null || random() < 0.7) engine.setPose(collider, { jointMatrices: joints });
      const x = new Float64Array(mesh.positions.length);
      deformAll(shape.deformer, shape.mesh.positions, collider.posed, x);
      moveHostilely(random, x, shape.mesh.triangles);
      engine.goOnTo(step, x, collider.posed.joints, collider.posed.magnitude);
      if (before !== null) {
        const tester = createFeatureTester(features, { start: before, end: x });
        engine.openStep(step, null);
        if (!isRight(engine, step, tester, result)) result.wrongSeed = seed;
        result.steps++;
      }
      before = x;
    }
  }
  return result;
}

/** Whether the pairs listed are each listed once, and hold all contacts of the step. */
function isRight(engine: StepEngine, step: StepModule.SelfStep, tester: FeatureTester, result: HostileSteps): boolean {
  const pairs = engine.createPairList();
  engine.listStepPairs(step, { volumeTests: 0 }, pairs);
  const listed = new Set<string>();
  for (let k = 0; k < pairs.length; k += 2) {
    if (pairs.data[k] >= pairs.data[k + 1]) return false;
    listed.add(`${pairs.data[k]} ${pairs.data[k + 1]}`);
    testOwned(tester, pairs.data[k], pairs.data[k + 1]);
  }
  if (listed.size !== pairs.length / 2 || !holdsEnds(listed, tester)) return false;
  const found = new Set(nameContacts(tester));
  const truth = createFeatureTester(tester.features, tester.motion);
  findContactsByBruteForce(truth);
  const names = nameContacts(truth);
  result.contacts += names.length;
  if (truth.contacts.times.subarray(0, truth.contacts.count).some(time => time === 0)) result.beginInContact++;
  const known = new Set(names);
  for (const name of found) if (!known.has(name)) return false;
  return names.every((name, i) => found.has(name) || !doTouch(truth, i));
}

/** Whether all pairs that touch at the start or the end of the step are listed. */
function holdsEnds(listed: Set<string>, { features, motion }: FeatureTester): boolean {
  const { triangles } = features;
  for (let i = 0; 3 * i < triangles.length; i++) {
    for (let j = i + 1; 3 * j < triangles.length; j++) {
      if (listed.has(`${i} ${j}`)) continue;
      if (doMeet(motion.start, triangles, i, j) || doMeet(motion.end, triangles, i, j)) return false;
    }
  }
  return true;
}

function nameContacts({ contacts }: FeatureTester): string[] {
  return Array.from(
    { length: contacts.count },
    (_, i) => `${contacts.areEdges[i]} ${contacts.first[i]} ${contacts.second[i]}`,
  );
}

/** Whether contact i is one: what floats could not decide, integers do. */
function doTouch({ contacts, features, motion }: FeatureTester, i: number): boolean {
  if (!contacts.areUndecided[i]) return true;
  const { edges } = features.topology;
  const [p, q] = [contacts.first[i], contacts.second[i]];
  const [a, b, c] = features.triangles.subarray(3 * q, 3 * q + 3);
  const impact = createImpact();
  const meets = contacts.areEdges[i]
    ? findEdgeEdgeImpactExactly(
        motion,
        3 * edges[2 * p],
        3 * edges[2 * p + 1],
        motion,
        3 * edges[2 * q],
        3 * edges[2 * q + 1],
        impact,
      )
    : findVertexTriangleImpactExactly(motion, 3 * p, motion, 3 * a, 3 * b, 3 * c, impact);
  return meets && impact.state !== 'undecided';
}
