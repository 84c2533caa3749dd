/** How far the spine of an animal turns on its way from the middle to either end; angles in radians. */
export interface SpineBend {
  tailUp: number;
  tailLeft: number;
  headUp: number;
  headLeft: number;
}

/** The spine lies along z; it is straight from hip to chest and bends more and more towards both ends. Metres. */
const SPINE = { hip: 0.15, chest: 0.35, end: 1.2 };
/** The bent spine is followed in straight pieces no longer than this. */
const PIECE = 1 / 128;

/**
 * Moves each slice across the spine rigidly to where the bent spine is. The slope of the spine grows with the square of
 * the way from the hip to the tail, or from the chest to the head, and reaches the angles of `bend` where |z| is `SPINE.end`.
 */
export function bendSpine(positions: number[], bend: SpineBend): void {
  for (let o = 0; o < positions.length; o += 3) {
    const [x, y, z] = positions.slice(o, o + 3);
    const outward = z < SPINE.hip ? -1 : 1;
    const start = z < SPINE.hip ? SPINE.hip : SPINE.chest;
    const way = Math.max(0, outward * (z - start));
    const full = SPINE.end - outward * start;
    const pitchAt = (at: number): number => (z < SPINE.hip ? bend.tailUp : bend.headUp) * (at / full) ** 2;
    const yawAt = (at: number): number => (z < SPINE.hip ? bend.tailLeft : bend.headLeft) * (at / full) ** 2;

    const spine = [0, 0, z - outward * way];
    const pieces = Math.ceil(way / PIECE);
    for (let k = 0; k < pieces; k++) {
      const middle = ((k + 0.5) / pieces) * way;
      const across = (way / pieces) * Math.cos(pitchAt(middle));
      spine[0] += across * Math.sin(yawAt(middle));
      spine[1] += (way / pieces) * Math.sin(pitchAt(middle));
      spine[2] += outward * across * Math.cos(yawAt(middle));
    }

    const pitch = outward * pitchAt(way);
    const yaw = outward * yawAt(way);
    const forward = -y * Math.sin(pitch);
    positions[o] = spine[0] + x * Math.cos(yaw) + forward * Math.sin(yaw);
    positions[o + 1] = spine[1] + y * Math.cos(pitch);
    positions[o + 2] = spine[2] - x * Math.sin(yaw) + forward * Math.cos(yaw);
  }
}
