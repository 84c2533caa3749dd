import type { ViewPlan } from '../../../src/continuous/self/views.ts';
import { createRandom, type Random } from '../../../src/math/random.ts';
import type { Mesh } from '../../../src/mesh/mesh.ts';
import { createClosedMesh, createHook } from '../../support/closed-meshes.ts';

/** A small closed mesh, clusters with observers of any quality, and one way for all of it to move. */
export interface RandomSteps {
  mesh: Mesh;
  plan: ViewPlan;
  /** The places of all vertices, and of the observers, after each step; the first are the start. */
  positions: Float64Array[];
  observers: Float64Array[];
}

/** Steps of a random mesh: each a smooth bend, a squeeze or noise, and sometimes all of these. */
export function createRandomSteps(seed: number, steps = 3): RandomSteps {
  const random = createRandom(seed);
  const mesh = createClosedMesh(random);
  const plan = createRandomPlan(mesh, random);
  const views = plan.areSegments.length;
  const positions = [distort(mesh.positions, random)];
  let observers = placeObservers(mesh, plan, positions[0], random);
  const placed = [observers];
  for (let step = 0; step < steps; step++) {
    const move = createMove(random);
    positions.push(move(positions[step]));
    observers = move(observers);
    if (random() < 0.2) for (let k = 0; k < observers.length; k++) observers[k] += 0.5 * (random() - 0.5);
    for (let view = 0; view < views; view++) {
      if (!plan.areSegments[view]) observers.copyWithin(6 * view + 3, 6 * view, 6 * view + 3);
    }
    placed.push(observers);
  }
  return { mesh, plan, positions, observers: placed };
}

/**
 * A bent tube that closes until its ends meet, in many clusters along it, each seen from its axis: the ends are seen
 * well, but by different observers, more of them than a code has places for.
 */
export function createClosingHook(seed: number): RandomSteps {
  const random = createRandom(seed);
  const rings = 24 + Math.floor(12 * random());
  const angle = 5.2;
  const radius = 0.25;
  const mesh = createHook(rings, 5, radius, angle);
  const clusters = 11 + Math.floor(20 * random());
  const placeOf = (x: number, y: number): number => (Math.atan2(y, x) + 2 * Math.PI + 0.3) % (2 * Math.PI);
  const clusterOfTriangle = Uint32Array.from({ length: mesh.triangles.length / 3 }, (_, t) => {
    const place = placeOf(centerOf(mesh, t, 0), centerOf(mesh, t, 1)) / (angle + 0.6);
    return Math.min(clusters - 1, Math.floor(clusters * place));
  });
  const viewOfCluster = Int32Array.from({ length: clusters }, (_, c) => c);
  const order = Array.from(viewOfCluster).sort(() => random() - 0.5);
  viewOfCluster.forEach((_, c) => {
    viewOfCluster[c] = order[c];
  });
  const neighbours = Array.from({ length: clusters }, (_, view) => {
    const own = viewOfCluster.indexOf(view);
    const isNear = (t: number): boolean => Math.abs(clusterOfTriangle[t] - own) === 1;
    return Uint32Array.from(Array.from(clusterOfTriangle.keys()).filter(isNear));
  });
  const curl = (points: Float64Array, by: number): Float64Array => {
    const moved = Float64Array.from(points);
    for (let v = 0; v < points.length; v += 3) {
      const place = placeOf(points[v], points[v + 1]) - 0.3;
      const out = Math.hypot(points[v], points[v + 1]);
      const to = angle / 2 + (place - angle / 2) * by;
      moved[v] = out * Math.cos(to);
      moved[v + 1] = out * Math.sin(to);
      moved[v + 2] += 0.02 * random();
    }
    return moved;
  };
  const observers = new Float64Array(6 * clusters);
  for (let c = 0; c < clusters; c++) {
    const at = ((c + 0.5) / clusters) * (angle + 0.6) - 0.3;
    for (const o of [0, 3]) observers.set([Math.cos(at), Math.sin(at), 0], 6 * viewOfCluster[c] + o);
  }
  const stretch = 1.25 + 0.1 * random();
  return {
    mesh,
    plan: {
      clusterOfTriangle,
      viewOfCluster,
      areSegments: new Uint8Array(clusters),
      neighbours,
    },
    positions: [mesh.positions, curl(mesh.positions, stretch)],
    observers: [observers, curl(observers, stretch)],
  };
}

function distort(positions: Float64Array, random: Random): Float64Array {
  const scale = [0, 1, 2].map(() => 0.4 + random());
  const shear = random() - 0.5;
  return positions.map((x, k) => scale[k % 3] * x + (k % 3 === 0 ? shear * positions[k + 1] : 0));
}

/** A map of space, the same for mesh and observers, plus noise that differs for every point. */
function createMove(random: Random): (points: Float64Array) => Float64Array {
  const strength = random() < 0.5 ? 0.3 : 1.5;
  const waves = Array.from({ length: 3 }, () => ({
    k: [0, 1, 2].map(() => 2 * (random() - 0.5)),
    amplitude: [0, 1, 2].map(() => strength * (random() - 0.5)),
    phase: 6 * random(),
  }));
  const squeeze = random() < 0.4 ? [random() - 0.5, random() - 0.5, random() - 0.5] : [0, 0, 0];
  const strongSqueeze = random() < 0.5 ? 1 : 3;
  const noise = random() < 0.3 ? 0.3 * random() : 0;
  return points => {
    const moved = Float64Array.from(points);
    for (let v = 0; v < points.length; v += 3) {
      for (const { k, amplitude, phase } of waves) {
        const wave = Math.sin(k[0] * points[v] + k[1] * points[v + 1] + k[2] * points[v + 2] + phase);
        for (let axis = 0; axis < 3; axis++) moved[v + axis] += amplitude[axis] * wave;
      }
      for (let axis = 0; axis < 3; axis++) {
        moved[v + axis] += strongSqueeze * squeeze[axis] * points[v + axis] + noise * (random() - 0.5);
      }
    }
    return moved;
  };
}

function createRandomPlan(mesh: Mesh, random: Random): ViewPlan {
  const triangles = mesh.triangles.length / 3;
  // More than a code has places for, sometimes.
  const clusters = 1 + Math.floor((random() < 0.25 ? 40 : 6) * random());
  const clusterOfTriangle = new Uint32Array(triangles);
  if (random() < (clusters > 10 ? 0.6 : 0.15))
    for (let t = 0; t < triangles; t++) clusterOfTriangle[t] = Math.floor(clusters * random());
  else {
    const seeds = Array.from({ length: clusters }, () => Math.floor(triangles * random()));
    for (let t = 0; t < triangles; t++) clusterOfTriangle[t] = nearestSeed(mesh, seeds, t);
  }
  const viewOfCluster = new Int32Array(clusters);
  let views = 0;
  for (let c = 0; c < clusters; c++) viewOfCluster[c] = random() < 0.9 ? views++ : -1;
  const areSegments = Uint8Array.from({ length: views }, () => (random() < 0.3 ? 1 : 0));
  const share = Math.sqrt(random());
  const neighbours = Array.from({ length: views }, (_, view) => {
    const own = viewOfCluster.indexOf(view);
    return Uint32Array.from(
      Array.from({ length: triangles }, (_, t) => t).filter(t => clusterOfTriangle[t] !== own && random() < share),
    );
  });
  return { clusterOfTriangle, viewOfCluster, areSegments, neighbours };
}

function centerOf({ positions, triangles }: Mesh, triangle: number, axis: number): number {
  let sum = 0;
  for (let k = 3 * triangle; k < 3 * triangle + 3; k++) sum += positions[3 * triangles[k] + axis] / 3;
  return sum;
}

function nearestSeed(mesh: Mesh, seeds: number[], triangle: number): number {
  const distances = seeds.map(seed =>
    [0, 1, 2].reduce((sum, axis) => sum + (centerOf(mesh, seed, axis) - centerOf(mesh, triangle, axis)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** For each view the best of a few points (or segments): that which most of its cluster faces away from. */
function placeObservers(mesh: Mesh, plan: ViewPlan, positions: Float64Array, random: Random): Float64Array {
  const observers = new Float64Array(6 * plan.areSegments.length);
  for (let view = 0; view < plan.areSegments.length; view++) {
    const own = plan.viewOfCluster.indexOf(view);
    const tries = 1 + Math.floor(12 * random());
    let best = -1;
    for (let i = 0; i < tries; i++) {
      const pick = (): number[] => {
        const [a, b, c] = [0, 1, 2].map(() => Math.floor((positions.length / 3) * random()));
        return [0, 1, 2].map(k => (positions[3 * a + k] + positions[3 * b + k] + positions[3 * c + k]) / 3);
      };
      const p = pick();
      const q = plan.areSegments[view] ? pick() : p;
      const facing = countFacing(mesh, plan, positions, own, p);
      if (facing <= best) continue;
      best = facing;
      observers.set([...p, ...q], 6 * view);
    }
  }
  return observers;
}

function countFacing(mesh: Mesh, plan: ViewPlan, positions: Float64Array, cluster: number, q: number[]): number {
  let count = 0;
  for (let t = 0; t < plan.clusterOfTriangle.length; t++) {
    if (plan.clusterOfTriangle[t] !== cluster) continue;
    const [a, b, c] = [0, 1, 2].map(k => {
      const v = 3 * mesh.triangles[3 * t + k];
      return [positions[v] - q[0], positions[v + 1] - q[1], positions[v + 2] - q[2]];
    });
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    if (volume > 0) count++;
  }
  return count;
}
