import { describe, expect, it } from 'vitest';
import { createSweep, findImpacts, findSelfImpacts, type Sweep, sweepTo } from '../../src/continuous/index.ts';
import { setSweep } from '../../src/continuous/sweep.ts';
import {
  createShape,
  findPairs,
  type Shape,
  type Skeleton,
  setPlacement,
  setPose,
  touchesSelf,
} from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createBoxes, createNearBoxPair, shift, turnAndShift } from '../support/boxes.ts';
import { cases } from '../support/cases.ts';
import { createCharacterShape } from '../support/pose-character.ts';
import { createRandomCharacter } from '../support/random-character.ts';
import { createRandomPose, createRandomWeights } from '../support/random-pose.ts';

/*
 * Random programs of calls on fifty colliders, the ends of 25 sweeps: whatever was called before, refused calls included,
 * an answer is that of fresh objects in the same poses. POSECLASH_PROGRAMS says how many.
 */
const PROGRAMS = Number(process.env.POSECLASH_PROGRAMS ?? cases(600, 10_000));
const CALLS = 8;
const SWEEPS = 25;

interface Known {
  jointMatrices: Float64Array;
  weights: Float64Array;
  placement: Float64Array | null;
}

/** A sweep, and what the calls so far should have made of it. */
interface Actor {
  sweep: Sweep;
  shape: Shape;
  skeletons: (Skeleton | undefined)[];
  drawPose(): Float64Array;
  start: Known;
  end: Known;
}

function createActors(random: Random): Actor[] {
  const moves = (): Float64Array => turnAndShift(2 * random(), 4 * random() - 2, 4 * random() - 2, random() - 0.5);
  const makers: (() => Pick<Actor, 'shape' | 'skeletons' | 'drawPose'>)[] = [
    () => ({
      shape: createShape(
        createBoxes([
          [-1, -1, -1],
          [1, 1, 1],
        ]),
        { kind: 'rigid' },
      ),
      skeletons: [undefined],
      drawPose: moves,
    }),
    () => ({
      shape: createNearBoxPair(),
      skeletons: [undefined, { parents: Int32Array.of(-1, 0), positions: Float64Array.of(0, 0, 0, 0.5, 0, 0) }],
      drawPose: () => Float64Array.of(...moves(), ...moves()),
    }),
    ...(['linear-blend', 'dual-quaternion-blend', 'chain of spherical-blend', 'morph', 'modal'] as const).map(
      (name, k) => () => {
        const character = createRandomCharacter(2 + 5 * k, 2);
        for (let x = 0; x < character.mesh.positions.length; x += 3) character.mesh.positions[x] %= 3; // some stand far away
        const shape = createCharacterShape(name, character, {
          volumes: (['box', 'sphere', 'dop'] as const)[k % 3],
          leafSize: 1 + (k % 3),
        });
        const skeletons = name === 'morph' || name === 'modal' ? [undefined] : [undefined, character.skeleton];
        const joints = shape.deformer.sets.jointCount;
        const range = { turn: 0.7, shift: 1, isAffine: false };
        return {
          shape,
          skeletons,
          drawPose: () => createRandomPose(random, character.skeleton, range).slice(0, 12 * joints),
        };
      },
    ),
  ];
  const made = makers.map(make => make());
  return Array.from({ length: SWEEPS }, (_, n) => {
    const sweep = createSweep(made[n % made.length].shape);
    return { ...made[n % made.length], sweep, start: know(sweep.start), end: know(sweep.end) };
  });
}

function know({ jointMatrices, weights, placement }: Known): Known {
  return {
    jointMatrices: jointMatrices.slice(),
    weights: weights.slice(),
    placement: placement ? placement.slice() : null,
  };
}

function createFresh({ shape, start, end }: Actor): Sweep {
  const sweep = createSweep(shape);
  for (const [collider, known] of [
    [sweep.start, start],
    [sweep.end, end],
  ] as const) {
    setPose(collider, known);
    if (known.placement) setPlacement(collider, known.placement);
  }
  return sweep;
}

/** One call that changes something, or is refused. Returns its name. */
function change(actor: Actor, random: Random): string {
  const { sweep } = actor;
  const side = random() < 0.5 ? 'start' : 'end';
  const drawWeights = (): Float64Array => createRandomWeights(random, actor.end.weights.length).map(w => 0.3 * w);
  const drawPlacement = (): Float64Array | null =>
    random() < 0.3 ? null : turnAndShift(random(), random(), random(), 0);
  const drawPart = (): { jointMatrices?: Float64Array; weights?: Float64Array } => ({
    ...(random() < 0.8 ? { jointMatrices: actor.drawPose() } : {}),
    ...(random() < 0.5 ? { weights: drawWeights() } : {}),
  });
  const spoil = (): { jointMatrices?: Float64Array; weights?: Float64Array } => {
    const jointMatrices = actor.drawPose();
    const at = Math.floor(jointMatrices.length * random());
    const kind = Math.floor(4 * random());
    if (kind === 0) return { jointMatrices: jointMatrices.slice(1) };
    if (kind === 1) return { jointMatrices, weights: new Float64Array(actor.end.weights.length + 1) };
    jointMatrices[at] = kind === 2 ? Number.NaN : 1e71;
    return { jointMatrices };
  };
  const badPlacement = (): Float64Array =>
    [
      Float64Array.of(1, 2, 3),
      Float64Array.of(2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
      shift(Number.NaN, 0, 0),
      shift(9e69, 9e69, 0),
    ][Math.floor(4 * random())];
  const known = actor[side];
  switch (Math.floor(8 * random())) {
    case 0: {
      const pose = drawPart();
      setPose(sweep[side], pose);
      actor[side] = { ...known, ...pose };
      return `setPose ${side}`;
    }
    case 1: {
      const placement = drawPlacement();
      setPlacement(sweep[side], placement);
      actor[side] = { ...known, placement };
      return `setPlacement ${side}`;
    }
    case 2:
    case 3: {
      const pose = drawPart();
      const placement = random() < 0.5 ? actor.end.placement : drawPlacement();
      if (placement === actor.end.placement) sweepTo(sweep, pose);
      else sweepTo(sweep, pose, placement);
      [actor.start, actor.end] = [actor.end, { ...actor.end, ...pose, placement }];
      return 'sweepTo';
    }
    case 4: {
      const [from, to] = [drawPart(), drawPart()];
      setSweep(sweep, from, to);
      actor.start = { ...actor.end, ...from };
      actor.end = { ...actor.start, ...to };
      return 'setSweep';
    }
    case 5:
      expect(() => setPose(sweep[side], spoil())).toThrow();
      expect(() => setPlacement(sweep[side], badPlacement())).toThrow();
      return `refused ${side}`;
    case 6:
      expect(() => (random() < 0.5 ? sweepTo(sweep, spoil()) : sweepTo(sweep, drawPart(), badPlacement()))).toThrow();
      return 'refused sweepTo';
    default:
      expect(() =>
        random() < 0.3 ? setSweep(sweep, spoil(), drawPart()) : setSweep(sweep, drawPart(), spoil()),
      ).toThrow();
      return 'refused setSweep';
  }
}

/** An answer as text. Which pair says that a step begins in contact is not promised: only that there is one. */
function tell(answer: ReturnType<typeof findImpacts>): string {
  const impacts = answer.impacts.map(impact => (impact.kind === 'triangle-triangle' ? impact.kind : impact));
  return JSON.stringify({ time: String(answer.time), isFreeAtStart: answer.isFreeAtStart, impacts });
}

function sortPairs(pairs: Uint32Array): string {
  return Array.from({ length: pairs.length / 2 }, (_, k) => `${pairs[2 * k]} ${pairs[2 * k + 1]}`)
    .sort()
    .join();
}

/** One question, put to what is there and to fresh objects. */
function ask(actors: Actor[], a: Actor, random: Random): [name: string, answer: string, fresh: string] {
  const find = random() < 0.5 ? 'first' : 'all';
  const kind = Math.floor(5 * random());
  if (kind < 2) {
    const b = actors[Math.floor(actors.length * random())];
    if (a === b) return ['nothing', '', ''];
    const [c, d] = [createFresh(a), createFresh(b)];
    return ['findImpacts', tell(findImpacts(a.sweep, b.sweep, { find })), tell(findImpacts(c, d, { find }))];
  }
  if (kind < 4) {
    const skeleton = a.skeletons[Math.floor(a.skeletons.length * random())];
    const clusters = skeleton && random() < 0.2 ? 'bone-heat' : 'skin';
    const options = { find, skeleton, clusters } as const;
    return ['findSelfImpacts', tell(findSelfImpacts(a.sweep, options)), tell(findSelfImpacts(createFresh(a), options))];
  }
  const b = actors[Math.floor(actors.length * random())];
  const [p, q] = [random() < 0.5 ? 'start' : 'end', random() < 0.5 ? 'start' : 'end'] as const;
  const [c, d] = [createFresh(a), createFresh(b)];
  const pairs = (one: Sweep, other: Sweep): string =>
    one[p] === other[q] ? String(touchesSelf(one[p])) : sortPairs(findPairs(one[p], other[q]));
  return ['findPairs', pairs(a.sweep, b.sweep), pairs(c, a === b && p === q ? c : d)];
}

describe('after any calls, on any of fifty colliders', () => {
  it(`answers are those of fresh objects: ${PROGRAMS} programs`, { timeout: 3_600_000 }, () => {
    let questions = 0;
    let contacts = 0;
    for (let from = 0; from < PROGRAMS; from += 100) {
      const random = createRandom(1 + from);
      const actors = createActors(random);
      for (let program = from; program < Math.min(PROGRAMS, from + 100); program++) {
        // A program is about a few of them, so that calls meet; what earlier ones left behind stays.
        const cast = Array.from({ length: 3 }, () => actors[Math.floor(SWEEPS * random())]);
        const calls: string[] = [];
        for (let call = 0; call < CALLS; call++) {
          const actor = cast[Math.floor(3 * random())];
          if (random() < 0.5) calls.push(change(actor, random));
          else {
            const [name, answer, fresh] = ask(random() < 0.8 ? cast : actors, actor, random);
            calls.push(name);
            if (answer !== fresh) expect({ program, calls, answer }).toEqual({ program, calls, answer: fresh });
            questions++;
            if (answer.includes('triangles') || answer.includes('triangle-')) contacts++;
          }
        }
      }
    }
    expect(questions).toBeGreaterThan(3.5 * PROGRAMS);
    expect(contacts).toBeGreaterThan(0.3 * PROGRAMS);
  });
});
