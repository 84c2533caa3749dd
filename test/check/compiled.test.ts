import { describe, expect, it } from 'vitest';
import { packSnapshot } from '../../src/check/compiled/pack-snapshot.ts';
import { openPartingIn } from '../../src/check/compiled/part-regions.ts';
import { partStepIn } from '../../src/check/compiled/part-step.ts';
import { createRays, leaveOpenHere } from '../../src/check/evidence/rays.ts';
import { createNearest, findNearestHere, mayCountHere, type Nearest } from '../../src/check/measure/nearest.ts';
import { findSeparation } from '../../src/check/measure/separate.ts';
import { type Snapshot, snapshotAt } from '../../src/check/measure/snapshot.ts';
import { countWindingsHere } from '../../src/check/measure/winding.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import {
  type BodyMotion,
  beginSearch,
  carryBody,
  createBodyMotion,
  poseBody,
} from '../../src/check/scan/body-motion.ts';
import { observeClip } from '../../src/check/scan/observe-clip.ts';
import { createScanWindow, gatherNear, searchStep } from '../../src/check/scan/search-step.ts';
import { DIRECTIONS, findSeparatingDirection, marginOf } from '../../src/check/scan/stay-apart.ts';
import { type Arena, giveUp, takeBlock } from '../../src/compiled/arena.ts';
import { setUp } from '../../src/compiled/engine.ts';
import { PAIRS, QUERY } from '../../src/compiled/query-record.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { cases } from '../support/cases.ts';
import { createChangedArena, createCompiledArena } from '../support/compiled-arena.ts';
import { readChanges } from '../support/load-changed.ts';
import { createBoxSubject } from './box-subject.ts';
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
  const rays = createRays(1 + Math.floor(5 * random()));
  const stride = rays.from.length / 3;
  for (let n = 0; n < stride; n++) {
    const from = n === 0 ? at : choosePoint(random, body);
    for (let axis = 0; axis < 3; axis++) rays.from[axis * stride + n] = from[axis];
  }
  for (let axis = 0; axis < 3; axis++) rays.along[axis] = random() < 0.1 ? 0 : 2 * random() - 1;
  const [dx, dy, dz] = rays.along;
  arena.numbers.set(rays.from, PAIRS / 8);
  const asked = 2 ** rays.count - 1 - Math.floor(1.5 * random());
  const open = calls.castRays(packed, PAIRS, 8 * stride, asked, dx, dy, dz, usesMarks, QUERY);
  compare('rays', open, leaveOpenHere({ body, seenThrough: marks }, rays, asked), open !== asked);
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

/** Asks how two regions of random bodies that touch are parted, and which directions part their triangles. Ends with the first that is answered otherwise. */
function partBoth(arena: Arena, seeds: number): { ways: number; directions: number; wrong: string[] } {
  const told = { ways: 0, directions: 0, wrong: [] as string[] };
  for (let seed = 1; seed <= seeds && told.wrong.length === 0; seed++) {
    const random = createRandom(seed);
    const subject = createRandomSubject(seed, ['linear-blend', 'rigid']);
    const plan = planCheck(subject, { rest: false });
    const scan = createScanWindow(plan, 2, false);
    scan.motions.forEach((motion, b) => {
      for (const instant of [0, 1]) poseBody(motion, instant, subject.poses[instant][b]);
    });
    gatherNear(scan, 2);
    const snapshots = scan.motions.map(motion => snapshotAt(motion, 1));
    for (const { bodyA, bodyB, regionA, regionB, touching } of searchStep(scan, { from: 0, to: 1 }).values()) {
      if (regionA === regionB || touching.length === 0) continue;
      const entangled = { plan, bodyA, bodyB, regionA, regionB, a: snapshots[bodyA], b: snapshots[bodyB] };
      const hint: [number, number, number] = [random() - 0.5, random() - 0.5, random() - 0.5];
      const here = findSeparation(entangled, touching, hint, () => null);
      const there = findSeparation(entangled, touching, hint, (...of) => openPartingIn(arena, ...of));
      if (String(here) !== String(there)) told.wrong.push(`way: ${String(there)} for ${String(here)}`);
      told.ways++;
    }
    askDirections(arena, scan.motions, random, told);
  }
  return told;
}

function askDirections(
  arena: Arena,
  motions: readonly BodyMotion[],
  random: Random,
  told: { directions: number; wrong: string[] },
  from = 0,
  to = 1,
): void {
  const [a, b] = motions;
  for (const motion of motions) beginSearch(motion, 1 + to);
  const [one, other] = motions.map(({ window }) => ({ start: window.positions[from], end: window.positions[to] }));
  const slots = Array.from({ length: 100 }, () =>
    motions.map(({ shape }) => Math.floor(random() * shape.order.length)),
  );
  const reach = random() < 0.5 ? 10 : 1e12;
  const pairs = {
    list: { data: Uint32Array.from(slots.flat()), length: 2 * slots.length },
    directions: Uint8Array.from(slots, () => Math.floor(random() * DIRECTIONS)),
    asked: (pair: number) => pair % 7 !== 0,
    told: new Int8Array(slots.length).fill(99),
  };
  if (!partStepIn(arena, a, b, from, to, marginOf(reach), pairs)) told.wrong.push('no room');
  slots.forEach((ofPair, pair) => {
    const [[p, q, r], [s, t, u]] = ofPair.map((slot, k) => cornersOf(motions[k], slot));
    const first = pairs.directions[pair];
    const here = pair % 7 === 0 ? 99 : findSeparatingDirection(one, p, q, r, other, s, t, u, reach, first);
    if (here !== pairs.told[pair]) told.wrong.push(`direction: ${pairs.told[pair]} for ${here}`);
    if (here > 0) told.directions++;
  });
}

function cornersOf({ shape }: BodyMotion, slot: number): number[] {
  return Array.from(shape.mesh.triangles.subarray(3 * slot, 3 * slot + 3), v => 3 * v);
}

/** To compile a changed source takes a third of a second, which is nearly all that this file takes. */
const bodies = cases(60, 3000);

describe('the module that measures contacts', () => {
  it(`gives the numbers of the code in JavaScript, to the last bit, of ${2 * bodies} crumpled bodies`, () => {
    const { met, wrong } = askBoth(createCompiledArena(), bodies);
    expect(wrong).toEqual([]);
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(5 * bodies);
  });

  it(`parts regions by the same ways, and triangles along the same directions, of ${2 * bodies} crumpled bodies`, () => {
    const { ways, directions, wrong } = partBoth(createCompiledArena(), bodies);
    expect(wrong).toEqual([]);
    expect(ways).toBeGreaterThan(bodies);
    expect(directions).toBeGreaterThan(5 * bodies);
  });

  const partingMutants = readChanges`
    check/part-regions.ts
      ways: only the first of what touches
        - pair < end && span.leastTo < length; pair += 8
        + pair < first + 8 && span.leastTo < length; pair += 8
      ways: what is moved stays where it is
        - parting.byY = span.y * way;
        + parting.byY = 0;
      ways: boxes that go on are clear
        - (perZ < 0 ? otherLowZ - highZ : otherHighZ - lowZ) * perZ
        + (otherHighZ - lowZ) * perZ
      ways: corners are not moved along
        - store<f64>(out, load<f64>(corner, 16) + parting.byZ, 16);
        + store<f64>(out, load<f64>(corner, 16), 16);
      ways: of two nodes only the first has children
        - } else if (nodeB.link >= 0) {
        + } else if (false) {
    check/touch-span.ts
      spans: highs and lows change places
        - v128.shuffle<i64>(low, high, 1, 3), v128.shuffle<i64>(low, high, 2, 0)
        + v128.shuffle<i64>(low, high, 1, 3), v128.shuffle<i64>(low, high, 0, 2)
      spans: one normal is enough
        - narrow(span, at + OTHER_EDGES, at + OTHER_EDGES + 24);
      spans: edges do not part
        - narrow(span, i, j);
      spans: those that begin later count
        - span.from <= span.latestFrom && 
    check/stay-apart.ts
      directions: at the start is enough
        - b), c), least);
        -   return i64x2.bitmask(f64x2.lt(f64x2.pmax(f64x2.pmax(d, e), f), low)) == 3;
        + b), c), least);
        +   return (i64x2.bitmask(f64x2.lt(f64x2.pmax(f64x2.pmax(d, e), f), low)) & 1) == 1;
      directions: no margin
        - const least = f64x2.splat(margin * (
        + const least = f64x2.splat(0 * (
      directions: never the other way
        - if (k > 0 && areBeyond(d, e, f, a, b, c, least)) return k;
      directions: whichever was first
        - const k = tried == 0 ? first : tried - 1;
        + const k = tried == 0 ? 0 : tried - 1;
      directions: normals half-way are those of the start
        - return load<f64>(coordinate) + load<f64>(coordinate, 8);
        + return load<f64>(coordinate);
  `;

  it.each(partingMutants)(
    'catches: %s',
    async (_, change) => {
      const { wrong } = partBoth(await createChangedArena(change, 'check/index.ts'), 300);
      expect(wrong).not.toEqual([]);
    },
    0,
  );

  const mutants = readChanges`
    check/count-windings.ts
      rays: boxes behind are ahead
        - axis == 0 && isUp ? Infinity : <f32>x
        + axis == 0 && !isUp ? Infinity : <f32>x
      rays: a place on an edge is always on its right
        - return dv > 0 || (dv == 0 && f64x2.extract_lane(edge, 0) > 0);
        + return false;
      rays: the weights of a place are told from either end of an edge
        - return isTurned ? -area : area;
        + return area;
      rays: two edges are enough
        - return isBeyond == isLeftOf(f64x2.sub(r, p), fromP);
        + return false;
      rays: slots that are marked are not asked for
        - load<u8>(marks + slot) == 0
        + load<u8>(marks + slot) == 1
      rays: places on a triangle are told too
        - abs<f64>(height - atAxis) <= nearby
        + false
      rays: the slot they begin at counts
        - slot == but || (
        + (
    check/cast-rays.ts
      sight: boxes have their near side on the low side
        - v128.bitselect(high, low, turned)
        + low
      sight: all rays begin where the last one does
        - <f32>(isTurned ? most : least), LAST);
        + <f32>(isTurned ? least : most), LAST);
      sight: boxes are flat
        - v128.bitselect(low, high, turned)
        + v128.bitselect(high, low, turned)
      sight: rays go back too
        - v128.and(f64x2.gt(distance, zero), f64x2.lt
        + v128.and(f64x2.lt(distance, f64x2.splat(Infinity)), f64x2.lt
      sight: what is seen through hides
        - if (usesMarks && load<u8>(marks + slot) == 1) continue;
      sight: what one ray hits its neighbour does
        - (<u32>i64x2.bitmask(isHit)) << ray;
        + 3 << ray;
    check/box-leaf.ts
      boxes of triangles: two corners count
        - const highXY = f64x2.pmax(f64x2.pmax(v128.load(a), v128.load(b)), v128.load(c));
        + const highXY = f64x2.pmax(v128.load(a), v128.load(b));
      boxes of triangles: y takes the place of z
        - f32x4.demote_f64x2_zero(f64x2.sub(lowYZ, pad)), 1, 8)
        + f32x4.demote_f64x2_zero(f64x2.sub(lowYZ, pad)), 0, 8)
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

describe('a body in the memory of the compiled query', () => {
  const subject = createRandomSubject(3, ['linear-blend', 'linear-blend']);
  const { shapes } = planCheck(subject, { rest: false });
  const motions = shapes.map(shape => createBodyMotion(shape, 3, false));
  const pose = (instant: number, to: number): void => {
    for (const [b, motion] of motions.entries()) poseBody(motion, instant, subject.poses[to][b]);
  };
  const places = Array.from({ length: 20 }, (_, n) => choosePoint(createRandom(n), snapshotAt(motions[0], 0)));

  /** Whether it answers as the code in JavaScript does, and what. */
  const ask = (arena: Arena, body: Snapshot): string => {
    const answers = places.map(([x, y, z]) => {
      arena.clock++;
      const { calls, at } = packSnapshot(arena, body, null)!;
      calls.findNearest(at, -1, x, y, z, -1, 0, QUERY);
      const nearest = createNearest();
      findNearestHere(body, -1, x, y, z, nearest);
      expect(nameOf(readNearest(arena))).toBe(nameOf(nearest));
      return nameOf(nearest);
    });
    return answers.join('; ');
  };

  it('is packed anew in another pose, where its room was given up, and in a memory that replaced another', () => {
    const arena = createCompiledArena();
    pose(0, 0);
    const snapshot = snapshotAt(motions[0], 0);
    const first = ask(arena, snapshot);
    giveUp(arena.blocks, snapshot.inMemory.packed!.block);
    expect(ask(arena, snapshot)).toBe(first);
    giveUp(arena.blocks, arena.surfaces.get(shapes[0])!);
    expect(ask(arena, snapshot)).toBe(first);
    const { bytes } = arena;
    takeBlock(arena, 2 * bytes.length, {}, undefined);
    expect(arena.bytes === bytes).toBe(false);
    expect(ask(arena, snapshot)).toBe(first);
    pose(0, 1);
    expect(ask(arena, snapshotAt(motions[0], 0))).not.toBe(first);
    expect(ask(createCompiledArena(), snapshotAt(motions[0], 0))).not.toBe(first);
  });

  it('is at both ends of each step where it was last put', () => {
    const arena = createCompiledArena();
    const random = createRandom(1);
    const check = (from: number, to: number): void => {
      const told = { directions: 0, wrong: [] as string[] };
      askDirections(arena, motions, random, told, from, to);
      expect(told.wrong).toEqual([]);
      expect(told.directions).toBeGreaterThan(0);
    };
    for (const instant of [0, 1, 2]) pose(instant, instant);
    check(0, 0);
    check(0, 1);
    check(1, 2);
    for (const motion of motions) carryBody(motion, 2, 0);
    pose(1, 3);
    check(0, 1);
    takeBlock(arena, 2 * arena.bytes.length, {}, undefined);
    check(0, 1);
    giveUp(arena.blocks, motions[1].inMemory.packed!.block);
    check(0, 1);
  });

  it('changes nothing that is observed of a clip', async () => {
    const at = (x: number): [number, number, number] => [x, 0.1, 0.2];
    const boxes = createBoxSubject([[1, 2, 1], [1, 1, 2]], 1, time => [{ at: at(0) }, { at: at(1.3 - time), turn: time }]); // biome-ignore format: one scene
    const plan = planCheck(boxes);
    const observe = (): string => JSON.stringify(observeClip(plan, boxes.clips[0]));
    const compiled = observe();
    expect(compiled).toContain('"separation"');
    try {
      expect((await setUp({ compiled: false })).isCompiled).toBe(false);
      expect(observe()).toBe(compiled);
    } finally {
      await setUp();
    }
  });
});
