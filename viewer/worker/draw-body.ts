import { fieldsOf } from '../../src/deform/deformer.ts';
import type { DeformerSource, Mesh, Shape } from '../../src/index.ts';
import type { DrawnBody, DrawnPaint } from '../protocol.ts';

export interface Looks {
  name: string;
  color: number;
  /** For bodies with a skeleton. */
  jointNames?: readonly string[];
  jointParents?: ArrayLike<number>;
  jointPoints?: ArrayLike<number>;
  instances?: number;
  paint?: DrawnPaint;
}

/** A body as the graphics card deforms it, from the very numbers that the queries read: `shape` was made of the others. */
export function drawBody(mesh: Mesh, source: DeformerSource, shape: Shape, looks: Looks): DrawnBody {
  const { skinning, sets } = shape.deformer;
  return {
    name: looks.name,
    positions: Float32Array.from(mesh.positions),
    triangles: Uint32Array.from(mesh.triangles),
    skinning,
    ...(skinning === 'rigid' ? unskinned : drawSkin(shape)),
    jointNames: [...(looks.jointNames ?? (skinning === 'rigid' ? [looks.name] : nameJoints(sets.jointCount)))],
    jointParents: Int32Array.from(looks.jointParents ?? []),
    jointPoints: Float32Array.from(looks.jointPoints ?? []),
    fields: fieldsOf(source).map(field => Float32Array.from(field)),
    instances: looks.instances ?? 1,
    color: looks.color,
    paint: looks.paint ?? null,
  };
}

const unskinned = {
  influences: 0,
  joints: new Uint16Array(0),
  weights: new Float32Array(0),
  setOfVertex: new Uint16Array(0),
  setCount: 0,
};

function nameJoints(count: number): string[] {
  return Array.from({ length: count }, (_, joint) => `joint ${joint}`);
}

/**
 * Joints of each vertex ascending, then unused places with weight 0: the first is the one to whose side blended
 * quaternions are turned.
 */
function drawSkin({ deformer, vertexOrder }: Shape) {
  const { maxInfluences: influences, starts, joints, setOfVertex, weightStarts, weights } = deformer.sets;
  const vertices = vertexOrder.length;
  const skin = {
    influences,
    joints: new Uint16Array(influences * vertices),
    weights: new Float32Array(influences * vertices),
    setOfVertex: new Uint16Array(deformer.skinning === 'spherical-blend' ? vertices : 0),
    setCount: deformer.skinning === 'spherical-blend' ? starts.length - 1 : 0,
  };
  for (let v = 0; v < vertices; v++) {
    const at = influences * vertexOrder[v];
    const set = setOfVertex[v];
    const count = starts[set + 1] - starts[set];
    for (let k = 0; k < influences; k++) {
      skin.joints[at + k] = joints[starts[set] + (k < count ? k : 0)];
      if (k < count) skin.weights[at + k] = count === 1 ? 1 : weights[weightStarts[v] + k];
    }
    if (skin.setCount > 0) skin.setOfVertex[vertexOrder[v]] = set;
  }
  return skin;
}
