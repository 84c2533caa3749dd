import { describe, expect, it } from 'vitest';
import type { Arena } from '../../src/compiled/arena.ts';
import { walkNodesIn } from '../../src/compiled/walk-nodes.ts';
import { type Collider, posedPositions, setPlacement, setPose } from '../../src/index.ts';
import { createRandom, type Random, randomDirection } from '../../src/math/random.ts';
import { nearestOfTriangle } from '../../src/query/elementary/point-triangle.ts';
import { aimRay } from '../../src/query/elementary/ray-triangle.ts';
import { NEAREST_SIZE, SQUARED, triangleDistance } from '../../src/query/elementary/triangle-distance.ts';
import { castRayByBruteForce } from '../../src/query/probe/brute-force-queries.ts';
import { probePoint, probeRay } from '../../src/query/probe/probe.ts';
import { createWorkspace, type Workspace } from '../../src/workspace.ts';
import { cases } from '../support/cases.ts';
import { compiledNames, createChangedArena, createCompiledArena } from '../support/compiled-arena.ts';
import { readChanges } from '../support/load-changed.ts';
import { poseCharacter, rangeNames, volumeChoices } from '../support/pose-character.ts';

/** Meshes under one joint are not walked here: boxes in their own frame are faster. */
const names = compiledNames.filter(name => name === 'chain of linear-blend' || name.endsWith('-blend'));

const boxed = volumeChoices.filter(({ volumes }) => volumes === undefined || volumes === 'box');

/** The triangles, as they were given, of all leaves that a walk meets if its limit stays; each leaf once. */
function listMet(arena: Arena, collider: Collider, aim: (workspace: Workspace) => void, limit: number): Set<number> {
  const { tree, triangleOrder } = collider.shape;
  const workspace = createWorkspace();
  const met = new Set<number>();
  aim(workspace);
  const isAnswered = walkNodesIn(arena, collider, workspace, limit, (_, node) => {
    for (let slot = tree.slotStarts[node]; slot < tree.slotEnds[node]; slot++) {
      expect(met.has(triangleOrder[slot])).toBe(false);
      met.add(triangleOrder[slot]);
    }
    return limit;
  });
  expect(isAnswered).toBe(true);
  return met;
}

/** How many triangles that are on a ray, near a segment or near a point are in no leaf that the walk meets. */
function countMissed(arena: Arena, random: Random, collider: Collider): number {
  const positions = posedPositions(collider);
  const { mesh, triangleOrder, vertexOrder } = collider.shape;
  const v = 3 * Math.floor((random() * positions.length) / 3);
  const direction = new Float64Array(3);
  randomDirection(random, direction, 0);
  if (random() < 0.4) direction[Math.floor(3 * random())] = 0;
  if (direction.every(x => x === 0)) direction[0] = 1;
  const away = 10 ** (random() < 0.5 ? 3 * random() - 2 : 12 * random());
  const origin = positions.slice(v, v + 3).map((x, axis) => x - away * direction[axis]);
  let missed = 0;

  const rayLimit = random() < 0.5 ? away * (1 + 1e-6) : 1e300;
  const aimAt = ({ probe, line }: Workspace): void => {
    line.points.set(origin);
    aimRay(line, direction[0], direction[1], direction[2]);
    probeRay(probe, collider, line.points, line.direction, 0, 0);
  };
  const onRay = listMet(arena, collider, aimAt, rayLimit);
  for (const { triangle, distance } of castRayByBruteForce(collider, { origin, direction })) {
    if (distance <= rayLimit && !onRay.has(triangle)) missed++;
  }

  const radius = 0.1 * random() ** 2;
  const ends = Float64Array.of(...origin, ...positions.slice(v, v + 3));
  const length = Math.hypot(...direction.map((_, axis) => ends[3 + axis] - ends[axis]));
  const thick = direction.map((_, axis) => (ends[3 + axis] - ends[axis]) / length);
  const alongCapsule = ({ probe }: Workspace): void => probeRay(probe, collider, ends, thick, 0, radius);
  const inCapsule = listMet(arena, collider, alongCapsule, length * (1 + 1e-12));
  const nearest = new Float64Array(NEAREST_SIZE);
  for (let slot = 0; slot < triangleOrder.length; slot++) {
    const [a, b, c] = mesh.triangles.subarray(3 * slot, 3 * slot + 3).map(k => 3 * vertexOrder[k]);
    triangleDistance(ends, 0, 3, 3, positions, a, b, c, nearest);
    if (Math.sqrt(nearest[SQUARED]) <= radius && !inCapsule.has(triangleOrder[slot])) missed++;
  }

  const [x, y, z] = origin;
  const distances = Array.from(triangleOrder, (_, slot) => {
    const [a, b, c] = mesh.triangles.subarray(3 * slot, 3 * slot + 3).map(k => 3 * vertexOrder[k]);
    nearestOfTriangle(Float64Array.of(x, y, z), 0, positions, a, b, c, nearest, 0);
    return Math.sqrt(nearest[3]);
  });
  const limit = random() < 0.5 ? Math.min(...distances) : distances[Math.floor(distances.length * random())];
  const near = listMet(arena, collider, ({ probe }) => probePoint(probe, collider, x, y, z), limit);
  distances.forEach((distance, slot) => {
    if (distance <= limit && !near.has(triangleOrder[slot])) missed++;
  });
  return missed;
}

/**
 * Asks about characters in all kinds of poses, some far away, the second and the third time in another pose: how many triangles of
 * the first of them are missed of which any is.
 */
function search(arena: Arena, seeds: number): number {
  let missed = 0;
  for (let seed = 0; seed < seeds && missed === 0; seed++) {
    const random = createRandom(seed);
    const options = boxed[seed % boxed.length];
    const name = names[Math.floor(seed / 2) % names.length];
    const ranges = name === 'dual-quaternion-blend' ? rangeNames.slice(0, 1) : rangeNames; // beyond, some are not taken
    const collider = poseCharacter(name, seed, ranges[seed % ranges.length], options);
    if (seed % 3 === 0) setPlacement(collider, Float64Array.of(1, 0, 0, 2 ** 20, 0, 1, 0, 5e4, 0, 0, 1, 77));
    missed += countMissed(arena, random, collider);
    const next = poseCharacter(name, seed, ranges[(seed + 1) % ranges.length], options);
    setPose(collider, { jointMatrices: next.jointMatrices, weights: next.weights });
    missed += countMissed(arena, random, collider) + countMissed(arena, random, collider);
  }
  return missed;
}

describe('the compiled walk of one tree', () => {
  it('meets every leaf with a triangle on a ray, near a segment or near a point, once, in every kind of pose and tree', () => {
    expect(search(createCompiledArena(), cases(200, 4000))).toBe(0);
  });
});

const mutants = readChanges`
  walk-nodes.ts
    boxes of another pose
      - let isFresh = box.epochBelow == collider.epoch;
      + let isFresh = box.epochBelow != 0;
    the last child forgotten
      - for (let child = first; child < end; child++) {
      -     const childBox
      + for (let child = first; child < end - 1; child++) {
      +     const childBox
    the pad of boxes dropped for rays
      - const pad = probe.pad;
      -   const inverseX
      + const pad: f64 = 0;
      +   const inverseX
    the far side of a slab taken for the near one
      - if (middleY - halfY > enter) enter = middleY - halfY;
      + if (middleY + halfY > enter) enter = middleY + halfY;
    the pad of boxes dropped for points
      - (low - at > at - high ? low - at : at - high) - pad
      + 1.00000000000002 * (low - at > at - high ? low - at : at - high)
    gaps added up, not squared
      - sqrt<f64>(x * x + y * y + z * z)
      + (x + y + z)
    stale leaves looked into
      - poseLeaf(collider, node);
    children beside a leaf not refitted
      - if (!isFresh) refit(collider, child);
`;

describe('the check of the compiled walk', () => {
  it.each(mutants)('catches: %s', async (_, change) => {
    expect(search(await createChangedArena(change), 200)).toBeGreaterThan(0);
  });
});
