import { once } from 'node:events';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import {
  createCollider,
  findPairs,
  firstPair,
  loadShape,
  posedPositions,
  type Shape,
  type ShapeOptions,
  saveShape,
  setPlacement,
  setPose,
} from '../src/index.ts';
import { createRandom } from '../src/math/random.ts';
import { posedVolumes } from '../src/query/bounds/posed-volumes.ts';
import { findPairsByBruteForce } from '../src/query/pairs/brute-force.ts';
import { shapeBytes } from '../src/shape.ts';
import { createCharacterShape } from './support/pose-character.ts';
import {
  createRandomCharacter,
  type DeformerName,
  deformerNames,
  type RandomCharacter,
} from './support/random-character.ts';
import { createRandomPose } from './support/random-pose.ts';
import { sortPairs } from './support/sort-pairs.ts';

const kinds = deformerNames;
const trees: NonNullable<ShapeOptions['tree']>[] = ['surface-area', 'minimal-spheres'];
const combinations = kinds.flatMap(kind => trees.map(tree => [kind, tree] as const));

function build(kind: DeformerName, tree: ShapeOptions['tree'], seed: number): [Shape, RandomCharacter] {
  const character = createRandomCharacter(seed);
  return [createCharacterShape(kind, character, { tree, leafSize: 1 + (seed % 5) }), character];
}

/** Pairs of poses that bring two colliders of the character together more often than not; wild ones among them. */
function drawPoses({ skeleton }: RandomCharacter, joints: number, count: number): [Float64Array, Float64Array][] {
  const random = createRandom(17);
  const draw = (k: number): Float64Array =>
    createRandomPose(random, skeleton, { turn: 0.8, shift: 0.3, isAffine: k % 3 === 2 }).slice(0, 12 * joints);
  return Array.from({ length: count }, (_, k) => [draw(k), draw(k)]);
}

/** Answers of the two shapes to the same questions: not only the same pairs, but in the same order, to the bit. */
function expectSameAnswers(shape: Shape, loaded: Shape, character: RandomCharacter): void {
  const [a, b, c, d] = [shape, shape, loaded, loaded].map(createCollider);
  let touching = 0;
  for (const [poseOfA, poseOfB] of drawPoses(character, shape.deformer.sets.jointCount, 6)) {
    for (const [collider, jointMatrices] of [
      [a, poseOfA],
      [b, poseOfB],
      [c, poseOfA],
      [d, poseOfB],
    ] as const) {
      setPose(collider, { jointMatrices });
      setPlacement(collider, Float64Array.of(0, -1, 0, 3, 1, 0, 0, -2, 0, 0, 1, 5));
    }
    const pairs = findPairs(a, b);
    if (pairs.length > 0) touching++;
    expect(findPairs(c, d)).toEqual(pairs);
    expect(firstPair(c, d)).toEqual(firstPair(a, b));
    expect(posedPositions(c)).toEqual(posedPositions(a));
    expect(posedVolumes(c)).toEqual(posedVolumes(a));
    expect(sortPairs(findPairsByBruteForce(c, d))).toEqual(sortPairs(pairs));
  }
  expect(touching).toBeGreaterThan(0);
}

describe('saveShape and loadShape', () => {
  it.each(combinations)('%s over a %s tree answers the same when saved and loaded', (kind, tree) => {
    for (let seed = 0; seed < 3; seed++) {
      const [shape, character] = build(kind, tree, seed);
      const loaded = loadShape(saveShape(shape));
      expectSameAnswers(shape, loaded, character);
      expect(shapeBytes(loaded)).toBe(shapeBytes(shape));
    }
  });

  it.each(combinations)('%s over a %s tree answers the same from shared memory', (kind, tree) => {
    for (let seed = 6; seed < 8; seed++) {
      const [shape, character] = build(kind, tree, seed);
      const buffer = saveShape(shape, { shared: true });
      expect(buffer).toBeInstanceOf(SharedArrayBuffer);
      expectSameAnswers(shape, loadShape(buffer), character);
    }
  });

  it.each(combinations)('%s over a %s tree: posing and asking write nothing to the saved bytes', (kind, tree) => {
    const [shape, character] = build(kind, tree, 10);
    const buffer = saveShape(shape);
    const before = Buffer.from(buffer.slice(0));
    expectSameAnswers(shape, loadShape(buffer), character);
    expect(Buffer.from(buffer).equals(before)).toBe(true);
  });

  it.each(combinations)('%s over a %s tree: the same input gives the same bytes', (kind, tree) => {
    for (let seed = 0; seed < 3; seed++) {
      const [[first], [second]] = [build(kind, tree, seed), build(kind, tree, seed)];
      const saved = saveShape(first);
      for (const other of [saveShape(second), saveShape(first, { shared: true }), saveShape(loadShape(saved))]) {
        expect(Buffer.from(other).equals(Buffer.from(saved))).toBe(true);
      }
    }
  });

  it('loads in place: all arrays are views of the buffer given', () => {
    const [shape] = build('spherical-blend', 'surface-area', 3);
    for (const buffer of [saveShape(shape), saveShape(shape, { shared: true })]) {
      let views = 0;
      const look = (record: object): void => {
        for (const [key, value] of Object.entries(record)) {
          if (key === 'displaced') continue; // room to compute in
          if (ArrayBuffer.isView(value)) {
            expect(value.buffer).toBe(buffer);
            views++;
          } else if (typeof value === 'object') look(value);
        }
      };
      look(loadShape(buffer));
      expect(views).toBeGreaterThan(10);
    }
  });

  it('sent through a message channel, shared memory stays shared and answers the same', () => {
    const [shape, character] = build('spherical-blend', 'surface-area', 2);
    const buffer = saveShape(shape, { shared: true });
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(buffer);
    const received = receiveMessageOnPort(port2)!.message as SharedArrayBuffer;
    port1.close();
    expectSameAnswers(shape, loadShape(received), character);
    new Uint8Array(buffer)[0] ^= 255; // seen on the other side: nothing was copied
    expect(new Uint8Array(received)[0]).toBe(new Uint8Array(buffer)[0]);
    expect(() => loadShape(received)).toThrow(/^loadShape: /);
  });

  it('a worker that loads the shape from shared memory and poses two colliders of it answers as we do', async () => {
    const [shape, character] = build('spherical-blend', 'surface-area', 4);
    const buffer = saveShape(shape, { shared: true });
    const poses = drawPoses(character, shape.deformer.sets.jointCount, 12);
    const [a, b] = [createCollider(shape), createCollider(shape)];
    const expected = poses.map(([poseOfA, poseOfB]) => {
      setPose(a, { jointMatrices: poseOfA });
      setPose(b, { jointMatrices: poseOfB });
      return findPairs(a, b);
    });
    expect(expected.filter(pairs => pairs.length > 0).length).toBeGreaterThan(3);
    const worker = new Worker(new URL('./support/pairs-worker.mjs', import.meta.url), {
      workerData: { buffer, poses },
    });
    expect(await once(worker, 'message')).toEqual([{ answers: expected, isShared: true }]);
    await worker.terminate();
  });
});
