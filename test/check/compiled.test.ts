import { describe, expect, it } from 'vitest';
import { packSnapshot } from '../../src/check/compiled/pack-snapshot.ts';
import { castRay } from '../../src/check/evidence/rays.ts';
import { createNearest, findNearestHere, mayCountHere, type Nearest } from '../../src/check/measure/nearest.ts';
import { type Snapshot, snapshotAt } from '../../src/check/measure/snapshot.ts';
import { countWindingsHere } from '../../src/check/measure/winding.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { createBodyMotion, poseBody } from '../../src/check/scan/body-motion.ts';
import type { Arena } from '../../src/compiled/arena.ts';
import { QUERY } from '../../src/compiled/query-record.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { cases } from '../support/cases.ts';
import { createChangedArena, createCompiledArena } from '../support/compiled-arena.ts';
import { readChanges } from '../support/load-changed.ts';
import { createRandomSubject } from './random-subject.ts';

/** Bodies of crumpled sheets in a pose. */
function poseBodies(seed: number): Snapshot[] {
  const subject = createRandomSubject(seed, ['linear-blend', 'rigid']);
  const { shapes } = planCheck(subject, { rest: false });
  return shapes.map((shape, b) => {
    const motion = createBodyMotion(shape, 1, false);
    poseBody(motion, 0, subject.poses[0][b]);
    return snapshotAt(motion, 0);
  });
}

/** Where it is asked: anywhere near, on a vertex, or beside sides of boxes. */
function choosePoint(random: Random, { positions, boxes }: Snapshot): Float64Array {
  const v = 3 * Math.floor((random() * positions.length) / 3);
  const box = 6 * Math.floor((random() * boxes.length) / 6);
  const kind = random();
  return Float64Array.from([0, 1, 2], axis => {
    if (kind < 0.3) return positions[v + axis];
    if (random() < 0.3) return boxes[box + axis + (random() < 0.5 ? 3 : 0)] * (1 + (random() < 0.5 ? 2 ** -40 : 0));
    return positions[v + axis] + 0.3 * (random() - 0.5);
  });
}

interface Told {
  asked: number;
  /** How often the answers were of interest: rays that hit something, and so on. */
  met: Record<'windings' | 'rays' | 'places' | 'regions', number>;
  wrong: string[];
}

/** Asks the module in `arena` and the code in JavaScript the same questions about random bodies. Ends with the first that is answered otherwise. */
function askBoth(arena: Arena, seeds: number): Told {
  const told: Told = { asked: 0, met: { windings: 0, rays: 0, places: 0, regions: 0 }, wrong: [] };
  for (let seed = 1; seed <= seeds && told.wrong.length === 0; seed++) {
    const random = createRandom(seed);
    for (const body of poseBodies(seed)) for (let n = 0; n < 60; n++) askOnce(arena, body, random, told);
  }
  return told;
}

function askOnce(arena: Arena, body: Snapshot, random: Random, told: Told): void {
  const { shape } = body;
  const slots = shape.order.length;
  const at = choosePoint(random, body);
  if (random() < 0.02) at[Math.floor(3 * random())] = Number.NaN;
  const marks = random() < 0.5 ? null : Uint8Array.from({ length: slots }, () => +(random() < 0.7));
  arena.clock++;
  const { calls, at: packed, places } = packSnapshot(arena, body, marks)!;
  const usesMarks = +(marks !== null);
  const compare = (what: keyof Told['met'], own: unknown, other: unknown, isMet: boolean): void => {
    told.asked++;
    if (!Object.is(own, other)) told.wrong.push(`${what}: ${String(own)} for ${String(other)}`);
    if (isMet) told.met[what]++;
  };
  const but = Math.floor(random() * (slots + 1)) - 1;
  for (let axis = 0; axis < 3; axis++) {
    for (const isUp of [false, true]) {
      const own = calls.countWindings(packed, axis, +isUp, at[0], at[1], at[2], but, usesMarks);
      compare('windings', own, countWindingsHere(body, axis, isUp, at, but, marks), own !== 0);
    }
  }
  const along = Float64Array.from([0, 1, 2], () => (random() < 0.1 ? 0 : 2 * random() - 1));
  const slot = calls.castRay(packed, at[0], at[1], at[2], along[0], along[1], along[2], usesMarks);
  compare('rays', slot, castRay({ body, seenThrough: marks }, at, along, 'any').slot, slot >= 0);
  const region = Math.floor(random() * (shape.regions.joints.length + 1)) - 1;
  const hint = random() < 0.5 ? -1 : Math.floor(random() * slots);
  const enough = random() < 0.7 ? 0 : 0.1 * random();
  const nearest = createNearest();
  findNearestHere(body, region, at[0], at[1], at[2], nearest, hint, enough);
  calls.findNearest(packed, region, at[0], at[1], at[2], hint, enough, QUERY);
  compare('places', nameOf(readNearest(arena)), nameOf(nearest), nearest.slot >= 0);
  const floors = Float64Array.from(shape.regions.joints, () => (random() < 0.3 ? Infinity : 0.2 * random()));
  if (hint < 0 || shape.regions.regionOfTriangle[hint] === region) return;
  arena.numbers.set(floors, places.floors / 8);
  const may = mayCountHere(body, region, floors, at[0], at[1], at[2], hint, nearest);
  compare('regions', calls.mayCount(packed, region, at[0], at[1], at[2], hint, QUERY) !== 0, may, !may);
}

function readNearest({ words, numbers }: Arena): Pick<Nearest, 'slot' | 'squared' | 'barycentrics'> {
  const found = QUERY / 8 + 1;
  return { slot: words[QUERY / 4] | 0, squared: numbers[found + 3], barycentrics: numbers.slice(found, found + 3) };
}

/** To the last bit; where nothing was found, nothing is told of the place. */
function nameOf({ slot, squared, barycentrics }: Pick<Nearest, 'slot' | 'squared' | 'barycentrics'>): string {
  return slot < 0 ? 'none' : [slot, squared, ...barycentrics].join(' ');
}

const bodies = cases(60, 3000);

describe('the module that measures contacts', () => {
  it(`gives the numbers of the code in JavaScript, to the last bit, of ${2 * bodies} crumpled bodies`, () => {
    const { met, wrong } = askBoth(createCompiledArena(), bodies);
    expect(wrong).toEqual([]);
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(5 * bodies);
  });

  const mutants = readChanges`
    check/count-windings.ts
      rays: boxes behind are ahead
        - axis == 0 && isUp ? Infinity : <f32>x
        + axis == 0 && !isUp ? Infinity : <f32>x
      rays: a place on an edge is on both sides of it
        - if (area == 0) area = dv > 0 || (dv == 0 && du > 0) ? SMALLEST : -SMALLEST;
      rays: edges are told from either end
        - const isTurned = p > q;
        + const isTurned = false;
      rays: two edges are enough
        - wa > 0 && wb > 0 && wc > 0;
        + wa > 0 && wb > 0;
      rays: slots that are marked are not asked for
        - load<u8>(marks + slot) == 0
        + load<u8>(marks + slot) == 1
      rays: places on a triangle are told too
        - abs<f64>(height - atAxis) <= nearby
        + false
      rays: the slot they begin at counts
        - slot == but || (
        + (
    check/cast-ray.ts
      sight: one side of boxes for both
        - const high = f64x2.mul(f64x2.sub(f64x2.promote_low_f32x4(v128.load_zero<i64>(box, 12)), fromXY), perXY);
        + const high = low;
      sight: boxes are flat
        - v128.load32_lane(box, v128.load_zero<i32>(box, 20), 1, 8)
        + v128.load32_lane(box, v128.load_zero<i32>(box, 20), 1, 20)
      sight: rays go back too
        - return distance > 0 && distance < Infinity;
        + return distance < Infinity;
      sight: what is seen through hides
        - if (usesMarks && load<u8>(marks + slot) == 1) continue;
    check/nearest.ts
      nearest: the last of equally near ones
        - <i32>slot < changetype<Nearest>(out).slot
        + <i32>slot > changetype<Nearest>(out).slot
      nearest: whichever child is first
        - const isLeftNearer = toLeft < toRight;
        + const isLeftNearer = true;
      nearest: the region left out counts
        - node.region == butRegion || load<f64>(top)
        + load<f64>(top)
      nearest: any place is near enough
        - load<f64>(out, FOUND + SQUARED) < enough
        + load<f64>(out, FOUND + SQUARED) < 2 * enough
      may count: what is farther counts
        - if (!(squaredDistance(body, slot, x, y, z, out + OTHER) > most)) return true;
        + return true;
    check/nearest-of-triangle.ts
      nearest: feet are not corrected
        - footB += (nx * (footY * wz - footZ * wy) + ny * (footZ * wx - footX * wz) + nz * (footX * wy - footY * wx)) / size;
      nearest: one edge is not looked at
        - shareA = alongW;
        + shareA = 0;
  `;

  it.each(mutants)(
    'catches: %s',
    async (_, change) => {
      const { wrong } = askBoth(await createChangedArena(change, 'check/index.ts'), 300);
      expect(wrong).not.toEqual([]);
    },
    0,
  );
});
