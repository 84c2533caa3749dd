import type { DeformerSource, Mesh } from '../../src/index.ts';
import { type Random, randomDirection } from '../../src/math/random.ts';

/*
 * Small meshes and moves of their vertices that no artist would make: whatever an engine for a surface against itself
 * takes for granted, some of them break, often by a single rounding.
 */

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)];
const whole = (random: Random, below: number): number => Math.floor(random() * below);

interface Sketch {
  triangles: number[];
  positions: number[];
}

/**
 * Any triples of few vertices on whole numbers: everything touches, edges have any number of triangles, some name a
 * vertex twice.
 */
function drawSoup(random: Random): Sketch {
  const vertices = 5 + whole(random, 14);
  const triangles: number[] = [];
  for (let t = 3 + whole(random, 11); t > 0; t--) {
    const corners = [whole(random, vertices), whole(random, vertices), whole(random, vertices)];
    if (new Set(corners).size === 3 || random() < 0.1) triangles.push(...corners);
    if (random() < 0.05) triangles.push(corners[0], corners[1], corners[2]);
  }
  if (triangles.length === 0) triangles.push(0, 1, 2);
  return { triangles, positions: Array.from({ length: 3 * vertices }, () => whole(random, 5)) };
}

/** A sheet of quads, some of them missing or turned over. */
function drawSheet(random: Random): Sketch {
  const side = 2 + whole(random, 2);
  const triangles: number[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      if (random() < 0.05) continue;
      const a = row * (side + 1) + column;
      const [b, c, d] = [a + 1, a + side + 1, a + side + 2];
      triangles.push(...(random() < 0.5 ? [a, b, c, c, b, d] : [a, b, d, a, d, c]));
      if (random() < 0.03) triangles.push(d, c, b);
    }
  }
  if (triangles.length === 0) triangles.push(0, 1, 2);
  const positions: number[] = [];
  for (let v = 0; v < (side + 1) ** 2; v++) positions.push(v % (side + 1), Math.floor(v / (side + 1)), 0);
  return { triangles, positions };
}

/** A closed ball of rings. */
function drawBall(random: Random): Sketch {
  const around = 3 + whole(random, 4);
  const rings = 1 + whole(random, 2);
  const at = (ring: number, k: number): number => 2 + ring * around + (k % around);
  const triangles: number[] = [];
  for (let k = 0; k < around; k++) {
    triangles.push(0, at(0, k), at(0, k + 1), 1, at(rings - 1, k + 1), at(rings - 1, k));
    for (let ring = 0; ring + 1 < rings; ring++) {
      const [a, b, c, d] = [at(ring, k), at(ring + 1, k), at(ring, k + 1), at(ring + 1, k + 1)];
      triangles.push(a, b, c, c, b, d);
    }
  }
  const positions = [0, 0, 3, 0, 0, -3];
  for (let ring = 0; ring < rings; ring++) {
    for (let k = 0; k < around; k++) {
      const polar = (Math.PI * (ring + 1)) / (rings + 1);
      const turn = (2 * Math.PI * k) / around;
      positions.push(3 * Math.sin(polar) * Math.cos(turn), 3 * Math.sin(polar) * Math.sin(turn), 3 * Math.cos(polar));
    }
  }
  return { triangles, positions };
}

/**
 * One fan, nearly in a plane: open or closed, once or twice around, steps of almost nothing or almost half a turn, ends
 * that just meet.
 */
function drawFan(random: Random): Sketch {
  const steps = 2 + whole(random, 7);
  const isClosed = steps > 2 && random() < 0.5;
  const angles = Array.from({ length: steps }, () => (random() < 0.1 ? 1e-9 * random() : 0.1 + random()));
  const total = 2 * Math.PI * (isClosed ? 1 + whole(random, 2) : pick(random, [0.4, 0.8, 0.95, 1, 1, 1.3, 1.6]));
  const sum = angles.reduce((a, b) => a + b, 0);
  const rise = pick(random, [0, 0, 0.1]);
  const positions = [0, 0, 0];
  let turn = random();
  for (let k = 0; k < steps + (isClosed ? 0 : 1); k++) {
    const length = 0.5 + random();
    positions.push(length * Math.cos(turn), length * Math.sin(turn), rise * random());
    turn += (total * angles[k % steps]) / sum;
  }
  const triangles: number[] = [];
  for (let k = 0; k < steps; k++) triangles.push(0, 1 + k, 1 + (isClosed ? (k + 1) % steps : k + 1));
  return { triangles, positions };
}

/** Two sheets a hair's breadth apart. */
function drawShells(random: Random): Sketch {
  const triangles: number[] = [];
  const positions: number[] = [];
  const gap = 10 ** pick(random, [-15, -13, -10, -3, -1]);
  for (let layer = 2; layer > 0; layer--) {
    const sheet = drawSheet(random);
    const first = positions.length / 3;
    triangles.push(...sheet.triangles.map(v => first + v));
    sheet.positions.forEach((x, k) => {
      positions.push(x + (k % 3 === 2 ? layer * gap : 0.3 * layer));
    });
  }
  return { triangles, positions };
}

/** A mesh and a deformer of one or two joints, both of them parted among the vertices in one of several ways. */
export function createHostileMesh(random: Random): { mesh: Mesh; source: DeformerSource } {
  const sketch = pick(random, [drawSoup, drawSheet, drawBall, drawFan, drawFan, drawShells])(random);
  const positions = Float64Array.from(sketch.positions);
  const scale = pick(random, [1, 1, 1, 0.37, 1e-3, 1e5]);
  const offset = pick(random, [0, 0, 0, 1000, 1 / 3]);
  const noise = pick(random, [0, 0, 0.1, 0.5]);
  for (let k = 0; k < positions.length; k++) positions[k] = (positions[k] + noise * (random() - 0.5)) * scale + offset;
  const vertices = positions.length / 3;
  const mesh = { positions, triangles: Uint32Array.from(sketch.triangles) };
  if (random() < 0.5) return { mesh, source: { kind: 'rigid' } };
  const split = random();
  const style = whole(random, 2);
  const weights = new Float64Array(2 * vertices);
  for (let v = 0; v < vertices; v++) {
    const weight = style === 0 ? (v / vertices < split ? 1 : 0) : pick(random, [0, 1, 0.5, random()]);
    weights[2 * v] = weight;
    weights[2 * v + 1] = 1 - weight;
  }
  const joints = Uint16Array.from({ length: 2 * vertices }, (_, k) => k % 2);
  return { mesh, source: { kind: 'linear-blend', skin: { jointCount: 2, influences: 2, joints, weights } } };
}

/** Joint matrices: at rest, moved, turned, scaled, sheared, mirrored; both alike, a little or much apart, or hinged. */
export function createHostileJoints(random: Random, count: number, rest: Float64Array): Float64Array {
  const matrices = new Float64Array(12 * count);
  const axis = new Float64Array(3);
  for (let joint = 0; joint < count; joint++) {
    if (joint > 0 && random() < 0.6) {
      matrices.copyWithin(12 * joint, 0, 12);
      const step = pick(random, [0, 0.3, 1]) * Math.abs(matrices[10]);
      for (const k of [3, 7, 11]) matrices[12 * joint + k] += step * (random() - 0.5);
      continue;
    }
    if (joint > 0 && random() < 0.5) {
      const [p, q] = [3 * whole(random, rest.length / 3), 3 * whole(random, rest.length / 3)];
      matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
      turnOver(rest, p, q, matrices, 12 * joint);
      continue;
    }
    const [c, s] = pick(random, [
      [1, 0],
      [1, 0],
      [0, 1],
      [Math.cos(1), Math.sin(1)],
      [-1, 0],
    ]);
    const scale = pick(random, [1, 1, 1, 0.5, 1e-3]);
    const mirror = random() < 0.1 ? -1 : 1;
    const shear = random() < 0.1 ? 0.3 : 0;
    randomDirection(random, axis, 0);
    const shift = pick(random, [0, 0, 1, 1e4, 1e9]);
    matrices.set([c * scale, -s * scale, shear, shift * axis[0]], 12 * joint);
    matrices.set([s * scale, c * scale, 0, shift * axis[1]], 12 * joint + 4);
    matrices.set([0, 0, mirror * scale, shift * axis[2]], 12 * joint + 8);
  }
  return matrices;
}

/** Half a turn about the line through two points, as if a hinge folded flat; nothing if they are one. */
function turnOver(x: Float64Array, p: number, q: number, out: Float64Array, o: number): void {
  const axis = [0, 1, 2].map(k => x[q + k] - x[p + k]);
  const squared = axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2;
  for (let row = 0; row < 3; row++) {
    const at = o + 4 * row;
    for (let k = 0; k < 3; k++)
      out[at + k] = (squared > 0 ? (2 * axis[row] * axis[k]) / squared : 0) - (row === k ? 1 : 0);
    out[at + 3] = x[p + row] - out[at] * x[p] - out[at + 1] * x[p + 1] - out[at + 2] * x[p + 2];
  }
}

/**
 * Moves posed vertices about: by nothing, a rounding, a little or much; onto whole numbers, onto each other, into the
 * planes of triangles.
 */
export function moveHostilely(random: Random, x: Float64Array, triangles: Uint32Array): void {
  const size = Math.max(...x.map(Math.abs)) || 1;
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < x.length; k += 3) [low, high] = [Math.min(low, x[k]), Math.max(high, x[k])];
  const noise = pick(random, [
    0,
    0,
    0,
    1e-16 * size,
    1e-12 * size,
    0.02 * (high - low),
    0.2 * (high - low),
    high - low,
  ]);
  const isFlat = random() < 0.3;
  const share = pick(random, [1, 0.3]);
  for (let k = 0; k < x.length; k++) if (random() < share && !(isFlat && k % 3 === 2)) x[k] += noise * (random() - 0.5);
  const style = random();
  if (style < 0.15) x.set(x.map(Math.round));
  else if (style < 0.2) for (let k = 2; k < x.length; k += 3) x[k] = x[2];
  else if (style < 0.203) x.fill(x[0]);
  else if (style < 0.206) x[whole(random, x.length)] = pick(random, [Number.NaN, Infinity, -Infinity]);
  for (let times = pick(random, [0, 0, 1, 2, 5]); times > 0; times--) {
    const v = 3 * whole(random, x.length / 3);
    const t = 3 * whole(random, triangles.length / 3);
    const [a, b] = [pick(random, [0, 0.25, 0.5, random(), random() - 0.5]), pick(random, [0, 0.5, random()])];
    const [p, q, r] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      x[v + axis] = x[p + axis] + a * (x[q + axis] - x[p + axis]) + b * (x[r + axis] - x[p + axis]);
    }
  }
  if (random() < 0.002) {
    const tiny = pick(random, [1e-80, 1e-81, 1e-155]);
    x.set(x.map(value => tiny * value));
  }
}
