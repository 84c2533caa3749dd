import { describe, expect, it } from 'vitest';
import type * as blendMotion from '../../src/deform/blend-motion.ts';
import type * as deformers from '../../src/deform/deformer.ts';
import { deformLinearVertex } from '../../src/deform/linear-blend.ts';
import type * as posedJoints from '../../src/deform/posed-joints.ts';
import { setRotationAbout } from '../../src/math/matrix34.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { cases } from '../support/cases.ts';
import { type Change, createLoader, readChanges } from '../support/load-changed.ts';
import { multiplyQuaternions } from '../support/reference-skinning.ts';

type Engine = typeof blendMotion & typeof deformers & typeof posedJoints;
const kinds = ['spherical-blend', 'dual-quaternion-blend'] as const;
type Kind = (typeof kinds)[number];

function loadEngine(change?: Change): Engine {
  const load = createLoader(change);
  const files = ['deform/blend-motion.ts', 'deform/deformer.ts', 'deform/posed-joints.ts'];
  return Object.assign({}, ...files.map(file => load(file))) as Engine;
}

type Quaternion = number[];

/** Each joint turned about the reference point, which it then carries `shift` away. */
interface Turned {
  turns: Quaternion[];
  shifts: number[][];
  scale?: number;
}

const draw = (random: Random, count: number, size: number): number[] =>
  Array.from({ length: count }, () => size * (2 * random() - 1));

function normalised(q: Quaternion): Quaternion {
  const length = Math.hypot(...q);
  return q.map(x => x / length);
}

function turnOf(random: Random, angle: number): Quaternion {
  const axis = normalised(draw(random, 3, 1));
  return [...axis.map(x => x * Math.sin(angle / 2)), Math.cos(angle / 2)];
}

/** Two poses, drawn so that one part of the bound after the other is all that stands between it and the truth. */
const styles: Record<string, (random: Random, joints: number) => [Turned, Turned]> = {
  'anywhere, half a turn apart and beyond': (random, n) => {
    const any = (): Turned => ({
      turns: Array.from({ length: n }, () => turnOf(random, 7 * random())),
      shifts: Array.from({ length: n }, () => draw(random, 3, random())),
    });
    return [any(), any()];
  },
  'bent by up to a right angle': (random, n) => {
    const any = (): Turned => ({
      turns: Array.from({ length: n }, () => turnOf(random, 0.8 * random())),
      shifts: Array.from({ length: n }, () => draw(random, 3, 0.1)),
    });
    return [any(), any()];
  },
  'joints move apart': (random, n) => {
    const turns = Array.from({ length: n }, () => turnOf(random, 1.2 * random()));
    return [
      { turns, shifts: Array.from({ length: n }, () => [0, 0, 0]) },
      { turns, shifts: Array.from({ length: n }, () => draw(random, 3, 3)) },
    ];
  },
  straightened: (random, n) => [bent(random, n), straight(random, n)],
  'bent from straight': (random, n) => [straight(random, n), bent(random, n)],
  // Two quaternions m + d and m - d with m across d: while m turns, their difference stays, and so do shifts.
  'mean quaternions turn, differences stay': random => {
    const d = normalised(draw(random, 4, 1));
    const across = (): Quaternion => {
      const m = draw(random, 4, 1);
      const along = m.reduce((sum, x, k) => sum + x * d[k], 0);
      return normalised(m.map((x, k) => x - along * d[k]));
    };
    const half = 0.1 + 0.55 * random();
    const shifts = [draw(random, 3, 2), draw(random, 3, 2)];
    const [first, second] = [across(), across()];
    const after = normalised(first.map((x, k) => x + 0.6 * second[k]));
    const pose = (m: Quaternion): Turned => ({
      turns: [1, -1].map(sign => m.map((x, k) => Math.sqrt(1 - half * half) * x + sign * half * d[k])),
      shifts,
    });
    return [pose(first), pose(after)];
  },
  'all turn as one': (random, n) => {
    const before = bent(random, n);
    const turn = turnOf(random, random());
    return [before, { ...before, turns: before.turns.map(q => multiplyQuaternions(turn, q)) }];
  },
  'small steps': (random, n) => {
    const before = bent(random, n);
    const size = 10 ** (-6 * random());
    const turns = before.turns.map(q => multiplyQuaternions(turnOf(random, size), q));
    return [before, { turns, shifts: before.shifts.map(shift => shift.map(x => x + size * (random() - 0.5))) }];
  },
  'far from the origin': (random, n) => {
    const before = random() < 0.5 ? bent(random, n) : straight(random, n);
    const [x, y, z] = draw(random, 3, 1e8);
    const shifts = before.shifts.map(shift => [shift[0] + x, shift[1] + y, shift[2] + z]);
    return [before, { turns: before.turns, shifts }];
  },
  'scaled and mirrored joints, before, after or throughout': (random, n) => {
    const scale = random() < 0.5 ? -1 : 0.5 + 3 * random();
    const [before, after] = [bent(random, n), bent(random, n)];
    const style = random();
    if (style < 0.7) before.scale = scale;
    if (style > 0.3) after.scale = scale;
    return [before, after];
  },
};

function bent(random: Random, n: number): Turned {
  return {
    turns: Array.from({ length: n }, () => turnOf(random, 1.5 * random())),
    shifts: Array.from({ length: n }, () => draw(random, 3, random() < 0.5 ? 0 : 1)),
  };
}

function straight(random: Random, n: number): Turned {
  const turn = turnOf(random, 0.3 * random());
  return { turns: Array.from({ length: n }, () => turn), shifts: Array.from({ length: n }, () => [0, 0, 0]) };
}

interface Outcome {
  /** How far a vertex went beyond the bound at worst: 0 or less if it holds. */
  excess: number;
  /** How often the bound said something, and how much larger than the truth it then was at best. */
  finite: number;
  tightest: number;
}

/** Brute force: every vertex in both poses, less where linear blending puts it, against the bound of its joint-set. */
function compare(engine: Engine, kind: Kind, style: string, runs: number, isRounded = false): Outcome {
  const outcome = { excess: -Infinity, finite: 0, tightest: 0 };
  for (let seed = 0; seed < runs; seed++) {
    const random = createRandom(1000 * seed + style.length);
    const n = style.startsWith('mean') || random() < 0.6 ? 2 : 3 + Math.floor(2 * random());
    const { deformer, rest, reference } = createSubject(engine, random, kind, n);
    const spans = engine.findSetSpans(deformer, rest);
    const posed = engine.createPosedJoints(deformer);
    const [before, after] = styles[style](random, n).map(pose => {
      const matrices = matricesOf(pose, reference);
      engine.poseJoints(deformer, posed, isRounded ? matrices.map(Math.fround) : matrices, new Float64Array(0), null);
      engine.poseSets(deformer, posed);
      const blended = new Float64Array(rest.length);
      const linear = new Float64Array(rest.length);
      engine.deformAll(deformer, rest, posed, blended);
      for (let v = 0; v < rest.length / 3; v++) deformLinearVertex(deformer.sets, rest, posed.joints, v, linear);
      return { joints: posed.joints.slice(), sets: posed.sets.slice(), bends: blended.map((x, k) => x - linear[k]) };
    });
    const bounds = new Float64Array(deformer.sets.starts.length - 1);
    engine.boundBends(deformer, spans, before, posed, 0, 0, bounds);
    for (let v = 0; v < rest.length / 3; v++) {
      const bound = bounds[deformer.sets.setOfVertex[v]];
      if (bound === Infinity) continue;
      const way = Math.hypot(...[0, 1, 2].map(axis => after.bends[3 * v + axis] - before.bends[3 * v + axis]));
      outcome.excess = Math.max(outcome.excess, way - bound);
      outcome.finite++;
      if (bound > 1e-9) outcome.tightest = Math.max(outcome.tightest, way / bound);
    }
  }
  return outcome;
}

/** Vertices about the reference point of all joints, the first exactly there and mixed evenly. */
function createSubject(engine: Engine, random: Random, kind: Kind, n: number) {
  const reference = draw(random, 3, 1).map(Math.fround);
  const vertices = 8;
  const reach = random() < 0.3 ? 0 : random();
  const rest = Float64Array.from({ length: 3 * vertices }, (_, k) =>
    k < 3 ? reference[k] : reference[k % 3] + reach * (2 * random() - 1),
  );
  const weights = new Float64Array(n * vertices).fill(1 / n);
  for (let v = 1; v < vertices; v++) {
    const own = Array.from({ length: n }, () => 0.05 + random());
    const sum = own.reduce((total, w) => total + w, 0);
    for (let k = 0; k < n; k++) weights[n * v + k] = own[k] / sum;
  }
  const joints = Uint16Array.from({ length: n * vertices }, (_, k) => k % n);
  const parents = Int32Array.from({ length: n }, (_, k) => (k === 0 ? -1 : 0));
  const positions = Float64Array.from({ length: 3 * n }, (_, k) => reference[k % 3]); // so that they rest as one
  const mesh = { positions: rest, triangles: new Uint32Array(0) };
  const skin = { jointCount: n, influences: n, joints, weights };
  const deformer = engine.createDeformer({ kind, skin, skeleton: { parents, positions } }, mesh, 'test');
  return { deformer, rest, reference };
}

function matricesOf({ turns, shifts, scale = 1 }: Turned, [x, y, z]: number[]): Float64Array {
  const matrices = new Float64Array(12 * turns.length);
  turns.forEach(([a, b, c, d], j) => {
    setRotationAbout(matrices, 12 * j, a, b, c, d, x, y, z);
    for (let axis = 0; axis < 3; axis++) matrices[12 * j + 4 * axis + 3] += shifts[j][axis];
    if (j === 0) for (const k of [0, 4, 8]) matrices[k] *= scale;
  });
  return matrices;
}

describe.each(kinds)('how far %s moves vertices beyond linear blending', kind => {
  const engine = loadEngine();

  it.each(Object.keys(styles))('is no more than the bound: %s', style => {
    const { excess, finite } = compare(engine, kind, style, cases(150, 3000));
    expect(excess).toBeLessThanOrEqual(0);
    expect(finite).toBeGreaterThan(100);
  });

  it.each(['small steps', 'all turn as one'])('is no more than the bound with joints of float32: %s', style => {
    expect(compare(engine, kind, style, cases(150, 3000), true).excess).toBeLessThanOrEqual(0);
  });

  it('is often no less than a third of the bound', () => {
    const tightest = Object.keys(styles).map(style => compare(engine, kind, style, 150).tightest);
    expect(Math.max(...tightest)).toBeGreaterThan(0.9);
    expect(tightest.filter(share => share > 1 / 3).length).toBeGreaterThan(4);
  });
});

describe('how far blends move vertices › the check itself', () => {
  const mutants = readChanges`
  deform/blend-motion.ts
    the change of y_ij left out
      - apartChange * chordAfter +
    the change of q_ij left out
      -  + apart * chordChange
    the turn of the mean left out
      -  + bend * turn
    the bend of the pose before not divided by its length
      - (mixed * apart * chord) / Math.sqrt(squared)
      + mixed * apart * chord
    the change not divided by the length after
      - (change / Math.sqrt(squaredAfter))
      + (change)
    no limit of the length
      - squared > SHORTEST && squaredAfter > SHORTEST
      + true
    vertices mix half as much
      - 0.5 * (1 - squares)
      + 0.25 * (1 - squares)
    the reach of vertices left out of y_ij
      - Math.min(2, 2 * Math.sqrt(length)) * reach +
    the place left out of y_ij
      -  * reach + Math.sqrt(place)
      +  * reach
    the reach of vertices left out of its change
      - Math.sqrt(matrix) * reach +
    the place left out of its change
      -  + Math.sqrt(placeChange)
    translations left out
      - skinning === 'spherical-blend' ? 0 : 1
      + 0
    the rotation centre left out
      - isSpherical ? r - posed.sets[center + axis] : r
      + 0
    the first pair of joints only
      - for (let j = 0; j < i; j++) {
      + for (let j = 0; i < 2 && j < i; j++) {
    joints that cease to be rigid move as linear ones
      - out[set] = Infinity
      + out[set] = 0
    the misfit left out
      - misfit * far * (1 + 38 * 8)
      + 0
    the slack left out
      -  + 2 * slack
`;

  it.each(mutants)('catches: %s', (name, change) => {
    const engine = loadEngine(change);
    const isCaught = kinds.some(kind =>
      Object.keys(styles).some(style =>
        [false, true].some(isRounded => !(compare(engine, kind, style, 120, isRounded).excess <= 0)),
      ),
    );
    expect(isCaught, name).toBe(true);
  });
});
