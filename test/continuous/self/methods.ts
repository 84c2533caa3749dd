import type * as base from '../../../papers/wong-2013/base.ts';
import type * as cones from '../../../papers/wong-2013/normal-cones.ts';
import type * as published from '../../../papers/wong-2013/radial-views.ts';
import type * as swept from '../../../papers/wong-2013/swept-check.ts';
import type * as ours from '../../../src/continuous/self/self-check.ts';
import type { FeatureTester } from '../../../src/continuous/self/test-features.ts';
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
