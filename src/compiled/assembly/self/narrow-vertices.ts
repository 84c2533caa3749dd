import { narrow } from '../boxes';
import { SelfInstant } from './records';

/**
 * Takes over posed vertices: makes them relative to the first of them, and rounds that to float32. Returns the largest coordinate that comes of it; NaN if
 * one is none, or beyond float32.
 */
export function narrowVertices(instant: SelfInstant): f64 {
  let vertex = instant.vertices;
  const originXY = v128.load(vertex);
  const originZ = v128.load_zero<f64>(vertex, 16);
  v128.store(changetype<usize>(instant), originXY);
  v128.store64_lane(changetype<usize>(instant), originZ, 0, 16);
  instant.epoch++;
  let place = instant.narrowVertices;
  let most = f32x4.splat(0);
  let poison = most;
  for (const end = place + (<usize>instant.vertexCount << 4); place < end; place += 16) {
    const point = narrow(
      f64x2.sub(v128.load(vertex), originXY),
      f64x2.sub(v128.load_zero<f64>(vertex, 16), originZ),
    );
    v128.store(place, point);
    most = f32x4.pmax(most, f32x4.abs(point));
    poison = f32x4.add(poison, f32x4.sub(point, point)); // 0 of every number, NaN of what is none
    vertex += 24;
  }
  most = f32x4.add(most, poison);
  const x = <f64>f32x4.extract_lane(most, 0);
  const y = <f64>f32x4.extract_lane(most, 1);
  const z = <f64>f32x4.extract_lane(most, 2);
  return max<f64>(x, max<f64>(y, z));
}
