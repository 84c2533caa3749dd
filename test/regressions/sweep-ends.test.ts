import { describe, expect, it } from 'vitest';
import { createRotations, createTube, turnJoint, writeJointMatrices, writePlacement } from '../../models/index.ts';
import { createSweep, findImpacts, findSelfImpacts, type Sweep, sweepTo } from '../../src/continuous/index.ts';
import { createStepStats } from '../../src/continuous/self/step-stats.ts';
import { setSweep } from '../../src/continuous/sweep.ts';
import { createCollider, createShape, type Shape, setPlacement, setPose } from '../../src/index.ts';
import { createBoxes, createBoxPair, shift } from '../support/boxes.ts';

const box = createShape(
  createBoxes([
    [-1, -1, -1],
    [1, 1, 1],
  ]),
  { kind: 'rigid' },
);
/** Two boxes, each on a joint of its own, 8 apart. */
const pair = createBoxPair(
  [
    [-1, -1, -1],
    [1, 1, 1],
  ],
  [
    [9, -1, -1],
    [11, 1, 1],
  ],
);

/** A box that goes along x. */
function createGoing(from: number, to: number): Sweep {
  const sweep = createSweep(box);
  setSweep(sweep, { jointMatrices: shift(from, 0, 0) }, { jointMatrices: shift(to, 0, 0) });
  return sweep;
}

/** The second box of the pair moved along x, the first at rest. */
function moved(x: number): Float64Array {
  return Float64Array.of(...shift(0, 0, 0), ...shift(x, 0, 0));
}

describe('a sweep whose ends are posed through its fields', () => {
  it.each([
    ['setPose', (s: Sweep) => setPose(s.end, { jointMatrices: shift(-6, 0, 0) })],
    ['setPlacement', (s: Sweep) => setPlacement(s.end, shift(-12, 0, 0))],
    [
      'another collider',
      (s: Sweep) => {
        s.end = createCollider(box);
        setPose(s.end, { jointMatrices: shift(-6, 0, 0) });
      },
    ],
  ])('%s of the end: findImpacts sees it', (_, change) => {
    const still = createSweep(box);
    const going = createGoing(6, 6);
    expect(findImpacts(still, going).time).toBe(Infinity);
    change(going);
    expect(findImpacts(still, going).time).toBeCloseTo(4 / 12, 5);
    expect(findImpacts(going, still).time).toBeCloseTo(4 / 12, 5);
  });

  it('the start too, and both exchanged', () => {
    const still = createSweep(box);
    const going = createGoing(6, 6);
    expect(findImpacts(still, going).time).toBe(Infinity);
    setPose(going.start, { jointMatrices: shift(-4, 0, 0) });
    expect(findImpacts(still, going).time).toBeCloseTo(0.2, 5);
    [going.start, going.end] = [going.end, going.start];
    expect(findImpacts(still, going).time).toBeCloseTo(0.4, 5);
  });

  it('findSelfImpacts sees it', () => {
    const sweep = createSweep(pair);
    expect(findSelfImpacts(sweep).time).toBe(Infinity);
    setPose(sweep.end, { jointMatrices: moved(-16) });
    expect(findSelfImpacts(sweep).time).toBeCloseTo(0.5, 5);
    setPose(sweep.start, { jointMatrices: moved(8) });
    expect(findSelfImpacts(sweep).time).toBeCloseTo(16 / 24, 5);
    setPose(sweep.start, { jointMatrices: moved(-8.5) });
    expect(findSelfImpacts(sweep)).toMatchObject({ isFreeAtStart: false });
    setPose(sweep.start, { jointMatrices: moved(0) });
    expect(findSelfImpacts(sweep)).toMatchObject({ isFreeAtStart: true });
  });

  it('ends of two shapes are refused', () => {
    const sweep = createSweep(box);
    sweep.end = createCollider(pair);
    expect(() => findImpacts(createSweep(box), sweep)).toThrow(/findImpacts: the two ends.*different shapes/);
    expect(() => findSelfImpacts(sweep)).toThrow(/findSelfImpacts: the two ends.*different shapes/);
  });
});

describe('a refused step changes nothing', () => {
  const bad = Float64Array.of(1, 0, 0, Number.NaN, 0, 1, 0, 0, 0, 0, 1, 0);
  const skewed = Float64Array.of(2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  it.each<[string, (s: Sweep) => void]>([
    ['sweepTo, the pose', s => sweepTo(s, { jointMatrices: bad })],
    ['sweepTo, its length', s => sweepTo(s, { jointMatrices: new Float64Array(11) })],
    ['sweepTo, the placement', s => sweepTo(s, { jointMatrices: shift(7, 0, 0) }, skewed)],
    ['sweepTo, beyond 1e70', s => sweepTo(s, { jointMatrices: shift(7, 0, 0) }, shift(9.9e69, 9.9e69, 0))],
    ['setSweep, the first', s => setSweep(s, { jointMatrices: bad }, { jointMatrices: shift(7, 0, 0) })],
    ['setSweep, the second', s => setSweep(s, { jointMatrices: shift(7, 0, 0) }, { jointMatrices: bad })],
  ])('%s', (_, refused) => {
    for (const asksBefore of [false, true]) {
      const still = createSweep(box);
      const going = createGoing(5, -5);
      setPlacement(going.start, shift(1, 0, 0));
      if (asksBefore) findImpacts(still, going);
      const { step } = going;
      expect(() => refused(going)).toThrow(/^set(Pose|Placement): /);
      expect(going.step).toBe(step);
      expect(Array.from(going.start.jointMatrices)).toEqual(Array.from(shift(5, 0, 0)));
      expect(Array.from(going.end.jointMatrices)).toEqual(Array.from(shift(-5, 0, 0)));
      expect(going.start.placement?.[3]).toBe(1);
      expect(going.end.placement).toBe(null);
      expect(findImpacts(still, going).time).toBeCloseTo(4 / 11, 5);
    }
  });
});

describe('findSelfImpacts', () => {
  it('looks from the skeleton and by the clusters it is given, whatever it was given before', () => {
    const chain = createChain();
    const costs = (sweep: Sweep, options: Parameters<typeof findSelfImpacts>[1]): object => {
      const stats = createStepStats();
      findSelfImpacts(sweep, { ...options, stats });
      return stats;
    };
    const far = { parents: chain.skeleton.parents, positions: chain.skeleton.positions.map(x => x + 50) };
    const choices = [
      {},
      { skeleton: chain.skeleton },
      { skeleton: far },
      { skeleton: chain.skeleton, clusters: 'bone-heat' as const },
    ];
    const fresh = choices.map(options => costs(chain.create(), options));
    expect(new Set(fresh.map(stats => JSON.stringify(stats))).size).toBeGreaterThan(2); // the choice shows
    const sweep = chain.create();
    for (const k of [0, 1, 2, 3, 1, 0, 2]) expect(costs(sweep, choices[k])).toEqual(fresh[k]);
    // The same skeleton said again, or made anew, is no other; one that is changed in place is.
    const known = sweep.self;
    const again = { parents: far.parents.slice(), positions: far.positions.slice() };
    expect(costs(sweep, { skeleton: again })).toEqual(fresh[2]);
    expect(sweep.self).toBe(known);
    again.positions.set(chain.skeleton.positions);
    expect(costs(sweep, { skeleton: again })).toEqual(fresh[1]);
  });
});

/** A tube of some joints that bends a little. */
function createChain(): { skeleton: { parents: Int32Array; positions: Float64Array }; create(): Sweep } {
  const { mesh, skin, skeleton } = createTube({ joints: 4, rings: 21, sides: 8, radius: 0.3, length: 4 });
  const shape: Shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
  const pose = (angle: number): { jointMatrices: Float64Array } => {
    const rotations = createRotations(4);
    for (let joint = 1; joint < 4; joint++) turnJoint(rotations, joint, 0, 0, 1, angle);
    const [root, jointMatrices] = [new Float64Array(12), new Float64Array(48)];
    writePlacement(root, 0, 0, 0, 0);
    writeJointMatrices(skeleton, rotations, root, jointMatrices);
    return { jointMatrices };
  };
  return {
    skeleton,
    create() {
      const sweep = createSweep(shape);
      setSweep(sweep, pose(0.1), pose(0.4));
      return sweep;
    },
  };
}
