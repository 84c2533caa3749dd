import { narrow } from '../boxes';
import { SelfInstant } from './records';

/*
 * Boxes are made of vertices relative to a place near them, rounded to float32, and they need no margin for that. Taking the place off and rounding, each coordinate
 * for itself, never puts two numbers into another order: it is monotone. So what is least or largest stays so, and a number between two others stays between
 * them. If two triangles touch in a point, each of its coordinates lies between the least and the largest of either triangle, and so does what it is rounded to:
 * their float32 boxes, and those of all that they are parts of, have that place in common. Boxes are joined, intersected and compared without rounding.
 */

/** Takes over posed vertices: relative to the first of them, in float32. Returns whether all are numbers, and within float32. */
export function narrowVertices(instant: SelfInstant): bool {
  let vertex = instant.vertices;
  const originXY = v128.load(vertex);
  const originZ = v128.load_zero<f64>(vertex, 16);
  instant.epoch++;
  let place = instant.narrowVertices;
  let poison = f32x4.splat(0);
  for (const end = place + (<usize>instant.vertexCount << 4); place < end; place += 16) {
    const point = narrow(
      f64x2.sub(v128.load(vertex), originXY),
      f64x2.sub(v128.load_zero<f64>(vertex, 16), originZ),
    );
    v128.store(place, point);
    poison = f32x4.add(poison, f32x4.sub(point, point)); // 0 of every number, NaN of what is none
    vertex += 24;
  }
  return v128.any_true(f32x4.ne(poison, poison)) == 0;
}
