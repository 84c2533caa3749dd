import { findSelfPairsByVolumes, refitBottomUp } from '../../papers/baselines.ts';
import { createStats } from '../../src/debug.ts';
import { type Collider, createCollider, findPairs, findSelfPairs, type Stats, setPose } from '../../src/index.ts';
import type { ViewOptions } from '../protocol.ts';
import type { Actor } from './cast.ts';
import { clock, countActors, type LinearCounters } from './counters.ts';
import type { Answer } from './opened.ts';

/** Which actors are asked about: two by number; twice the same one for a body and itself. */
export type Match = readonly [a: number, b: number];

/** What is asked at every step, and what is not worth telling. */
export interface PairQuestion {
  actors: Actor[];
  matches: Match[];
  /** For each match, pairs of triangles to leave out (`pairKey`), or null. */
  known: (Set<number> | null)[];
  /** As many colliders again for moving everything; made when first asked for. For how many steps it is left out now. */
  rivals: Collider[];
  pauses: number;
}

/** Moving everything may take so long (ms) for each step shown, on the mean: what is slow is only asked now and then. */
const PATIENCE = 40;

export function createPairQuestion(actors: Actor[], matches: Match[]): PairQuestion {
  return { actors, matches, known: matches.map(() => null), rivals: [], pauses: 0 };
}

/** Everybody against everybody else. */
export function matchAll(count: number): Match[] {
  const matches: Match[] = [];
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) matches.push([a, b]);
  return matches;
}

/** Everybody against itself. */
export function matchSelves(count: number): Match[] {
  return Array.from({ length: count }, (_, k) => [k, k]);
}

/** Takes what touches now for given: such pairs are left out from now on. Returns how many there are. */
export function overlookPairs(question: PairQuestion): number {
  const colliders = question.actors.map(({ collider }) => collider);
  question.known = question.matches.map((match, m) => {
    const keys = new Set<number>();
    const pairs = findMatch(colliders, match, createStats());
    for (let k = 0; k < pairs.length; k += 2) keys.add(pairKey(question, m, pairs[k], pairs[k + 1]));
    return keys.size > 0 ? keys : null;
  });
  return question.known.reduce((sum, keys) => sum + (keys?.size ?? 0), 0);
}

function pairKey({ actors, matches }: PairQuestion, m: number, i: number, j: number): number {
  const [a, b] = matches[m];
  const [low, high] = a === b && i > j ? [j, i] : [i, j];
  return low * (actors[b].body.triangles.length / 3) + high;
}

/** Gives the poses of the actors to their colliders and asks for all pairs of triangles that touch; both are timed. */
export function askPairs(question: PairQuestion, { compares }: ViewOptions): Answer {
  const { actors, matches } = question;
  const stats = createStats();
  let found: Uint32Array[] = [];
  const counters = countActors(actors);
  counters.milliseconds = clock(() => {
    found = answerAll(
      actors.map(({ collider }) => collider),
      actors,
      matches,
      stats,
      findMatch,
    );
  });
  counters.vertices = stats.vertices;
  counters.refits = stats.refits;
  counters.volumeTests = stats.volumeTests;
  counters.triangleTests = stats.triangleTests;
  if (compares && question.pauses-- <= 0) {
    Object.assign(counters, askEverything(question));
    question.pauses = Math.floor(counters.linearMilliseconds / PATIENCE);
  }
  return { ...gatherPairs(question, found), counters };
}

/**
 * The same question by the papers' baseline, on colliders of its own: deforms every vertex, refits every volume from its children,
 * then walks the trees. Finds the same pairs, in whatever order.
 */
function askEverything(question: PairQuestion): LinearCounters {
  const { actors, matches } = question;
  if (question.rivals.length === 0) question.rivals = actors.map(({ collider }) => createCollider(collider.shape));
  const stats = createStats();
  let found: Uint32Array[] = [];
  const linearMilliseconds = clock(() => {
    found = answerAll(question.rivals, actors, matches, stats, findMatchByVolumes, refitBottomUp);
  });
  const { contacts } = gatherPairs(question, found);
  return {
    linearMilliseconds,
    linearVolumeTests: stats.volumeTests,
    linearTriangleTests: stats.triangleTests,
    linearContacts: contacts,
  };
}

function answerAll(
  colliders: readonly Collider[],
  actors: readonly Actor[],
  matches: readonly Match[],
  stats: Stats,
  find: typeof findMatch,
  prepare: (collider: Collider) => void = () => {},
): Uint32Array[] {
  colliders.forEach((collider, k) => {
    setPose(collider, actors[k]);
    prepare(collider);
  });
  return matches.map(match => find(colliders, match, stats));
}

/** Not by the compiled query: the page draws the volumes that were moved; and what it is compared with is JavaScript too. */
function findMatch(colliders: readonly Collider[], [a, b]: Match, stats: Stats): Uint32Array {
  if (a === b) return findSelfPairs(colliders[a], { stats, compiled: false });
  return findPairs(colliders[a], colliders[b], { stats, compiled: false });
}

/** Of a body beside itself without any reason but volumes: those are what is compared. */
function findMatchByVolumes(colliders: readonly Collider[], [a, b]: Match, stats: Stats): Uint32Array {
  if (a === b) return findSelfPairsByVolumes(colliders[a], { stats });
  return findPairs(colliders[a], colliders[b], { stats, compiled: false });
}

function gatherPairs(question: PairQuestion, found: readonly Uint32Array[]): Pick<Answer, 'touching' | 'contacts'> {
  const touching = question.actors.map(() => new Set<number>());
  let contacts = 0;
  found.forEach((pairs, m) => {
    const [a, b] = question.matches[m];
    const known = question.known[m];
    for (let k = 0; k < pairs.length; k += 2) {
      if (known?.has(pairKey(question, m, pairs[k], pairs[k + 1]))) continue;
      touching[a].add(pairs[k]);
      touching[b].add(pairs[k + 1]);
      contacts++;
    }
  });
  return { touching: touching.map(set => Uint32Array.from(set).sort()), contacts };
}
