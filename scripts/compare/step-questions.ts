import type { SurfaceImpact } from '../../src/continuous/index.ts';
import type { Answer } from './digest.ts';
import type { Stage } from './stage.ts';

/**
 * What is asked about bodies on their way through a step. In a step that begins in contact 'first' once listed all that
 * followed, and lists one pair that touches now; which one is not said. So there only that it does is compared, and 'all'
 * is compared without that pair. Of a surface with itself it is not said which of the triangles around a vertex or an edge
 * an impact names: there kinds, times and places are compared. Nor are contacts that stay undecided: a reason may show that such
 * features never meet (two on emoji_heart, free by exact arithmetic).
 */
export const stepQuestions: Record<string, (stage: Stage) => Answer> = {
  'first impacts': ({ library: { core, continuous }, couples }) => {
    const found = couples.map(({ sweeps, colliders }) =>
      core.touches(...colliders) ? null : continuous.findImpacts(...sweeps),
    );
    return writeFirst(found);
  },
  'all impacts': ({ library: { continuous }, couples }) =>
    writeAll(couples.map(({ sweeps }) => continuous.findImpacts(...sweeps, { find: 'all' }).impacts)),
  'first self impacts': ({ library: { core, continuous }, sweeps, colliders }) => {
    const found = sweeps.map((sweep, b) => (core.touchesSelf(colliders[b]) ? null : continuous.findSelfImpacts(sweep)));
    return writeFirst(found, writePlaces);
  },
  'first self impacts of leaps': ({ library: { core, continuous }, leaps }) =>
    writeFirst(
      leaps.map(leap => (core.touchesSelf(leap.start) ? null : continuous.findSelfImpacts(leap))),
      writePlaces,
    ),
  'all self impacts': ({ library: { continuous }, sweeps }) =>
    writeAll(
      sweeps.map(sweep => continuous.findSelfImpacts(sweep, { find: 'all' }).impacts),
      writePlaces,
    ),
};

/** The time, and what meets at it to the last bit: what cannot be told from it by rounding was not listed once. */
function writeFirst(
  found: readonly ({ impacts: SurfaceImpact[]; time: number } | null)[],
  write = writeImpacts,
): Answer {
  const parts = found.map(answer => {
    if (answer === null) return 'begins in contact';
    const { impacts, time } = answer;
    return [time, ...write(impacts.filter(impact => impact.time === time))];
  });
  return { count: found.filter(answer => answer?.impacts.length).length, parts };
}

function writeAll(lists: readonly SurfaceImpact[][], write = writeImpacts): Answer {
  const parts = lists.map(list => write(list.filter(({ kind }) => kind !== 'triangle-triangle')));
  return { count: lists.reduce((sum, { length }) => sum + length, 0), parts };
}

function writeImpacts(impacts: readonly SurfaceImpact[]): number[] {
  return impacts
    .map(({ kind, state, time, triangles, barycentrics, point, joints }) => [
      time,
      Number(kind === 'edge-edge'),
      Number(state === 'impact'),
      ...triangles,
      ...barycentrics.flat(),
      ...point,
      ...joints,
    ])
    .sort(compareLists)
    .flat();
}

function writePlaces(impacts: readonly SurfaceImpact[]): number[] {
  return impacts
    .filter(({ state }) => state === 'impact')
    .map(({ kind, time, point }) => [time, Number(kind === 'edge-edge'), ...point])
    .sort(compareLists)
    .flat();
}

function compareLists(one: readonly number[], other: readonly number[]): number {
  const k = one.findIndex((x, i) => x !== other[i]);
  return k < 0 ? 0 : one[k] - other[k];
}
