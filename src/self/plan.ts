import { buildTopology, type Topology } from '../mesh/topology.ts';
import type { Surface } from '../shape.ts';
import { type Adjacency, addLeftOut, findAdjacency, findNodesOfLeaves, hasMasks } from './adjacency.ts';
import { type Fans, findFans } from './fans.ts';
import { type Followers, findFollowers } from './followers.ts';
import type { LeftOut } from './left-out.ts';
import { findMainJoints, joinMainJoints, type MainJoints } from './main-joints.ts';
import { mostInBox } from './reasons/boxes.ts';
import { findLeeways } from './reasons/kept-fans.ts';
import { createUnknownGaps, findRestGaps, type RestGaps } from './reasons/rest-gaps.ts';

/**
 * What a surface is held against itself with, as far as no pose changes it. All of it is by slot, vertex, leaf and node
 * of the shape.
 */
export interface SelfPlan {
  shape: Surface;
  topology: Topology;
  fans: Fans;
  nodeOfLeaf: Uint32Array;
  adjacency: Adjacency;
  mainJoints: MainJoints;
  followers: Followers;
  restGaps: RestGaps;
  /** Of vertices, as lengths at rest: see `findLeeways`. */
  leeways: Float64Array;
  /** How many vertices have triangles: they come first. */
  usedVertices: number;
  /** See `mostInBox`. */
  mostInBox: number;
}

/**
 * The plan of a shape: made when first asked for, then kept as long as the shape is. It follows from the shape alone,
 * which never changes, so it does not matter who asks when.
 */
export function planOf(shape: Surface): SelfPlan {
  const known = plans.get(shape);
  if (known) return known;
  const plan = createPlan(shape);
  plans.set(shape, plan);
  return plan;
}

const plans = new WeakMap<Surface, SelfPlan>();

/** A plan that is kept by who asks for it; `jointOfLeaves`, if who asks knows better which joint a leaf follows most. */
export function createPlan(shape: Surface, jointOfLeaves?: Int32Array): SelfPlan {
  return addRestGaps(createPlanWithoutGaps(shape, jointOfLeaves));
}

/** A plan that knows no gaps at rest, so nothing is ruled out by them: to be asked once or twice, as finding them takes as long as all else. */
export function createPlanWithoutGaps(shape: Surface, jointOfLeaves?: Int32Array): SelfPlan {
  const { mesh, tree } = shape;
  const topology = buildTopology(mesh);
  const nodeOfLeaf = findNodesOfLeaves(tree);
  const fans = findFans(mesh, topology);
  const adjacency = findAdjacency(tree, nodeOfLeaf, topology);
  const mainJoints = joinMainJoints(shape.tree, jointOfLeaves ?? findMainJoints(shape));
  return {
    shape,
    topology,
    fans,
    nodeOfLeaf,
    adjacency,
    mainJoints,
    followers: findFollowers(shape, mainJoints, fans),
    restGaps: createUnknownGaps(tree, adjacency),
    leeways: findLeeways(shape, fans, mainJoints),
    usedVertices: mesh.triangles.reduce((most, v) => Math.max(most, v + 1), 0),
    mostInBox: mostInBox(shape),
  };
}

/**
 * The plan with gaps at rest. Who does not ask about some pairs without a common vertex (`leftOut`) does not meet them, and the gaps are those of
 * the others. That is what pays: parts that lie in each other at rest have no gap there, and would be met in every pose.
 * Leaves may then have at most 8 triangles.
 */
export function addRestGaps(plan: SelfPlan, leftOut: LeftOut | null = null): SelfPlan {
  const { shape, nodeOfLeaf, mainJoints } = plan;
  if (leftOut && !hasMasks(shape.tree)) throw new Error('addRestGaps: leaves have more than 8 triangles.');
  const adjacency = leftOut ? addLeftOut(shape.tree, nodeOfLeaf, plan.adjacency, leftOut) : plan.adjacency;
  return { ...plan, adjacency, restGaps: findRestGaps(shape, adjacency, mainJoints, leftOut) };
}
