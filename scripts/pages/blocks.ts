import { judgeTarget, type Row, type Target } from '../../bench/harness/report.ts';
import { formatRatio, formatTable, formatValue, groupThousands, MISSING, withUnit } from './markdown.ts';
import { paperTables } from './paper-tables.ts';
import { findRow, findTarget, type Measured } from './read-results.ts';
import { countTargets, formatAsked, formatMeasured, formatPeer } from './results-page.ts';

/**
 * The generated parts of README.md and docs/*.md, by name: what stands between `<!-- results:NAME -->` and
 * `<!-- /results -->` there. A number that was measured is written here or nowhere.
 */
export const blocks: Record<string, (measured: Measured) => string[]> = {
  readme: writeForReadme,
  'gltf-size': describeGltfSize,
  tabulated: compareTables,
  'step-cost': describeStepCost,
  ...paperTables,
};

/** All numbers of the README, in one place. */
function writeForReadme(measured: Measured): string[] {
  return [
    ...comparePeers(measured),
    '',
    ...comparePapers(measured),
    '',
    ...noteRuns(measured),
    '',
    ...noteSizes(measured),
  ];
}

function noteRuns({ results }: Measured): string[] {
  const all = [...results.values()];
  if (all.length === 0) return ['Not measured yet.'];
  const { met, missed, others } = countTargets(all);
  const { node, cores, cpu } = all[0].environment;
  const dates = all.map(({ date }) => date).sort();
  const when = dates[0] === dates[dates.length - 1] ? dates[0] : `${dates[0]} to ${dates[dates.length - 1]}`;
  const caution = all.some(({ isQuick }) => isQuick)
    ? ' **Some are from quick runs, which are not to be quoted.**'
    : '';
  return [
    `Node ${node.slice(1)}, ${cores} shared cores of ${cpu}, ${when}.${caution} Of ${met + missed} figures that were asked for,`,
    `${met} are met and ${missed} are missed${others > 0 ? `; ${others} are not judged` : ''}: [all of them, and the papers' tables](docs/results.md).`,
  ];
}

const sizes = [13_590, 135_900, 1_359_000];

/** Methods by column; where there are several, the fastest counts. */
const pairMethods = [
  ['ours, on demand'],
  ['linear: skinning + flat refit + walk', 'linear: refitBottomUp + findPairs'],
  ['skinning + MeshBVH.refit + bvhcast, leaves of 10', 'skinning + MeshBVH.refit + bvhcast, leaves of 4'],
  ['SkinnedMeshBVH.refit + bvhcast'],
  [],
];
const rayMethods = [
  ['ours, by Raycaster'],
  [],
  ['skinning + MeshBVH.refit + raycastFirst'],
  ['SkinnedMeshBVH.refit + raycastObject3D'],
  ['three.js itself'],
];

function fastest(rows: readonly (Row | undefined)[]): Row | undefined {
  const found = rows.filter(row => row !== undefined);
  return found.length === 0 ? undefined : found.reduce((best, row) => (row.value < best.value ? row : best));
}

/** What each takes, in a new pose every frame, and how many times ours. */
function comparePeers(measured: Measured): string[] {
  const line = (title: string, scene: string, metric: string, methods: readonly (readonly string[])[]): string[] => {
    const rows = methods.map(names =>
      fastest(names.map(method => findRow(measured, 'peers', { scene, metric, method }))),
    );
    const cells = rows.map((row, m) => (m === 0 ? `**${formatPeer(row, undefined)}**` : formatPeer(row, rows[0])));
    return [title, ...cells];
  };
  const pairs = (situation: string, triangles: number): string[] =>
    line(
      `pairs of two, ${situation}, ${groupThousands(triangles)} triangles each`,
      `${triangles} triangles, ${situation}`,
      'time per frame',
      pairMethods,
    );
  const table = [
    ...sizes.map(size => pairs('light touch', size)),
    pairs('disjoint', sizes[0]),
    pairs('deep', sizes[0]),
    ...sizes.map(size =>
      line(`a ray, ${groupThousands(size)} triangles`, `${size} triangles`, 'a ray after a new pose', rayMethods),
    ),
    line(
      `bounding sphere, ${groupThousands(sizes[1])} triangles`,
      `${sizes[1]} triangles`,
      'bounds after a new pose',
      rayMethods,
    ),
  ].filter(row => row.some(cell => /\d/.test(cell) && cell !== row[0]));
  return formatTable([
    ['after a new pose', 'poseclash', 'skin, refit, walk by hand', 'three-mesh-bvh', 'its SkinnedMeshBVH', 'three.js'],
    ...table,
  ]);
}

/** One figure of each paper, beside ours: how many times faster than its baseline. */
function comparePapers(measured: Measured): string[] {
  const kavan = 'two-men-walking, all pairs';
  const curtain = 'ball through the curtain';
  const dolphins = '36096 triangles, all pairs: best hybrid / ours';
  const paperOf = (bench: string, scene: string, method: string, metric: string): number | undefined =>
    findRow(measured, bench, { scene, method, metric })?.paper;
  const ratio = (over: number | undefined, under: number | undefined): string =>
    formatRatio(over === undefined || under === undefined ? undefined : over / under);
  const line = (what: string, bench: string, target: string, paper: string): string[] => {
    const found = findTarget(measured, bench, target);
    return [what, `\`${bench}\``, ...describeTarget(found), paper];
  };
  return formatTable([
    ['scene of a paper, against its baseline as we built and tuned it', 'bench', 'ours', 'asked', 'paper'],
    ...(['linear', 'spherical'] as const).map(kind =>
      line(
        `two men walking, all pairs, ${kind} blend [Kavan2006]`,
        'queries',
        `${kavan}: ${kind}-blend, on demand over bottom-up`,
        ratio(
          paperOf('queries', kavan, `${kind}-blend, sphere, bottom-up`, 'time per query'),
          paperOf('queries', kavan, `${kind}-blend, sphere, on demand`, 'time per query'),
        ),
      ),
    ),
    line(
      'creatures in each other, yes or no, spherical blend [Kavan2006]',
      'queries',
      'creatures-walk-through, yes/no: spherical-blend, on demand over bottom-up',
      ratio(
        paperOf('queries', 'creatures-walk-through, yes/no', 'spherical-blend, sphere, bottom-up', 'time per query'),
        paperOf('queries', 'creatures-walk-through, yes/no', 'spherical-blend, sphere, on demand', 'time per query'),
      ),
    ),
    line(
      'morphing dolphins, all pairs [Larsson2003]',
      'morph-dolphins',
      dolphins,
      formatRatio(findTarget(measured, 'morph-dolphins', dolphins)?.atLeast),
    ), // what the paper has is what was asked
    line(
      'a ball through a curtain of 12 modes [James2004]',
      'curtain',
      'best layered / best on demand',
      ratio(
        paperOf('curtain', curtain, 'layered, spheres', 'time'),
        paperOf('curtain', curtain, 'on demand, spheres', 'time'),
      ),
    ),
    line(
      'a rope that falls, between poses [Wong2013]',
      'radial-view',
      'rope: Base over ours',
      formatRatio(paperOf('radial-view', 'rope', 'as published', 'time of Base over it')),
    ),
    line('a jaw, sphere tree over table [NavarroNewball2009]', 'tabulated', 'jaw: tight sphere tree / table', MISSING),
  ]);
}

function describeTarget(target: Target | undefined): [measured: string, asked: string] {
  if (!target) return [MISSING, MISSING];
  const measured = formatMeasured({ ...target, value: Number(target.value.toPrecision(2)) });
  const verdict = judgeTarget(target);
  return [`**${measured}**`, verdict === 'met' ? formatAsked(target) : `${formatAsked(target)}: ${verdict}`];
}

function noteSizes({ sizes: bundles }: Measured): string[] {
  const size = (name: string): string => formatKilobytes(bundles[name]?.minified);
  return [
    `A browser loads ${size('touches')} (minified) for \`touches\` alone, ${size('touches, of a shape that was saved')} with shapes that`,
    `were saved, ${size('touches, of a shape that is built')} if it builds them too.`,
  ];
}

function formatKilobytes(bytes: number | undefined): string {
  return bytes === undefined ? MISSING : `${(bytes / 1000).toFixed(0)} KB`;
}

function describeGltfSize({ sizes: bundles }: Measured): string[] {
  const size = bundles['all of poseclash/gltf'];
  return [
    `A page that takes all of \`poseclash/gltf\` loads ${formatKilobytes(size?.gzip)} of it (gzip), decoders not counted.`,
  ];
}

/** The numbers of docs/tabulated.md. */
function compareTables(measured: Measured): string[] {
  const rows = measured.results.get('tabulated')?.rows ?? [];
  const kept = rows.filter(({ metric }) => !/time|ns|us|Fig\./.test(metric));
  return formatTable([
    ['scene', 'table', '', 'paper', 'ours'],
    ...kept.map(({ scene, method, metric, unit, paper, value }) => [
      scene,
      method,
      metric,
      paper === undefined ? '' : withUnit(formatValue(paper), unit),
      withUnit(formatValue(value), unit),
    ]),
  ]);
}

function describeStepCost(measured: Measured): string[] {
  const whole = findTarget(measured, 'radial-view', 'rope: one step, all included');
  if (!whole) return ['A step of the rope, with skinning and all: not measured yet.'];
  return [`A step of the rope (48,440 triangles) with skinning and all takes ${formatMeasured(whole)}.`];
}
