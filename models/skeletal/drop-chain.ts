/** A chain of balls under gravity over the floor y = 0. Metres and seconds. */
export interface FallingChain {
  /** Three numbers for each ball. */
  places: Float64Array;
  velocities: Float64Array;
  /** From each ball to the next. */
  spacing: number;
  radius: number;
}

const GRAVITY = 9.81;
const SUBSTEPS = 24;
/** What stays of the speed along the floor after each small step on it. */
const SLIP = 0.984;
/** How much of a bend over so many links is taken out in each small step: makes the chain springy, like rope. */
const BENDS = [
  { links: 2, stiffness: 0.12 },
  { links: 6, stiffness: 0.03 },
];
/** The cosine of half the sharpest bend at a ball, 54 degrees: more than that would crease the skin around it. */
const SHARPEST_BEND = 0.89;
/** How near two stretches of the chain may come, in diameters: below 1, so that a rope lying on itself touches. */
const CLOSEST = 0.96;
/** Balls nearer than this along the chain are kept apart by its stiffness alone. */
const NEIGHBOURS = 6;

/**
 * Moves the chain on by `duration`, in small steps of position-based dynamics with one round of constraints each
 * [Macklin2019]: lengths, bends, the floor with friction, and the chain's other stretches. Only sums, products and roots,
 * in a fixed order, so the same on every machine. Costs some tenths of a microsecond per ball and small step, and pairs
 * of balls once.
 */
export function dropChain(chain: FallingChain, duration: number): void {
  const { places: p, velocities, radius } = chain;
  const h = duration / SUBSTEPS;
  const near = findNearStretches(chain, duration);
  const before = new Float64Array(p.length);
  for (let substep = 0; substep < SUBSTEPS; substep++) {
    before.set(p);
    for (let k = 0; k < p.length; k++) p[k] += h * (velocities[k] - (k % 3 === 1 ? h * GRAVITY : 0));
    straighten(chain);
    for (let k = 0; k < near.length; k += 2) pushApart(p, near[k], near[k + 1], 2 * CLOSEST * radius);
    keepLengths(chain);
    for (let o = 0; o < p.length; o += 3) if (p[o + 1] < radius) p[o + 1] = radius;
    for (let o = 0; o < p.length; o += 3) {
      const along = p[o + 1] <= radius ? SLIP : 1;
      velocities[o] = (along * (p[o] - before[o])) / h;
      velocities[o + 1] = (p[o + 1] - before[o + 1]) / h;
      velocities[o + 2] = (along * (p[o + 2] - before[o + 2])) / h;
    }
  }
}

/** Brings two balls to `wanted` from each other, each by half of what is missing times `share`. */
function pull(p: Float64Array, a: number, b: number, wanted: number, share: number): void {
  const x = p[b] - p[a];
  const y = p[b + 1] - p[a + 1];
  const z = p[b + 2] - p[a + 2];
  const size = Math.sqrt(x * x + y * y + z * z);
  const by = (0.5 * share * (size - wanted)) / size;
  p[a] += by * x;
  p[a + 1] += by * y;
  p[a + 2] += by * z;
  p[b] -= by * x;
  p[b + 1] -= by * y;
  p[b + 2] -= by * z;
}

/** There and back, so that neither end is favoured. */
function keepLengths({ places: p, spacing }: FallingChain): void {
  for (let o = 0; o + 3 < p.length; o += 3) pull(p, o, o + 3, spacing, 1);
  for (let o = p.length - 6; o >= 0; o -= 3) pull(p, o, o + 3, spacing, 1);
}

function straighten({ places: p, spacing }: FallingChain): void {
  for (const { links, stiffness } of BENDS) {
    for (let o = 0; o + 3 * links < p.length; o += 3) pull(p, o, o + 3 * links, links * spacing, stiffness);
  }
  const least = 2 * SHARPEST_BEND * spacing;
  for (let o = 0; o + 6 < p.length; o += 3) {
    const x = p[o + 6] - p[o];
    const y = p[o + 7] - p[o + 1];
    const z = p[o + 8] - p[o + 2];
    if (x * x + y * y + z * z < least * least) pull(p, o, o + 6, least, 1);
  }
}

/** Pairs of links (by their first ball's offset) that may come to touch within `duration`. */
function findNearStretches({ places: p, velocities, spacing, radius }: FallingChain, duration: number): number[] {
  const near: number[] = [];
  for (let a = 0; a + 3 < p.length; a += 3) {
    for (let b = a + 3 * NEIGHBOURS; b + 3 < p.length; b += 3) {
      let apart = 0;
      let speed = 0;
      for (let k = 0; k < 3; k++) {
        apart += (p[a + k] - p[b + k]) ** 2;
        speed += (velocities[a + k] - velocities[b + k]) ** 2;
      }
      const range = 2 * radius + 2 * spacing + 1.5 * duration * Math.sqrt(speed);
      if (apart < range * range) near.push(a, b);
    }
  }
  return near;
}

/** Moves the links from `a` and from `b` until their nearest points are `wanted` apart; not at all if they are. */
function pushApart(p: Float64Array, a: number, b: number, wanted: number): void {
  const ux = p[a + 3] - p[a];
  const uy = p[a + 4] - p[a + 1];
  const uz = p[a + 5] - p[a + 2];
  const vx = p[b + 3] - p[b];
  const vy = p[b + 4] - p[b + 1];
  const vz = p[b + 5] - p[b + 2];
  const wx = p[a] - p[b];
  const wy = p[a + 1] - p[b + 1];
  const wz = p[a + 2] - p[b + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const flat = uu * vv - uv * uv;
  let s = flat > 1e-9 * uu * vv ? clamp((uv * vw - vv * uw) / flat) : 0.5;
  const t = clamp((uv * s + vw) / vv);
  s = clamp((uv * t - uw) / uu);
  const x = wx + s * ux - t * vx;
  const y = wy + s * uy - t * vy;
  const z = wz + s * uz - t * vz;
  const size = Math.sqrt(x * x + y * y + z * z);
  if (size >= wanted || size === 0) return;
  const shares = (1 - s) ** 2 + s * s + (1 - t) ** 2 + t * t;
  const by = (wanted - size) / (size * shares);
  movePoint(p, a, by * (1 - s), x, y, z);
  movePoint(p, a + 3, by * s, x, y, z);
  movePoint(p, b, -by * (1 - t), x, y, z);
  movePoint(p, b + 3, -by * t, x, y, z);
}

function movePoint(p: Float64Array, o: number, by: number, x: number, y: number, z: number): void {
  p[o] += by * x;
  p[o + 1] += by * y;
  p[o + 2] += by * z;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
