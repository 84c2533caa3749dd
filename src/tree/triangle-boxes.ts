/**
 * The boxes of all triangles in a few poses, as the builder reads them: triangle `t` has `6 * poses` numbers from
 * `6 * poses * t` on, low corner then high corner for each pose. Float32 is enough: they only guide the splitting.
 * Float64 where they are few.
 */
export interface TriangleBoxes {
  poses: number;
  data: Float32Array | Float64Array;
}

/** Boxes of `triangles` in each of the given poses (vertex positions, three numbers each); the first is the rest pose. */
export function boxTriangles(
  triangles: Uint32Array,
  positionsByPose: readonly Float64Array[],
  Numbers: Float32ArrayConstructor | Float64ArrayConstructor = Float32Array,
): TriangleBoxes {
  const poses = positionsByPose.length;
  const stride = 6 * poses;
  const data = new Numbers((triangles.length / 3) * stride);
  for (let pose = 0; pose < poses; pose++) {
    const positions = positionsByPose[pose];
    for (let t = 0, o = 6 * pose; t < triangles.length; t += 3, o += stride) {
      boxTriangle(positions, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2], data, o);
    }
  }
  return { poses, data };
}

function boxTriangle(
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  out: Float32Array | Float64Array,
  o: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const p = positions[a + axis];
    const q = positions[b + axis];
    const r = positions[c + axis];
    out[o + axis] = Math.min(p, q, r);
    out[o + 3 + axis] = Math.max(p, q, r);
  }
}
