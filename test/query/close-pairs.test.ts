import { describe, expect, it } from 'vitest';
import { findCrowdPairs, reserveCrowd } from '../../src/bounds/crowd.ts';
import { createStats } from '../../src/debug.ts';
import { boundsOf, type Collider, findClosePairs, setPlacement, touches } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { poseCharacter, volumeChoices } from '../support/pose-character.ts';
import { deformerNames } from '../support/random-character.ts';

/** Pairs of boxes (low corner, high corner) at most so far apart, each against each. */
function byForce(boxes: Float64Array, maxDistance: number): number[] {
  const found: number[] = [];
  for (let a = 0; 6 * a < boxes.length; a++) {
    for (let b = a + 1; 6 * b < boxes.length; b++) {
      const gaps = [0, 1, 2].map(axis => {
        const [i, j] = [6 * a + axis, 6 * b + axis];
        return Math.max(0, boxes[i] - boxes[j + 3], boxes[j] - boxes[i + 3]);
      });
      if (Math.hypot(...gaps) <= maxDistance) found.push(a, b);
    }
  }
  return found;
}

/** Boxes of very different sizes, some flat, some points, some in one place. */
function drawBoxes(random: Random, count: number, spread: number): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let k = 0; k < count; k++) {
    const size = 10 ** (3 * random() - 2);
    for (let axis = 0; axis < 3; axis++) {
      const low = k > 0 && random() < 0.05 ? boxes[6 * (k - 1) + axis] : spread * (random() - 0.5);
      boxes[6 * k + axis] = low;
      boxes[6 * k + 3 + axis] = low + (random() < 0.1 ? 0 : size * random());
    }
  }
  return boxes;
}

describe('pairs of a crowd', () => {
  it.each([0, 0.01, 1, 30, Infinity])('are those of each box against each, %d apart', maxDistance => {
    const random = createRandom(1);
    let crowd = reserveCrowd(null, 1);
    let [most, pairs] = [0, 0];
    for (let round = 0; round < 60; round++) {
      const count = 1 + Math.floor(60 * random());
      const boxes = drawBoxes(random, count, [0.1, 4, 100, 1e9][round % 4]);
      crowd = reserveCrowd(crowd, count);
      crowd.boxes.set(boxes);
      const found = [...findCrowdPairs(crowd, count, maxDistance)];
      expect(found).toEqual(byForce(boxes, maxDistance));
      pairs += found.length;
      most += count * (count - 1);
    }
    expect(pairs).toBeGreaterThan(0);
    if (maxDistance < Infinity) expect(pairs).toBeLessThan(0.9 * most);
  });
});

describe('findClosePairs', () => {
  const crowd = (random: Random, count: number): Collider[] =>
    Array.from({ length: count }, (_, k) => {
      const name = deformerNames[k % deformerNames.length];
      const collider = poseCharacter(name, k, 'moderate', volumeChoices[k % volumeChoices.length]);
      setPlacement(collider, Float64Array.of(1, 0, 0, 9 * random(), 0, 1, 0, 0, 0, 0, 1, 9 * random()));
      return collider;
    });

  it('leaves out no pair that touches, whatever the deformers and volumes, and lists those whose bounds touch', () => {
    const random = createRandom(2);
    for (let round = 0; round < 6; round++) {
      const colliders = crowd(random, 24);
      const found = findClosePairs(colliders);
      const listed = new Set<string>();
      for (let k = 0; k < found.length; k += 2) listed.add(`${found[k]} ${found[k + 1]}`);
      const boxes = new Float64Array(6 * colliders.length);
      colliders.forEach((collider, k) => {
        const { low, high } = boundsOf(collider);
        boxes.set([...low, ...high], 6 * k);
      });
      expect([...found]).toEqual(byForce(boxes, 0));
      let touching = 0;
      colliders.forEach((a, i) => {
        colliders.forEach((b, j) => {
          if (i >= j || !touches(a, b)) return;
          touching++;
          expect(listed).toContain(`${i} ${j}`);
        });
      });
      expect(touching).toBeGreaterThan(0);
      expect(listed.size).toBeLessThan((24 * 23) / 2);
    }
  });

  it('counts what it did, and moves only what is in a new pose', () => {
    const colliders = crowd(createRandom(3), 20);
    const stats = createStats();
    const found = findClosePairs(colliders, { stats });
    expect(stats.refits).toBe(20);
    expect(findClosePairs(colliders, { stats })).toEqual(found);
    expect(stats.refits).toBe(20);
    expect(stats.volumeTests).toBeGreaterThan(found.length / 2);
  });

  it('has nothing to say of one, or none', () => {
    expect(findClosePairs([])).toHaveLength(0);
    expect(findClosePairs(crowd(createRandom(4), 1))).toHaveLength(0);
  });
});
