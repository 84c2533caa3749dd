import { Follower, SelfInstant } from './records';

/** Drifts are taken this much longer: SAFE of reasons/drift.ts. */
export const SAFE: f64 = 1 + 1e-9;

/**
 * Measures how far every follower is from where its joint alone would carry it, as `raiseSquares` of reasons/drift.ts does: each coordinate is a sum of
 * four terms, so the same rounding covers it.
 */
export function measureDrift(instant: SelfInstant): void {
  const vertices = instant.vertices;
  let follower = instant.followers;
  let square = instant.squares;
  let m = instant.joints;
  let joint = instant.followerEnds;
  for (const lastEnd = joint + (<usize>instant.jointCount << 2); joint < lastEnd; joint += 4, m += 128) {
    const end = load<usize>(joint);
    if (follower == end) continue;
    const columnX = f64x2(load<f64>(m), load<f64>(m, 32));
    const columnY = f64x2(load<f64>(m, 8), load<f64>(m, 40));
    const columnZ = f64x2(load<f64>(m, 16), load<f64>(m, 48));
    const shift = f64x2(load<f64>(m, 24), load<f64>(m, 56));
    const rowX = load<f64>(m, 64);
    const rowY = load<f64>(m, 72);
    const rowZ = load<f64>(m, 80);
    const rowShift = load<f64>(m, 88);
    for (; follower < end; follower += offsetof<Follower>()) {
      const x = v128.load_splat<f64>(follower);
      const y = v128.load_splat<f64>(follower, 8);
      const z = v128.load_splat<f64>(follower, 16);
      const vertex = vertices + <usize>changetype<Follower>(follower).vertex;
      const carried = f64x2.add(
        f64x2.add(f64x2.add(f64x2.mul(columnX, x), f64x2.mul(columnY, y)), f64x2.mul(columnZ, z)),
        shift,
      );
      const away = f64x2.sub(carried, v128.load(vertex));
      const squares = f64x2.mul(away, away);
      const awayZ =
        rowX * f64x2.extract_lane(x, 0) +
        rowY * f64x2.extract_lane(y, 0) +
        rowZ * f64x2.extract_lane(z, 0) +
        rowShift -
        load<f64>(vertex, 16);
      const squared = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + awayZ * awayZ;
      store<f64>(square, squared < Infinity ? squared : Infinity); // NaN: unknown
      square += 8;
    }
  }
}
