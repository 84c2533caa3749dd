import type { Finding, RegionName } from '../findings/report.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import { listSampleTimes } from '../plan/sample-times.ts';
import { type CheckClip, copyPoses } from '../plan/subject.ts';
import { poseBody } from '../scan/body-motion.ts';
import { createScanWindow, gatherNear, type RegionPair, type ScanWindow, searchStep } from '../scan/search-step.ts';
import { isCrease } from './creases.ts';
import { listInside, listOwnContacts } from './inside.ts';
import { createNearest, findNearer, findNearest } from './nearest.ts';
import { createMoment, type Moment, type Snapshot } from './snapshot.ts';
import { wayOut } from './way-out.ts';

/** How deep which vertices get during a finding. Vertices are those of the subject's meshes, numbered over all bodies. */
export interface VertexDepths {
  /** Ascending, each once. */
  vertices: Uint32Array;
  /** In units of the model. */
  depths: Float64Array;
}

/** Samples looked at during one finding, besides the worst: enough to paint the way a hand takes over a chest. */
const SPREAD = 4;

/**
 * Where on the surface the findings of a clip are, and how deep there: for each of them the greatest depth of every vertex over
 * its worst time and some samples more. Measured like the depth of the finding itself: vertices inside by their
 * distance from the surface they are inside of; on a side of which none is inside, the corners of crossing triangles by how far
 * those would have to move apart. The greatest is the depth of the finding. Nothing for findings that no pose shows.
 * Cost: at every sample looked at, about what the check itself needs there.
 */
export function measureVertexDepths(plan: CheckPlan, clip: CheckClip, findings: readonly Finding[]): VertexDepths[] {
  const heats = findings.map(() => new Map<number, number>());
  const keys = findings.map(finding => listKeys(plan, finding));
  const times = findings.map(finding => listTimes(plan, clip, finding));
  const scan = createScanWindow(plan, 1, plan.options.rest);
  const poses = copyPoses(plan.subject.rest);
  for (const time of [...new Set(times.flat())].sort((p, q) => p - q)) {
    const here = findings.map((_, k) => k).filter(k => times[k].includes(time));
    clip.poseAt(time, poses);
    scan.motions.forEach((motion, b) => {
      poseBody(motion, 0, poses[b]);
    });
    gatherNear(scan, 1);
    const found = measureInstant(scan);
    for (const k of here) {
      for (const key of keys[k]) {
        for (const [v, depth] of found.get(key) ?? []) raise(heats[k], v, depth);
      }
    }
  }
  return heats.map(toHeat);
}

/** The keys of the pairs of regions that a finding may be of: one, unless bodies or joints are called the same. */
function listKeys(plan: CheckPlan, { a, b }: Finding): number[] {
  const [ones, others] = [listRegions(plan, a), listRegions(plan, b)];
  return [...new Set(ones.flatMap(one => others.map(other => keyOf(plan, one, other))))];
}

function listRegions({ subject, shapes, firstRegions }: CheckPlan, { body, joint }: RegionName): number[] {
  return subject.bodies.flatMap(({ name, jointNames }, b) => {
    if (name !== body) return [];
    const { joints } = shapes[b].regions;
    return [...joints].flatMap((j, r) => ((jointNames[j] ?? name) === joint ? [firstRegions[b] + r] : []));
  });
}

/** The worst time and every second, fourth, eighth ... sample of the clip within: those of findings at the same time are shared. */
function listTimes({ options }: CheckPlan, clip: CheckClip, { start, end, worst, pairs }: Finding): number[] {
  if (pairs === 0) return []; // a graze: no pose shows it
  const { times } = listSampleTimes(clip, options.fps, options.maxSamples);
  const isWithin = (time: number): boolean => time >= start && time <= end;
  const within = [...times.keys()].filter(k => isWithin(times[k]) || isWithin(times[k] + clip.end - clip.start));
  let step = 1;
  while (within.length > SPREAD * step) step *= 2;
  return [worst, ...within.filter(k => k % step === 0).map(k => times[k])];
}

type Depths = Map<number, number>;

/** The depths of vertices at the instant of the window, by pair of regions. */
function measureInstant(scan: ScanWindow): Map<number, Depths> {
  const { plan } = scan;
  const regionPairs = [...searchStep(scan, { from: 0, to: 0 })].filter(([, { touching }]) => touching.length > 0);
  const depths = new Map(regionPairs.map(([key]): [number, Depths] => [key, new Map()]));
  const creases = new Set(regionPairs.flatMap(([key, regionPair]) => (isCrease(plan, regionPair) ? [key] : [])));
  const moment = createMoment(
    scan,
    0,
    regionPairs.map(([, regionPair]) => regionPair),
    'both',
  );
  for (const [a, b] of plan.encounters) {
    const ofThese = regionPairs.flatMap(([key, regionPair]) =>
      regionPair.bodyA === a && regionPair.bodyB === b && !creases.has(key) ? [regionPair] : [],
    );
    if (ofThese.length === 0) continue;
    measureInside(moment, ofThese, a, b, depths);
    if (a !== b) measureInside(moment, ofThese, b, a, depths);
  }
  for (const [key, regionPair] of regionPairs) measureCrossing(moment, regionPair, depths.get(key)!);
  return depths;
}

/** Spreads from the touching triangles of a body over what of it is inside the other, or inside other parts of itself. */
function measureInside(
  moment: Moment,
  regionPairs: readonly RegionPair[],
  body: number,
  other: number,
  depths: ReadonlyMap<number, Depths>,
): void {
  const { plan, bodies } = moment;
  const { shape, positions } = bodies[body];
  const surface = bodies[other];
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const numbers = numberVertices(plan, body);
  const ownContacts = listOwnContacts(regionPairs);
  const inside = listInside(moment, regionPairs, body, other);
  const nearest = createNearest();
  for (let k = 0; k < inside.length; k += 2) {
    const v = inside[k];
    const region = shape.regions.regionOfTriangle[trianglesOfVertex[vertexStarts[v]]];
    const ownRegion = plan.firstRegions[body] + region;
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    findNearest(surface, body === other ? region : -1, x, y, z, nearest);
    if (body === other) findNearer(surface, ownContacts.get(ownRegion) ?? [], v, x, y, z, nearest);
    if (nearest.slot < 0) continue;
    const nearRegion = plan.firstRegions[other] + surface.shape.regions.regionOfTriangle[nearest.slot];
    const list = depths.get(keyOf(plan, ownRegion, nearRegion));
    if (list) raise(list, numbers[v], Math.sqrt(nearest.squared));
  }
}

/**
 * For a side of which no vertex is inside: the corners of its triangles that cross, as deep as the shorter way by which one of two
 * leaves the other; not deeper than the other side, if that is inside.
 */
function measureCrossing(
  moment: Moment,
  { bodyA, bodyB, regionA, regionB, touching }: RegionPair,
  depths: Depths,
): void {
  const { plan } = moment;
  const [a, b] = [moment.bodies[bodyA], moment.bodies[bodyB]];
  const [numbersA, numbersB] = [numberVertices(plan, bodyA), numberVertices(plan, bodyB)];
  const most = depths.size > 0 ? Math.max(...depths.values()) : Infinity;
  const cornersOf = ({ shape }: Snapshot, slot: number): Uint32Array =>
    shape.mesh.triangles.subarray(3 * slot, 3 * slot + 3);
  const isInside = (side: 0 | 1): boolean => {
    const [motion, numbers] = side === 0 ? [a, numbersA] : [b, numbersB];
    return touching.some((slot, k) => k % 2 === side && cornersOf(motion, slot).some(v => depths.has(numbers[v])));
  };
  const [paintsA, paintsB] =
    regionA === regionB ? [depths.size === 0, depths.size === 0] : [!isInside(0), !isInside(1)];
  const normal = new Float64Array(3);
  for (let k = 0; k < touching.length && (paintsA || paintsB); k += 2) {
    const [cornersA, cornersB] = [cornersOf(a, touching[k]), cornersOf(b, touching[k + 1])];
    const depth = Math.min(
      most,
      wayOut(a, touching[k], b, touching[k + 1], normal),
      wayOut(b, touching[k + 1], a, touching[k], normal),
    );
    if (paintsA) for (const v of cornersA) raise(depths, numbersA[v], depth);
    if (paintsB) for (const v of cornersB) raise(depths, numbersB[v], depth);
  }
}

const known = new WeakMap<CheckPlan, Map<number, Uint32Array>>();

/** What vertices of a checked shape are called in the subject, numbered over all bodies. */
function numberVertices(plan: CheckPlan, body: number): Uint32Array {
  let ofPlan = known.get(plan);
  if (!ofPlan) known.set(plan, (ofPlan = new Map()));
  let numbers = ofPlan.get(body);
  if (numbers) return numbers;
  const { bodies } = plan.subject;
  const first = bodies.slice(0, body).reduce((sum, { mesh }) => sum + mesh.positions.length / 3, 0);
  const { mesh, order } = plan.shapes[body];
  numbers = new Uint32Array(mesh.positions.length / 3);
  for (let k = 0; k < mesh.triangles.length; k++) {
    numbers[mesh.triangles[k]] = first + bodies[body].mesh.triangles[3 * order[Math.floor(k / 3)] + (k % 3)];
  }
  ofPlan.set(body, numbers);
  return numbers;
}

function raise(depths: Depths, v: number, depth: number): void {
  if (depth > (depths.get(v) ?? 0)) depths.set(v, depth);
}

function toHeat(depths: Depths): VertexDepths {
  const vertices = Uint32Array.from(depths.keys()).sort();
  return { vertices, depths: Float64Array.from(vertices, v => depths.get(v)!) };
}
