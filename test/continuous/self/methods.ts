import type * as base from '../../../papers/wong-2013/base.ts';
import type * as cones from '../../../papers/wong-2013/normal-cones.ts';
import type * as published from '../../../papers/wong-2013/radial-views.ts';
import type * as swept from '../../../papers/wong-2013/swept-check.ts';
import type * as features from '../../../src/continuous/self/features.ts';
import type * as ours from '../../../src/continuous/self/self-check.ts';
import type * as stepViews from '../../../src/continuous/self/step-views.ts';
import type * as testFeatures from '../../../src/continuous/self/test-features.ts';
import type { FeatureTester } from '../../../src/continuous/self/test-features.ts';
import type * as selfSearch from '../../../src/continuous/self-search.ts';
import { JOINT_STRIDE } from '../../../src/deform/posed-joints.ts';
import type * as pairList from '../../../src/query/pairs/pair-list.ts';
import type * as selfPlan from '../../../src/self/plan.ts';
import type * as selfStep from '../../../src/self/step.ts';
import type * as shapes from '../../../src/shape.ts';
import { type Change, createLoader } from '../../support/load-changed.ts';
import type { RandomSteps } from './random-steps.ts';

/** One way to find the contacts of a step, made ready for the steps of a mesh. */
export interface Finder {
  tester: FeatureTester;
  /** Goes on to the next step and finds its contacts. */
  step(positions: Float64Array, observers: Float64Array): void;
}

export type MethodName =
  | 'steps'
  | 'steps without views'
  | 'ours'
  | 'ours without views'
  | 'as published'
  | 'normal cones'
  | 'base';
export type Methods = Record<MethodName, (steps: RandomSteps) => Finder>;

/** Every method by name, with one change of the sources if it is given. */
export function loadMethods(change?: Change): Methods {
  const load = createLoader(change);
  const { createSelfCheck, startFrom, takeStep, findContacts } = load<typeof ours>('continuous/self/self-check.ts');
  const { createSweptCheck, takeSweptStep } = load<typeof swept>('../papers/wong-2013/swept-check.ts');
  const { findContactsByVolumes } = load<typeof base>('../papers/wong-2013/base.ts');
  const { createConeCheck, findContactsByNormalCones } = load<typeof cones>('../papers/wong-2013/normal-cones.ts');
  const { createRadialCheck, findContactsByRadialViews, moveObservers } = load<typeof published>(
    '../papers/wong-2013/radial-views.ts',
  );

  const createOurs = ({ mesh, plan, positions, observers }: RandomSteps, useViews: boolean): Finder => {
    const check = createSelfCheck({ positions: positions[0], triangles: mesh.triangles }, plan);
    startFrom(check, positions[0], observers[0]);
    return {
      tester: check.tester,
      step(next, observed) {
        takeStep(check, next, observed);
        findContacts(check, useViews);
      },
    };
  };
  const { createShape } = load<typeof shapes>('shape.ts');
  const { planOf } = load<typeof selfPlan>('self/plan.ts');
  const { createStep, goOnTo } = load<typeof selfStep>('self/step.ts');
  const { createPairList } = load<typeof pairList>('query/pairs/pair-list.ts');
  const { createStepViews } = load<typeof stepViews>('continuous/self/step-views.ts');
  const { findContactsOfStep } = load<typeof selfSearch>('continuous/self-search.ts');
  const { findFeatures } = load<typeof features>('continuous/self/features.ts');
  const { createFeatureTester } = load<typeof testFeatures>('continuous/self/test-features.ts');

  /** As `findSelfImpacts` does it, but with clusters and observers that are given. */
  const createSteps = ({ mesh, plan, positions, observers }: RandomSteps, useViews: boolean): Finder => {
    const shape = createShape({ positions: positions[0], triangles: mesh.triangles }, { kind: 'rigid' });
    const { triangleOrder, vertexOrder } = shape;
    const slots = new Uint32Array(triangleOrder.length);
    triangleOrder.forEach((triangle, slot) => {
      slots[triangle] = slot;
    });
    const joints = new Float64Array(JOINT_STRIDE);
    joints[0] = joints[5] = joints[10] = 1;
    const step = createStep(planOf(shape));
    const tester = createFeatureTester(findFeatures(shape.mesh), { start: positions[0], end: positions[0] });
    const places = plan.areSegments;
    const looks = Array.from(places, () => ({ joint: 0, isSegment: true, ends: new Float64Array(6) }));
    const viewPlan = {
      ...plan,
      clusterOfTriangle: plan.clusterOfTriangle.map((_, slot) => plan.clusterOfTriangle[triangleOrder[slot]]),
      neighbours: plan.neighbours.map(list => list.map(triangle => slots[triangle])),
    };
    const views = createStepViews(step, tester, viewPlan, looks);
    const pairs = createPairList();
    const goOn = (next: Float64Array, observed: Float64Array): void => {
      const x = next.map((_, k) => next[3 * vertexOrder[Math.floor(k / 3)] + (k % 3)]);
      goOnTo(step, x, joints, 4 * Math.max(...x.map(Math.abs)));
      tester.motion = { start: tester.motion.end, end: x };
      if (views) views.places = { start: views.places.end, end: observed.slice() };
    };
    goOn(positions[0], observers[0]);
    return {
      tester,
      step(next, observed) {
        goOn(next, observed);
        findContactsOfStep({ step, tester, views, pairs }, useViews, false);
      },
    };
  };
  return {
    steps: steps => createSteps(steps, true),
    'steps without views': steps => createSteps(steps, false),
    ours: steps => createOurs(steps, true),
    'ours without views': steps => createOurs(steps, false),
    'as published'({ mesh, plan, positions, observers }) {
      const check = createRadialCheck({ positions: positions[0], triangles: mesh.triangles }, plan);
      check.observers.end.set(observers[0]);
      return {
        tester: check.tester,
        step(next, observed) {
          takeSweptStep(check, next);
          moveObservers(check, observed);
          findContactsByRadialViews(check);
        },
      };
    },
    'normal cones'({ mesh, positions }) {
      const check = createConeCheck({ positions: positions[0], triangles: mesh.triangles });
      return {
        tester: check.tester,
        step(next) {
          takeSweptStep(check, next);
          findContactsByNormalCones(check);
        },
      };
    },
    base({ mesh, positions }) {
      const check = createSweptCheck({ positions: positions[0], triangles: mesh.triangles }, null);
      return {
        tester: check.tester,
        step(next) {
          takeSweptStep(check, next);
          findContactsByVolumes(check);
        },
      };
    },
  };
}
