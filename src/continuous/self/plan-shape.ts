import { createCollider } from '../../collider.ts';
import type { Skeleton } from '../../deform/skeleton.ts';
import { guessSkeleton } from '../../deform/training-poses.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { hitsRay } from '../../query/probe/cast-ray.ts';
import type { Shape } from '../../shape.ts';
import { findBoneHeat } from '../radial-view/bone-heat.ts';
import type { VertexWeights } from '../radial-view/clusters.ts';
import { findNeighbours, planRadialViews, type RadialPlan } from '../radial-view/plan.ts';
import type { ViewPlan } from './views.ts';

/** How far beyond its cluster an observer looks, in rings of triangles: about as far as boxes of neighbours overlap. */
const RINGS = 4;

/** Which joint a vertex belongs to: by the weights of its skin, or by the bones near it ([Wong2013]; `findBoneHeat`). */
export type ClusterWeights = 'skin' | 'bone-heat';

/**
 * Prepares a shape for looking at it from its joints. Without a skeleton each joint is taken to be amid what follows it.
 */
export function planShape(
  shape: Shape,
  skeleton: Skeleton = guessSkeleton(shape.deformer.sets, shape.mesh.positions),
  clusters: ClusterWeights = 'skin',
): { plan: ViewPlan; radial: RadialPlan } {
  const weights = clusters === 'skin' ? skinWeights(shape) : boneWeights(shape, skeleton);
  const radial = planRadialViews(shape.mesh, weights, skeleton);
  return { radial, plan: planViews(shape.mesh, radial) };
}

/** Bone heat in the rest pose; a vertex sees a bone if nothing of the mesh is between. */
function boneWeights(shape: Shape, skeleton: Skeleton): VertexWeights {
  const { positions } = shape.mesh;
  const collider = createCollider(shape);
  const origin = new Float64Array(3);
  const direction = new Float64Array(3);
  const ray = { origin, direction };
  return findBoneHeat(shape.mesh, skeleton, (v, x, y, z) => {
    [x, y, z].forEach((to, axis) => {
      origin[axis] = positions[3 * v + axis];
      direction[axis] = to - origin[axis];
    });
    const length = Math.hypot(...direction);
    return !hitsRay(collider, ray, { near: 1e-6 * length, far: length });
  });
}

function planViews(mesh: Mesh, radial: RadialPlan): ViewPlan {
  let views = 0;
  const viewOfCluster = Int32Array.from(radial.observers, observer => (observer ? views++ : -1));
  return {
    clusterOfTriangle: radial.clusterOfTriangle,
    viewOfCluster,
    areSegments: Uint8Array.from(radial.observers.flatMap(o => (o ? [o.isSegment ? 1 : 0] : []))),
    neighbours: findNeighbours(mesh, radial, RINGS),
  };
}

/** The weights of the skin: the fast alternative to `findBoneHeat`. */
function skinWeights({ deformer }: Shape): VertexWeights {
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
