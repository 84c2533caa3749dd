import type * as base from '../../../papers/wong-2013/base.ts';
import type * as cones from '../../../papers/wong-2013/normal-cones.ts';
import type * as published from '../../../papers/wong-2013/radial-views.ts';
import type * as swept from '../../../papers/wong-2013/swept-check.ts';
import type { FeatureTester } from '../../../src/continuous/self/test-features.ts';
import type * as selfSearch from '../../../src/continuous/self-search.ts';
import { JOINT_STRIDE } from '../../../src/deform/posed-joints.ts';
import type * as shapes from '../../../src/shape.ts';
import { type Change, createLoader } from '../../support/load-changed.ts';
import type { RandomSteps } from './random-steps.ts';

/** One way to find the contacts of a step, made ready for the steps of a mesh. */
export interface Finder {
  tester: FeatureTester;
  /** Goes on to the next step and finds its contacts. */
  step(positions: Float64Array, observers: Float64Array): void;
}

export type MethodName = 'ours' | 'ours without views' | 'as published' | 'normal cones' | 'base';
export type Methods = Record<MethodName, (steps: RandomSteps) => Finder>;

/** Every method by name, with one change of the sources if it is given. */
export function loadMethods(change?: Change): Methods {
  const load = createLoader(change);
  const { createSweptCheck, takeSweptStep } = load<typeof swept>('../papers/wong-2013/swept-check.ts');
  const { findContactsByVolumes } = load<typeof base>('../papers/wong-2013/base.ts');
  const { createConeCheck, findContactsByNormalCones } = load<typeof cones>('../papers/wong-2013/normal-cones.ts');
  const { createRadialCheck, findContactsByRadialViews, moveObservers } = load<typeof published>(
    '../papers/wong-2013/radial-views.ts',
  );

  const { createShape } = load<typeof shapes>('shape.ts');
  const { createStepSearch, findContactsOfStep, goOnToVertices } = load<typeof selfSearch>('continuous/self-search.ts');

  /** As `findSelfImpacts` does it, but with vertices, clusters and observers that are given. */
  const createOurs = ({ mesh, plan, positions, observers }: RandomSteps, useViews: boolean): Finder => {
    // Small leaves: what one observer sees alike is asked of leaves, and these meshes have few triangles.
    const options = { leafSize: 1 + (mesh.triangles.length % 2) };
    const shape = createShape({ positions: positions[0], triangles: mesh.triangles }, { kind: 'rigid' }, options);
    const { triangleOrder, vertexOrder } = shape;
    const slots = new Uint32Array(triangleOrder.length);
    triangleOrder.forEach((triangle, slot) => {
      slots[triangle] = slot;
    });
    const joints = new Float64Array(JOINT_STRIDE);
    joints[0] = joints[5] = joints[10] = 1;
    const looks = Array.from(plan.areSegments, () => ({ joint: 0, isSegment: true, ends: new Float64Array(6) }));
    const viewPlan = {
      ...plan,
      clusterOfTriangle: plan.clusterOfTriangle.map((_, slot) => plan.clusterOfTriangle[triangleOrder[slot]]),
      neighbours: plan.neighbours.map(list => list.map(triangle => slots[triangle])),
    };
    const search = createStepSearch(shape, viewPlan, looks);
    const goOn = (next: Float64Array, observed: Float64Array): void => {
      const x = next.map((_, k) => next[3 * vertexOrder[Math.floor(k / 3)] + (k % 3)]);
      goOnToVertices(search, x, { joints, magnitude: 4 * Math.max(...x.map(Math.abs)) }, observed);
    };
    goOn(positions[0], observers[0]);
    return {
      tester: search.tester,
      step(next, observed) {
        goOn(next, observed);
        findContactsOfStep(search, useViews, false);
      },
    };
  };
  return {
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
