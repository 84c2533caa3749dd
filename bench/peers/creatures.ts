import { createCreatureWalk } from '../../models/index.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import type { BenchOptions } from '../harness/report.ts';
import { createLinearMethod } from './linear.ts';
import type { Method } from './method.ts';
import { createBottomUpMethod, createOurMethod, createTrackingMethod } from './ours.ts';
import { type Race, race } from './race.ts';
import { type Body, createBody, createSituations, type Situation, walkBeside } from './situations.ts';
import { createMeshBvhMethod, createSkinnedBvhMethod } from './three-mesh-bvh.ts';

/** What is asked, by situation and times the plain creature's triangles. */
const overLinear: Record<Situation['name'], Record<number, number>> = {
  disjoint: { 1: 10, 10: 45, 100: 400 },
  'light touch': { 1: 7, 10: 25, 100: 90 },
  deep: { 1: 1.5 },
};
const overPeer: Record<Situation['name'], Record<number, number>> = {
  disjoint: {},
  'light touch': { 1: 12, 10: 40, 100: 120 },
  deep: { 1: 8 },
};

/** Two creatures apart, just touching and deep in each other, with `detail` times the plain creature's triangles. */
export function raceCreatures(detail: number, { isQuick, print }: BenchOptions): Race[] {
  const scene = detail === 1 ? 'creatures-walk-through' : `creatures-walk-through-x${detail}`;
  print(`${scene}: generating`);
  const [model] = scenes[scene]().bodies;
  const body = createBody(`${model.mesh.triangles.length / 3} triangles`, model.mesh, model.skin, model.skeleton);
  const frames = detail === 100 ? 10 : 40;
  const situations = createSituations(body, frames, walkBeside(createCreatureWalk(model), frames));
  const methods = createMethods(body);
  return situations.map(situation => {
    print(`${body.name}, ${situation.name}: measuring`);
    const run = race(body, situation, methods, isQuick || detail === 100 ? 3 : 9);
    const linear = overLinear[situation.name][detail];
    const peer = overPeer[situation.name][detail];
    if (linear !== undefined) run.asked.linear = linear;
    if (peer !== undefined) run.asked.peer = peer;
    return run;
  });
}

/** All methods; that of three-mesh-bvh with leaves as it makes them and with smaller ones, which suit deep contact. */
export function createMethods(body: Body): Method[] {
  return [
    createOurMethod(body),
    createTrackingMethod(body),
    createLinearMethod(body),
    createBottomUpMethod(body),
    createMeshBvhMethod(body, 10),
    createMeshBvhMethod(body, 4),
    createSkinnedBvhMethod(body),
  ];
}
