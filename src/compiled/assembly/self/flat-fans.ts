import { Fan, Ring, Spoke } from './records';

/*
 * The reason of reasons/flat-fans.ts, which has the statement and its proof, for the fan of one vertex v. Normals are made here of the edges g = w - v of the
 * fan itself, and L is the longest of these: a coordinate of g x h is off by at most 4 u L^2, as there; in s_k r is at most 1.37 L long and g at most L, which
 * is less than there. So the margin of 128 u |d|1 L^2 is enough, and as L is that of this fan only, it is a smaller one.
 */

const MARGIN: f64 = 1.4210854715202004e-14; // 128 u = 2^-46
const BEFORE: f64 = 0.37;

/** Whether the fan of the vertex at `middle`, which is among `vertices`, is certainly flat: tried along the directions that `isFanFlat` of the library tries. */
export function isFanFlat(fan: Fan, vertices: usize, middle: usize, spokes: usize): bool {
  const margin = MARGIN * measureSpokes(fan, vertices, middle, spokes);
  if (!(margin < 1e60)) return false;
  const end = spokes + (<usize>(fan.ringEnd - fan.ring) / offsetof<Ring>() - 1) * offsetof<Spoke>();
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let at = spokes; at < end; at += offsetof<Spoke>()) {
    x += changetype<Spoke>(at).normalX;
    y += changetype<Spoke>(at).normalY;
    z += changetype<Spoke>(at).normalZ;
  }
  return facesAlong(fan, spokes, end, margin, x, y, z) || facesAlongAnother(fan, spokes, end, margin);
}

/** Writes the spokes of a fan. Returns the square of the longest; NaN if one is not finite. */
function measureSpokes(fan: Fan, vertices: usize, middle: usize, spokes: usize): f64 {
  const vx = load<f64>(middle);
  const vy = load<f64>(middle, 8);
  const vz = load<f64>(middle, 16);
  let longest: f64 = 0;
  let at = spokes;
  let ring = fan.ring;
  let w = vertices + <usize>changetype<Ring>(ring).vertex;
  let x = load<f64>(w) - vx;
  let y = load<f64>(w, 8) - vy;
  let z = load<f64>(w, 16) - vz;
  const end = fan.ringEnd;
  while (true) {
    const squared = x * x + y * y + z * z;
    longest = squared > longest ? squared : longest;
    const spoke = changetype<Spoke>(at);
    spoke.x = x;
    spoke.y = y;
    spoke.z = z;
    ring += offsetof<Ring>();
    if (ring == end) return longest;
    w = vertices + <usize>changetype<Ring>(ring).vertex;
    const nextX = load<f64>(w) - vx;
    const nextY = load<f64>(w, 8) - vy;
    const nextZ = load<f64>(w, 16) - vz;
    spoke.normalX = y * nextZ - z * nextY;
    spoke.normalY = z * nextX - x * nextZ;
    spoke.normalZ = x * nextY - y * nextX;
    x = nextX;
    y = nextY;
    z = nextZ;
    at += offsetof<Spoke>();
  }
}

/** Conditions (1) and (2) for the direction d. `end` is the last spoke, whose triangle, if it has one, is the first. */
function facesAlong(fan: Fan, spokes: usize, end: usize, margin: f64, dx: f64, dy: f64, dz: f64): bool {
  const least = margin * (abs<f64>(dx) + abs<f64>(dy) + abs<f64>(dz));
  if (!(least > 1e-280)) return false;
  let faces = 1;
  for (let at = spokes; at < end; at += offsetof<Spoke>()) {
    const spoke = changetype<Spoke>(at);
    faces &= i32(dx * spoke.normalX + dy * spoke.normalY + dz * spoke.normalZ > least);
  }
  if (faces == 0) return false;
  const isOpen = load<u32>(fan.ring) != load<u32>(fan.ringEnd - offsetof<Ring>());
  const count = (end - spokes) / offsetof<Spoke>();
  if (count <= <usize>(isOpen ? 2 : 4)) return true;
  const first = changetype<Spoke>(spokes);
  const second = changetype<Spoke>(spokes + offsetof<Spoke>());
  const rx = first.x - BEFORE * second.x;
  const ry = first.y - BEFORE * second.y;
  const rz = first.z - BEFORE * second.z;
  const mx = dy * rz - dz * ry;
  const my = dz * rx - dx * rz;
  const mz = dx * ry - dy * rx;
  const last = isOpen ? end : end - offsetof<Spoke>();
  let wasUp = 1;
  let changes = 0;
  let isSure = 1;
  for (let at = spokes; at <= last; at += offsetof<Spoke>()) {
    const spoke = changetype<Spoke>(at);
    const side = mx * spoke.x + my * spoke.y + mz * spoke.z;
    isSure &= i32(abs<f64>(side) > least);
    const isUp = i32(side > 0);
    changes += isUp ^ wasUp;
    wasUp = isUp;
    if (at == spokes) isSure &= isUp;
  }
  return isSure != 0 && changes <= (isOpen ? 1 : 2);
}

/** The same along the sum of the normals made equally long, turned by up to six steps away from the triangle that faces it least. */
function facesAlongAnother(fan: Fan, spokes: usize, end: usize, margin: f64): bool {
  let dx: f64 = 0;
  let dy: f64 = 0;
  let dz: f64 = 0;
  for (let at = spokes; at < end; at += offsetof<Spoke>()) {
    const spoke = changetype<Spoke>(at);
    const scale = inverseLength(spoke.normalX, spoke.normalY, spoke.normalZ);
    dx += scale * spoke.normalX;
    dy += scale * spoke.normalY;
    dz += scale * spoke.normalZ;
  }
  for (let step = 0; step < 6; step++) {
    let least: f64 = Infinity;
    let worst = changetype<Spoke>(spokes);
    for (let at = spokes; at < end; at += offsetof<Spoke>()) {
      const spoke = changetype<Spoke>(at);
      const scale = inverseLength(spoke.normalX, spoke.normalY, spoke.normalZ);
      const facing = scale * (spoke.normalX * dx + spoke.normalY * dy + spoke.normalZ * dz);
      if (facing < least) {
        least = facing;
        worst = spoke;
      }
    }
    if (least > 0) return facesAlong(fan, spokes, end, margin, dx, dy, dz);
    const length = inverseLength(dx, dy, dz);
    const scale = (0.2 - 1.2 * least * length) * inverseLength(worst.normalX, worst.normalY, worst.normalZ);
    dx = dx * length + scale * worst.normalX;
    dy = dy * length + scale * worst.normalY;
    dz = dz * length + scale * worst.normalZ;
  }
  return false;
}

@inline
function inverseLength(x: f64, y: f64, z: f64): f64 {
  return 1 / sqrt<f64>(x * x + y * y + z * z + 1e-300);
}
