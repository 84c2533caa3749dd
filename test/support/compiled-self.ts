import * as collider from '../../src/collider.ts';
import type { Arena } from '../../src/compiled/arena.ts';
import { findSelfPairsIn, type PosedSurface } from '../../src/compiled/find-self-pairs.ts';
import { isPlanCompiled } from '../../src/compiled/pack-plan.ts';
import * as pairList from '../../src/query/pairs/pair-list.ts';
import * as instants from '../../src/self/instant.ts';
import * as plan from '../../src/self/plan.ts';
import * as search from '../../src/self/search.ts';
import * as shape from '../../src/shape.ts';
import type { Engine } from './search-hostile.ts';

/** How many questions the compiled query answered, and how many it left to the other path. */
export interface Answered {
  compiled: number;
  refused: number;
}

/** An engine for hostile meshes that asks the compiled query in `arena` where it can. */
export function createCompiledEngine(arena: Arena, answered: Answered = { compiled: 0, refused: 0 }): Engine {
  const poses = new WeakMap<instants.SelfInstant, PosedSurface>();
  const poseInstant: Engine['poseInstant'] = (instant, positions, joints, magnitude) => {
    poses.set(instant, { plan: instant.plan, positions, joints, magnitude });
  };
  const searchInstant: Engine['searchInstant'] = (instant, onlyFirst, stats, out) => {
    const posed = poses.get(instant)!;
    if (isPlanCompiled(posed.plan) && findSelfPairsIn(arena, posed, onlyFirst, stats, out)) {
      answered.compiled++;
      return;
    }
    answered.refused++;
    instants.poseInstant(instant, posed.positions, posed.joints, posed.magnitude);
    search.searchInstant(instant, onlyFirst, stats, out);
  };
  return { ...collider, ...pairList, ...plan, ...shape, ...instants, poseInstant, ...search, searchInstant };
}
