import { type Component, examineComponents } from '../../continuous/radial-view/components.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { LeftOut } from '../../self/left-out.ts';
import { addRestGaps } from '../../self/plan.ts';
import { findAlternates } from './alternates.ts';
import { type AtRest, measureAtRest } from './at-rest.ts';
import { type CheckedShape, createCheckedShape } from './checked-shape.ts';
import { findLimbs } from './limbs.ts';
import { type CheckOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { findProps } from './props.ts';
import { linkRegions, type RegionTree } from './region-tree.ts';
import { findRestContacts, type RestContacts } from './rest-contacts.ts';
import type { CheckSubject } from './subject.ts';
import { findSeenThrough, findUndrawn, type Undrawn } from './undrawn.ts';

/** A subject made ready for checking any part of any of its clips. Nothing changes it, so threads may each make their own. */
export interface CheckPlan {
  subject: CheckSubject;
  options: ResolvedOptions;
  /** One for each body. */
  shapes: CheckedShape[];
  /** The connected pieces of each body. */
  components: Component[][];
  /** 1 for slots of closed pieces, of each body. */
  areClosed: Uint8Array[];
  /** Regions are numbered over all bodies; those of body b begin at `firstRegions[b]`. */
  firstRegions: Uint32Array;
  regionCount: number;
  /** The pairs of regions with a common edge, by `keyOf`. */
  borders: Set<number>;
  /** Which regions hang on which. */
  tree: RegionTree;
  /** Bodies to be held against each other; twice the same: against itself. */
  encounters: [number, number][];
  /** What touches at rest, by number of the first body x count of bodies + number of the second; empty if that counts. */
  rest: Map<number, RestContacts>;
  /** Regions of props of which one is shown: see `findAlternates`. */
  alternates: number[];
  /** Regions of what is held or worn: see `findProps`. */
  props: number[];
  /** Regions of the trunk, and those of limbs next to it: see `findLimbs`. */
  trunk: number[];
  /** Nodes of the tree that are no longer than thick: see `findLimbs`. */
  stubs: number[];
  /** By region: see `findUndrawn`. */
  undrawn: (Undrawn | null)[];
  /** By body: see `findSeenThrough`. */
  seenThrough: (Uint8Array | null)[];
  /** The bodies as the scene rests. */
  atRest: AtRest;
  /** The longest side of the box around the subject (its `measured` bodies) at rest: the height of a figure that stands. */
  height: number;
  /** Half of how thick each region is at rest, as a tube (`AtRest`) and as it is seen (`Limbs`). */
  radii: Float64Array;
  thickness: Float64Array;
}

/**
 * Cost: about 30 us a triangle.
 */
export function planCheck(subject: CheckSubject, options: CheckOptions = {}): CheckPlan {
  validateSubject(subject);
  const resolved = resolveOptions(options);
  const byMesh = new Map<Mesh, ReturnType<typeof prepare>>();
  const prepared = subject.bodies.map(body => {
    const known = byMesh.get(body.mesh);
    if (known && known.source === body.source) return known;
    const made = { ...prepare(body, resolved.leastRegion), source: body.source };
    byMesh.set(body.mesh, made);
    return made;
  });
  const shapes = prepared.map(({ shape }) => shape);
  const firstRegions = new Uint32Array(shapes.length + 1);
  shapes.forEach(({ regions }, b) => {
    firstRegions[b + 1] = firstRegions[b] + regions.joints.length;
  });
  const regionCount = firstRegions[shapes.length];
  const borders = findBorders({ shapes, firstRegions, regionCount });
  const atRest = measureAtRest(subject, shapes);
  const plan = {
    subject,
    options: resolved,
    shapes,
    components: prepared.map(({ components }) => components),
    areClosed: prepared.map(({ areClosed }) => areClosed),
    firstRegions,
    regionCount,
    borders: new Set(borders.keys()),
    encounters: listEncounters(subject),
    undrawn: findUndrawn({ subject, shapes }),
    seenThrough: findSeenThrough({ subject, shapes }),
    atRest,
    height: atRest.height,
    radii: atRest.radii,
  };
  const rest = resolved.rest ? findRestContacts(plan) : new Map<number, RestContacts>();
  const tree = linkRegions(subject, shapes, listPairs(borders, regionCount), countRestPairs(plan, rest));
  const props = findProps({ ...plan, tree });
  return {
    ...plan,
    rest,
    tree,
    props,
    ...findLimbs({ ...plan, tree, props }),
    alternates: findAlternates({ ...plan, tree, rest }),
    shapes: completeShapes(shapes, rest),
  };
}

/** Shapes with their gaps at rest, which were not needed to find what touches there. Bodies of one mesh share them, if nothing is left out. */
function completeShapes(shapes: readonly CheckedShape[], rest: ReadonlyMap<number, RestContacts>): CheckedShape[] {
  const known = new Map<CheckedShape, CheckedShape>();
  return shapes.map((shape, b) => {
    const leftOut = chooseLeftOut(shape, rest.get(b * shapes.length + b));
    const complete = (!leftOut && known.get(shape)) || { ...shape, self: addRestGaps(shape.self, leftOut) };
    if (!leftOut) known.set(shape, complete);
    return complete;
  });
}

/**
 * A body made of parts that lie in each other at rest is not even met there. If little touches, it is not worth it: `leaveOutKnown` takes it out of what is near.
 */
function chooseLeftOut({ mesh }: CheckedShape, contacts: RestContacts | undefined): LeftOut | null {
  const triangles = mesh.triangles.length / 3;
  return contacts && contacts.known.others.length >= 2 * triangles ? contacts.known : null;
}

function prepare(body: CheckSubject['bodies'][number], leastRegion: number) {
  const shape = createCheckedShape(body, leastRegion);
  const { components, componentOfTriangle } = examineComponents(body.mesh);
  const areClosed = Uint8Array.from(shape.order, t => (components[componentOfTriangle[t]].flaw === null ? 1 : 0));
  return { shape, components, areClosed, source: body.source };
}

/** For each pair of regions with edges in common, how many. */
function findBorders(plan: Pick<CheckPlan, 'shapes' | 'firstRegions' | 'regionCount'>): Map<number, number> {
  const borders = new Map<number, number>();
  plan.shapes.forEach(({ topology, regions }, b) => {
    const { edgeStarts, trianglesOfEdge } = topology;
    const first = plan.firstRegions[b];
    for (let e = 0; e + 1 < edgeStarts.length; e++) {
      const region = regions.regionOfTriangle[trianglesOfEdge[edgeStarts[e]]];
      for (let k = edgeStarts[e] + 1; k < edgeStarts[e + 1]; k++) {
        const other = regions.regionOfTriangle[trianglesOfEdge[k]];
        const key = keyOf(plan, first + region, first + other);
        if (other !== region) borders.set(key, (borders.get(key) ?? 0) + 1);
      }
    }
  });
  return borders;
}

/** How many pairs of triangles of each two regions touch at rest. */
function countRestPairs(
  plan: Pick<CheckPlan, 'shapes' | 'firstRegions' | 'regionCount'>,
  rest: CheckPlan['rest'],
): [one: number, other: number, pairs: number][] {
  const { shapes, firstRegions, regionCount } = plan;
  const counts = new Map<number, number>();
  for (const [key, { touching }] of rest) {
    const [a, b] = [Math.floor(key / shapes.length), key % shapes.length];
    for (const [slot, others] of touching) {
      const one = firstRegions[a] + shapes[a].regions.regionOfTriangle[slot];
      for (const other of others) {
        const pair = keyOf(plan, one, firstRegions[b] + shapes[b].regions.regionOfTriangle[other]);
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
  }
  return listPairs(counts, regionCount);
}

function listPairs(counts: ReadonlyMap<number, number>, regionCount: number): [number, number, number][] {
  return Array.from(counts, ([key, count]) => [Math.floor(key / regionCount), key % regionCount, count]);
}

/** One number for two regions, in either order. */
export function keyOf({ regionCount }: Pick<CheckPlan, 'regionCount'>, one: number, other: number): number {
  return one < other ? one * regionCount + other : other * regionCount + one;
}

function listEncounters({ bodies, checks }: CheckSubject): [number, number][] {
  if (!checks) return bodies.flatMap((_, a) => bodies.slice(a).map((_, k): [number, number] => [a, a + k]));
  const pairs = checks.pairs.map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]));
  return [...checks.self.map((b): [number, number] => [b, b]), ...pairs];
}

function validateSubject({ name, bodies, rest, checks, measured }: CheckSubject): void {
  if (rest.length !== bodies.length) {
    throw new Error(
      `planCheck: '${name}' has ${bodies.length} bodies and ${rest.length} rest poses; give one for each.`,
    );
  }
  for (const b of measured ?? []) {
    if (!bodies[b]) throw new Error(`planCheck: '${name}' has ${bodies.length} bodies; body ${b} cannot be measured.`);
  }
  for (const [a, b] of checks ? [...checks.self.map(s => [s, s]), ...checks.pairs] : []) {
    if (!(bodies[a] && bodies[b])) {
      throw new Error(`planCheck: '${name}' has ${bodies.length} bodies; bodies ${a} and ${b} cannot be checked.`);
    }
  }
}
