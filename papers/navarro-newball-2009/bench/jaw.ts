import { hashNumbers } from '../../../bench/harness/measure.ts';
import { type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { type Kinematics, type SphereSet, saveTable, type Table } from '../../../src/tabulated/index.ts';
import type { MotionSearch } from '../../../src/tabulated/motion/motion-search.ts';
import { searchMotion } from '../../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../../src/tabulated/spheres/generate-spheres.ts';
import { reduceTable } from '../../../src/tabulated/table/reduce-table.ts';
import { countTests } from '../../../src/tabulated/table/table.ts';
import { verifyTable } from '../../../src/tabulated/table/verify-table.ts';
import type { ConstrainedScene } from '../scenes/constrained-scene.ts';
import { createJawScene } from '../scenes/jaw.ts';
import { createTimer, type Timer } from './build-time.ts';
import { timeJaw } from './jaw-steps.ts';
import { hashPairsOf } from './methods.ts';

/** Of [NavarroNewball2009], Fig. 2: all spheres, those of the reduced subset, and its tests. */
const paper = { mandible: 812, skull: 1158, keptMandible: 22, keptSkull: 9, tests: 22 };

/** How far, in skull lengths, the second safe table may be early. */
export const TOLERANCE = 0.0005;

/** Everything the jaw's tables are made from and compared by. */
export interface JawBench {
  scene: ConstrainedScene;
  timer: Timer;
  /** The motion in samples, for the published search, and in cells, for the safe one. */
  samples: Kinematics;
  cells: Kinematics;
  search: MotionSearch;
  /** The published reduction; and the smallest subset that knows every sampled pose. */
  rows: Table;
  smallest: Table;
  /** Spheres around two triangles each, and the safe table of them. */
  covering: SphereSet[];
  safe: Table;
  /** Safe too: of smaller spheres, and a little early. */
  tolerant: Table;
}

export function measureJaw(options: BenchOptions, report: Report): void {
  const jaw = buildTables(options);
  reportSpheres(jaw, options, report);
  verifyTables(jaw, options, report);
  timeJaw(jaw, options, report);
}

function buildTables({ print }: BenchOptions): JawBench {
  const scene = createJawScene();
  const [mandible, skull] = [scene.a, scene.b].map(({ mesh }) => mesh.triangles.length / 3);
  print(`\nthe jaw: a mandible of ${mandible} triangles and a skull of ${skull}, two freedoms; making its tables:`);
  const timer = createTimer(print);
  const samples = scene.createKinematics([53, 33]);
  const cells = scene.createKinematics([32, 16]);
  const inside = timer.time('published: spheres inside', () => {
    const growth = { kind: 'volumetric', step: 0.001, maxRadius: 0.02 } as const;
    return [
      generateSpheres(scene.a, { ...growth, spacing: 0.0064 }),
      generateSpheres(scene.b, { ...growth, spacing: 0.0096 }),
    ];
  });
  const search = timer.time('published: search', progress =>
    searchMotion(samples, inside[0], inside[1], { mode: 'published', progress }),
  );
  const cover = (stage: string, triangles: number): SphereSet[] =>
    timer.time(`${stage}: spheres around`, () =>
      [scene.a, scene.b].map(side => generateSpheres(side, { kind: 'covering', triangles, depth: 0.03 })),
    );
  const searchSafely = (stage: string, [a, b]: SphereSet[], tolerance: number): Table =>
    timer.time(`${stage}: search and cover`, progress => {
      const safe = { mode: 'safe', answers: 'yes-no', refinements: 7, tolerance, progress } as const;
      return reduceTable(searchMotion(cells, a, b, safe), 'cover');
    });
  const rows = timer.time('published: reduce', () => reduceTable(search, 'rows'));
  const covering = cover('safe', 2);
  return {
    scene,
    timer,
    samples,
    cells,
    search,
    rows,
    smallest: reduceTable(search, 'cover'),
    covering,
    safe: searchSafely('safe', covering, 0),
    tolerant: searchSafely('tolerant', cover('tolerant', 1), TOLERANCE),
  };
}

function reportSpheres(jaw: JawBench, { print }: BenchOptions, report: Report): void {
  const { search, rows, smallest, covering, safe, tolerant } = jaw;
  const countColliding = (place: number): number => new Set(search.pairs.filter((_, k) => k % 2 === place)).size;
  const describe = (table: Table): string[] =>
    [table.a.ids.length, table.b.ids.length, countTests(table), saveTable(table).byteLength].map(String);
  const texts = (...numbers: number[]): string[] => numbers.map(String);
  const lines = [
    ['spheres', 'paper: mandible', 'skull', 'tests', '| ours: mandible', 'skull', 'tests', 'bytes'],
    ['inside', ...texts(paper.mandible, paper.skull), '', ...texts(rows.a.total, rows.b.total), '', ''],
    ['that collide', '', '', '', ...texts(countColliding(0), countColliding(1), search.pairs.length / 2), ''],
    ['reduced as published', ...texts(paper.keptMandible, paper.keptSkull, paper.tests), ...describe(rows)],
    ['smallest subset', '', '', '', ...describe(smallest)],
    ['around', '', '', '', ...texts(covering[0].radii.length, covering[1].radii.length), '', ''],
    ['safe', '', '', '', ...describe(safe)],
    [`safe, ${TOLERANCE} early`, '', '', '', ...describe(tolerant)],
  ];
  print('');
  for (const line of formatTable(lines)) print(line);
  const [n, m] = [rows.a.ids.length, rows.b.ids.length];
  const density = countTests(rows) / (n * m);
  const paperDensity = paper.tests / (paper.keptSkull * paper.keptMandible);
  print(`\ntests / all pairs of the subset: paper ${paperDensity.toFixed(3)} | ours ${density.toFixed(3)}`);
  const poses = search.poseStarts.length - 1;
  print(`sampled poses that collide and that the published reduction has lost: ${countLost(search, rows)} of ${poses}`);
  const kept = (100 * (n + m)) / (rows.a.total + rows.b.total);
  const paperKept = (100 * (paper.keptMandible + paper.keptSkull)) / (paper.mandible + paper.skull);
  const resultHash = hashPairsOf(rows);
  const common = { bench: 'tabulated', scene: 'jaw', method: 'published', resultHash };
  report.rows.push(
    { ...common, metric: 'spheres kept', unit: '%', value: kept, paper: paperKept },
    { ...common, metric: 'tests per step', unit: '', value: countTests(rows), paper: paper.tests },
    { ...common, metric: 'tests / all pairs of the subset', unit: '', value: density, paper: paperDensity },
    {
      ...common,
      method: 'safe',
      metric: 'tests per step',
      unit: '',
      value: countTests(safe),
      resultHash: hashPairsOf(safe),
    },
  );
  report.targets.push({ name: 'jaw: spheres kept as published', value: kept, unit: '%', atMost: 3 });
  report.targets.push({ name: 'jaw: tests / all pairs of the subset', value: density, unit: '', atMost: 0.12 });
}

/** Sampled poses that collide and at which no pair of the table does. */
function countLost(search: MotionSearch, { a, b, rowStarts, columns }: Table): number {
  const kept = new Set<number>();
  a.ids.forEach((id, row) => {
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) kept.add(id * b.total + b.ids[columns[k]]);
  });
  let lost = 0;
  for (let pose = 0; pose + 1 < search.poseStarts.length; pose++) {
    const pairs = search.posePairs.subarray(search.poseStarts[pose], search.poseStarts[pose + 1]);
    if (!pairs.some(pair => kept.has(search.pairs[2 * pair] * b.total + search.pairs[2 * pair + 1]))) lost++;
  }
  return lost;
}

/** All tables against the exact query of triangles, at random poses. */
function verifyTables(jaw: JawBench, { isQuick, print }: BenchOptions, report: Report): void {
  const { scene, timer, samples, cells } = jaw;
  const poses = isQuick ? 5000 : 100_000;
  const entries: [name: string, table: Table, kinematics: Kinematics][] = [
    ['published, not reduced', reduceTable(jaw.search, 'none'), samples],
    ['published', jaw.rows, samples],
    ['published, smallest subset', jaw.smallest, samples],
    ['safe', jaw.safe, cells],
    [`safe, ${TOLERANCE} early`, jaw.tolerant, cells],
  ];
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;
  const lines = [['table', 'colliding', 'missed', 'of colliding', 'phantom', 'of free']];
  print(`\nlooking up ${poses} random poses, and asking the triangles:`);
  for (const [name, table, kinematics] of entries) {
    const { colliding, missed, phantom } = timer.time(`verify: ${name}`, progress =>
      verifyTable(table, kinematics, scene.a, scene.b, { poses, progress }),
    );
    const shares = [percent(missed, colliding), percent(phantom, poses - colliding)];
    lines.push([name, String(colliding), String(missed), shares[0], String(phantom), shares[1]]);
    const resultHash = hashNumbers([colliding, missed, phantom]);
    const common = { bench: 'tabulated', scene: `jaw, ${poses} random poses`, method: name, unit: 'poses', resultHash };
    report.rows.push({ ...common, metric: 'colliding, reported free', value: missed });
    report.rows.push({ ...common, metric: 'free, reported colliding', value: phantom });
    if (table.guarantee !== 'triangles') continue;
    report.targets.push({ name: `${name}: missed of ${poses} random poses`, value: missed, unit: '', atMost: 0 });
  }
  print('');
  for (const line of formatTable(lines)) print(line);
}
