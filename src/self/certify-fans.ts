import type { SelfPlan } from './plan.ts';
import { isFanFlat, marginOfFans, measureNormals } from './reasons/flat-fans.ts';

/** Around which vertices no two triangles cross, in one pose. */
export interface KnownFans {
  plan: SelfPlan;
  /** Posed vertices, in the order of the shape's mesh. */
  positions: Float64Array;
  /** 1 for vertices around which no two triangles cross; the others, as far as they have two triangles, are listed. */
  isFlat: Uint8Array;
  uncertain: Uint32Array;
  uncertainCount: number;
}

/** The same with room for finding out. */
export interface CertifiedFans extends KnownFans {
  normals: Float64Array;
}

export function createFans(plan: SelfPlan): CertifiedFans {
  return {
    plan,
    positions: NOTHING,
    normals: new Float64Array(plan.shape.mesh.triangles.length),
    isFlat: new Uint8Array(plan.usedVertices),
    uncertain: new Uint32Array(plan.usedVertices),
    uncertainCount: 0,
  };
}

const NOTHING = new Float64Array(0);

/** Looks at the fans of a pose that are not known to be flat (`isFlat`). */
export function certifyFans(certified: CertifiedFans): void {
  const { plan, positions, normals, isFlat, uncertain } = certified;
  const { fans, topology, shape, usedVertices } = plan;
  const { starts } = fans;
  const { vertexStarts } = topology;
  const margin = marginOfFans(measureNormals(shape.mesh.triangles, positions, normals));
  let count = 0;
  for (let v = 0; v < usedVertices; v++) {
    if (isFlat[v] === 1 || vertexStarts[v + 1] - vertexStarts[v] < 2) continue;
    if (starts[v] < starts[v + 1] && isFanFlat(fans, normals, positions, v, margin)) isFlat[v] = 1;
    else uncertain[count++] = v;
  }
  certified.uncertainCount = count;
}
