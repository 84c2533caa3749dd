import type { AssetReport, CheckSubject, Finding } from '../../src/check/index.ts';
import { type Collider, createCollider, createShape, posedPositions, setPose } from '../../src/index.ts';
import { neighboursCross } from '../../src/query/elementary/neighbours-cross.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';

/** Poses a subject on its own and tests all pairs of triangles: knows nothing of how the check works. */
export interface Witness {
  subject: CheckSubject;
  colliders: Collider[];
  /** What touches at any instant, by clip and time. */
  known: Map<string, TouchingPair[]>;
}

export interface TouchingPair {
  bodies: [number, number];
  triangles: [number, number];
}

export function callWitness(subject: CheckSubject): Witness {
  const colliders = subject.bodies.map(({ mesh, source }) => createCollider(createShape(mesh, source)));
  return { subject, colliders, known: new Map() };
}

export function listTouching(witness: Witness, clip: string, time: number): TouchingPair[] {
  const { subject, colliders, known } = witness;
  const key = `${time} ${clip}`;
  const before = known.get(key);
  if (before) return before;
  const poses = subject.rest.map(({ jointMatrices, weights }) => ({
    jointMatrices: jointMatrices.slice(),
    weights: weights.slice(),
  }));
  subject.clips.find(({ name }) => name === clip)!.poseAt(time, poses);
  const found = touchingIn(colliders, poses);
  known.set(key, found);
  return found;
}

function touchingIn(
  colliders: Collider[],
  poses: readonly { jointMatrices?: Float64Array; weights?: Float64Array }[],
): TouchingPair[] {
  colliders.forEach((collider, b) => {
    setPose(collider, poses[b]);
  });
  const found: TouchingPair[] = [];
  colliders.forEach((a, i) => {
    for (let j = i; j < colliders.length; j++) {
      const pairs = i === j ? findSelfPairsPlainly(a) : findPairsByBruteForce(a, colliders[j]);
      for (let k = 0; k < pairs.length; k += 2) found.push({ bodies: [i, j], triangles: [pairs[k], pairs[k + 1]] });
    }
  });
  return found;
}

/**
 * What `findSelfPairsByBruteForce` finds, but for pairs whose boxes are apart: from a triangle on, others are looked at from left to
 * right until one begins beyond its right end.
 */
export function findSelfPairsPlainly(collider: Collider): number[] {
  const { mesh, triangleOrder, vertexOrder } = collider.shape;
  const x = posedPositions(collider);
  const triangles = mesh.triangles.map(v => vertexOrder[v]);
  const boxes = new Float64Array(2 * triangles.length);
  for (let k = 0; k < boxes.length; k++) {
    const [p, q, r] = [0, 1, 2].map(c => 3 * triangles[3 * Math.floor(k / 6) + c] + (k % 3));
    boxes[k] = k % 6 < 3 ? Math.min(x[p], x[q], x[r]) : Math.max(x[p], x[q], x[r]);
  }
  const order = Uint32Array.from({ length: boxes.length / 6 }, (_, t) => t).sort((s, t) => boxes[6 * s] - boxes[6 * t]);
  const found: [number, number][] = [];
  for (let n = 0; n < order.length; n++) {
    const p = 6 * order[n];
    for (let m = n + 1; m < order.length && !(boxes[6 * order[m]] > boxes[p + 3]); m++) {
      const q = 6 * order[m];
      if (boxes[q + 1] > boxes[p + 4] || boxes[q + 4] < boxes[p + 1]) continue;
      if (boxes[q + 2] > boxes[p + 5] || boxes[q + 5] < boxes[p + 2]) continue;
      const [i, j] = order[n] < order[m] ? [order[n], order[m]] : [order[m], order[n]];
      if (doMeetPlainly(x, triangles, i, j)) found.push([i, j]);
    }
  }
  found.sort(([i, j], [k, l]) => i - k || j - l);
  return found.flatMap(([i, j]) => [triangleOrder[i], triangleOrder[j]]);
}

function doMeetPlainly(x: Float64Array, triangles: Uint32Array, i: number, j: number): boolean {
  const [a, b, c] = triangles.subarray(3 * i, 3 * i + 3);
  const [d, e, f] = triangles.subarray(3 * j, 3 * j + 3);
  const areNeighbours = [a, b, c].some(v => v === d || v === e || v === f);
  return areNeighbours
    ? neighboursCross(x, a, b, c, d, e, f)
    : trianglesTouch(x, 3 * a, 3 * b, 3 * c, x, 3 * d, 3 * e, 3 * f);
}

/** Pairs that touch at rest: as bodies were made, and as the scene rests. */
export function listTouchingAtRest({ subject, colliders }: Witness): TouchingPair[] {
  const made = subject.bodies.map((_, b) => ({
    jointMatrices: createCollider(colliders[b].shape).jointMatrices,
    weights: subject.rest[b].weights,
  }));
  return [
    ...touchingIn(colliders, made).filter(({ bodies: [a, b] }) => a === b),
    ...touchingIn(colliders, subject.rest),
  ];
}

/** Whether at the worst time of a finding two triangles touch of which one belongs to each of its regions. */
export function isConfirmed(witness: Witness, clip: string, finding: Finding): boolean {
  const sides = [finding.a, finding.b];
  return listTouching(witness, clip, finding.worst).some(({ bodies, triangles }) =>
    [
      [0, 1],
      [1, 0],
    ].some(order =>
      order.every((side, k) => {
        const body = witness.subject.bodies[bodies[k]];
        return body.name === sides[side].body && followsJoint(witness, bodies[k], triangles[k], sides[side].joint);
      }),
    ),
  );
}

/** Whether the joint that a triangle follows most is the one of that name, or hangs on it. */
function followsJoint({ subject }: Witness, b: number, triangle: number, name: string): boolean {
  const { mesh, source, jointNames } = subject.bodies[b];
  const skinning = source.kind === 'chain' ? source.skinning : source;
  if (!('skin' in skinning)) return jointNames[0] === name;
  const { influences, joints, weights, jointCount } = skinning.skin;
  const sums = new Float64Array(jointCount);
  for (const v of mesh.triangles.subarray(3 * triangle, 3 * triangle + 3)) {
    let total = 0;
    for (let k = v * influences; k < (v + 1) * influences; k++) total += weights[k];
    for (let k = v * influences; k < (v + 1) * influences; k++) sums[joints[k]] += weights[k] / total;
  }
  const most = Math.max(...sums);
  // Weights that are equal up to rounding: either may be the main joint.
  return [...sums.keys()]
    .filter(joint => sums[joint] > most - 1e-6)
    .some(main => {
      for (let joint = main; joint >= 0; joint = skinning.skeleton?.parents[joint] ?? -1) {
        if (jointNames[joint] === name) return true;
      }
      return false;
    });
}

/** Pairs that touch at a time and neither touch at rest nor are next to a pair that does. */
export function listUnexpected(
  witness: Witness,
  clip: string,
  time: number,
  atRest: readonly TouchingPair[],
): TouchingPair[] {
  const areNext = (b: number, p: number, q: number): boolean => {
    const { triangles } = witness.subject.bodies[b].mesh;
    return [0, 1, 2].some(k => triangles.subarray(3 * q, 3 * q + 3).includes(triangles[3 * p + k]));
  };
  return listTouching(witness, clip, time).filter(
    ({ bodies: [a, b], triangles: [p, q] }) =>
      !atRest.some(
        rest =>
          rest.bodies[0] === a &&
          rest.bodies[1] === b &&
          ((areNext(a, p, rest.triangles[0]) && areNext(b, q, rest.triangles[1])) ||
            (a === b && areNext(a, p, rest.triangles[1]) && areNext(b, q, rest.triangles[0]))),
      ),
  );
}

/** Times of a clip, evenly spread, that are at least `margin` away from all its findings, suppressed or not. */
export function listCleanTimes(report: AssetReport, clip: string, count: number, margin: number): number[] {
  const { start, end, findings } = report.clips.find(({ name }) => name === clip)!;
  return Array.from({ length: count }, (_, k) => start + ((k + 0.37) / count) * (end - start)).filter(time =>
    // What goes over the seam of the clip is there one round later, too.
    findings.every(finding =>
      [time, time + end - start].every(at => at < finding.start - margin || at > finding.end + margin),
    ),
  );
}
