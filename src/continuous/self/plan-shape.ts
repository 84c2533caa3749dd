import type { Skeleton } from '../../deform/skeleton.ts';
import { guessSkeleton } from '../../deform/training-poses.ts';
import type { Shape } from '../../shape.ts';
import type { VertexWeights } from '../radial-view/clusters.ts';
import { findNeighbours, planRadialViews, type RadialPlan } from '../radial-view/plan.ts';
import type { SelfPlan } from './self-check.ts';

/** How far beyond its cluster an observer looks, in rings of triangles: about as far as boxes of neighbours overlap. */
const RINGS = 6;

/** Prepares a shape for looking at it from its joints. Without a skeleton each joint is taken to be amid what follows it. */
export function planShape(
  shape: Shape,
  skeleton?: Skeleton,
  weights?: VertexWeights,
): { plan: SelfPlan; radial: RadialPlan } {
  const { mesh, deformer } = shape;
  const { sets } = deformer;
  const radial = planRadialViews(mesh, weights ?? skinWeights(shape), skeleton ?? guessSkeleton(sets, mesh.positions));
  return { radial, plan: planViews(shape, radial) };
}

export function planViews(shape: Shape, radial: RadialPlan, rings = RINGS): SelfPlan {
  const { mesh, deformer } = shape;
  const { sets } = deformer;
  let views = 0;
  const viewOfCluster = Int32Array.from(radial.observers, observer => (observer ? views++ : -1));
  const jointOfVertex = Int32Array.from(sets.setOfVertex, set =>
    sets.starts[set + 1] - sets.starts[set] === 1 ? sets.joints[sets.starts[set]] : -1,
  );
  return {
    clusterOfTriangle: radial.clusterOfTriangle,
    viewOfCluster,
    areSegments: Uint8Array.from(radial.observers.flatMap(o => (o ? [o.isSegment ? 1 : 0] : []))),
    neighbours: findNeighbours(mesh, radial, rings),
    jointOfVertex,
    joints: sets.jointCount,
  };
}

/** The weights of the skin: the fast alternative to `findBoneHeat`. */
export function skinWeights({ deformer }: Shape): VertexWeights {
  const { sets } = deformer;
  const starts = new Uint32Array(sets.setOfVertex.length + 1);
  const joints: number[] = [];
  const weights: number[] = [];
  for (let v = 0; v < sets.setOfVertex.length; v++) {
    const set = sets.setOfVertex[v];
    const count = sets.starts[set + 1] - sets.starts[set];
    for (let k = 0; k < count; k++) {
      joints.push(sets.joints[sets.starts[set] + k]);
      weights.push(count === 1 ? 1 : sets.weights[sets.weightStarts[v] + k]);
    }
    starts[v + 1] = joints.length;
  }
  return { starts, joints: Uint32Array.from(joints), weights: Float64Array.from(weights) };
}
