/** Primitive modes that consist of triangles. */
export const TRIANGLES = 4;
export const TRIANGLE_STRIP = 5;
export const TRIANGLE_FAN = 6;

/** By type of component: the index at which strips and fans begin anew, where a file says that they do. */
export const LARGEST_INDEX: Record<number, number> = { 5121: 0xff, 5123: 0xffff, 5125: 0xffffffff };

/**
 * The triangles of a primitive, three vertices each, in the order and with the winding the specification gives them.
 * Without indices the vertices are taken in order. A strip or fan begins anew after an index equal to `restart`; -1:
 * there is no such index. What does not fill a triangle at the end is left over.
 */
export function listTriangles(
  mode: number,
  indices: ArrayLike<number> | null,
  vertices: number,
  restart: number,
): Uint32Array {
  const count = indices ? indices.length : vertices;
  const at = (k: number): number => (indices ? indices[k] : k);
  if (mode === TRIANGLES) {
    const list = new Uint32Array(count - (count % 3));
    for (let k = 0; k < list.length; k++) list[k] = at(k);
    return list;
  }
  const triangles = new Uint32Array(3 * Math.max(0, count - 2));
  let length = 0;
  for (let start = 0, end = 0; start < count; start = end + 1) {
    for (end = start; end < count && at(end) !== restart; ) end++;
    for (let k = 0; start + k + 2 < end; k++) {
      const isOdd = k % 2;
      const [a, b, c] = mode === TRIANGLE_STRIP ? [k, k + 1 + isOdd, k + 2 - isOdd] : [k + 1, k + 2, 0];
      triangles[length++] = at(start + a);
      triangles[length++] = at(start + b);
      triangles[length++] = at(start + c);
    }
  }
  return triangles.slice(0, length);
}
