import { judgeTarget, type Row, type Target } from '../../bench/harness/report.ts';
import type { Result } from '../../bench/harness/results.ts';
import { formatRatio, formatTable, formatTime, formatValue, MISSING, withUnit } from './markdown.ts';
import type { Measured } from './read-results.ts';

/** The order of the page; benches that are not named here come last. */
const order = [
  'peers',
  'rays',
  'self',
  'native',
  'native-pairs',
  'check',
  'growth',
  'queries',
  'kavan-published',
  'radii',
  'poses',
  'radial-view',
  'morph-bodies',
  'morph-dolphins',
  'bd-tree',
  'curtain',
  'bridge',
  'chairs',
  'fish',
];

/** docs/results.md, whole: what was asked, what the papers printed and what others take, each beside what was measured. */
export function writeResultsPage(measured: Measured, pictures: readonly string[]): string {
  const rank = ({ bench }: Result): number => (order.includes(bench) ? order.indexOf(bench) : order.length);
  const results = [...measured.results.values()].sort((a, b) => rank(a) - rank(b) || (a.bench < b.bench ? -1 : 1));
  const { met, missed, others } = countTargets(results);
  const lines = [
    '# Results',
    '',
    'Written by `npm run pages` from [bench/results](../bench/results); `npm run results` measures anew and writes it. Nothing',
    'here is typed by hand. Times are medians over rounds (of morphing bodies and steps in contact the least, of chairs the mean); ratios are inside',
    'one run, and only between methods with equal answers. A row names a scene that `node dist/scripts/render.js SCENE STEP out.png` shows.',
    '',
    `Of ${met + missed} figures that were asked for and measured in full, ${met} are met and ${missed} are missed. ${others} more are from quick runs,`,
    'or of other things than what was asked, and count for nothing.',
    '[What was asked](#what-was-asked) · [papers and ours](#papers-and-ours) · [others and ours](#others-and-ours)',
    '',
    ...formatTable([
      ['bench', 'what it measures', 'run', 'on'],
      ...results.map(result => describeRun(result, measured)),
    ]),
    '',
    ...pictures.flatMap(file => [`![${file.replace(/^.*results-|\.svg$/g, '')}](${file})`, '']),
    '## What was asked',
    '',
    ...results.flatMap(writeTargets),
    '## Papers and ours',
    '',
    'The papers measured other models on machines of their time: their times are for orientation, their ratios and counts to be',
    'compared.',
    '',
    ...results.flatMap(writePapers),
    '## Others and ours',
    '',
    ...writePeers(measured),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function describeRun(result: Result, { sources }: Measured): string[] {
  const { bench, title, date, isQuick, seconds, environment } = result;
  const { node, cpu, cores } = environment;
  const run = `${date}, ${seconds} s${isQuick ? ', **quick: not to be quoted**' : ''}`;
  return [`[${bench}](../${sources.get(bench)})`, title, run, `Node ${node.slice(1)}, ${cores} cores of ${cpu}`];
}

/** Of full runs what was met and missed; a quick run, and one that compares unlike things, proves neither. */
export function countTargets(results: Iterable<Result>): { met: number; missed: number; others: number } {
  const counts = { met: 0, missed: 0, others: 0 };
  for (const { isQuick, targets } of results) {
    for (const target of targets) {
      const verdict = judgeTarget(target);
      if (isQuick || verdict === 'not compared') counts.others++;
      else counts[verdict]++;
    }
  }
  return counts;
}

function writeTargets({ bench, targets, isQuick }: Result): string[] {
  if (targets.length === 0) return [];
  const verdicts = { met: 'met', missed: '**missed**', 'not compared': '' };
  const rows = targets.map(target => [
    target.name,
    formatMeasured(target),
    formatAsked(target),
    target.unlike !== undefined
      ? `not compared: ${target.unlike}`
      : isQuick
        ? 'quick run'
        : verdicts[judgeTarget(target)],
  ]);
  return [`### ${bench}`, '', ...formatTable([['', 'measured', 'asked', ''], ...rows]), ''];
}

export function formatMeasured({ value, unit }: Target): string {
  return withUnit(formatValue(value), unit);
}

export function formatAsked({ atLeast, atMost, unit }: Target): string {
  const [word, limit] = atLeast !== undefined ? ['at least', atLeast] : ['at most', atMost];
  return `${word} ${withUnit(formatValue(limit), unit)}`;
}

/** Scenes side by side where most of them have the same figures, else one line for each figure. */
function writePapers({ bench, rows }: Result): string[] {
  const compared = rows.filter(({ paper }) => paper !== undefined);
  if (compared.length === 0) return [];
  const metrics = [...new Set(compared.map(({ metric }) => metric))];
  const groups = isGrid(compared) ? [compared] : metrics.map(metric => compared.filter(row => row.metric === metric));
  const grids = groups.filter(isGrid);
  const others = groups.filter(group => !isGrid(group)).flat();
  const list = others.map(row => [nameFigure(row), row.scene, formatValue(row.value), formatValue(row.paper)]);
  return [
    `### ${bench}: paper and ours`,
    '',
    ...grids.flatMap(group => [...formatTable(layGrid(group)), '']),
    ...(list.length > 0 ? [...formatTable([['', 'scene', 'ours', 'paper'], ...list]), ''] : []),
  ];
}

function isGrid(rows: readonly Row[]): boolean {
  const scenes = new Set(rows.map(({ scene }) => scene)).size;
  const figures = new Set(rows.map(nameFigure)).size;
  return scenes > 1 && scenes <= 6 && figures > 1 && 2 * rows.length > scenes * figures;
}

function layGrid(rows: readonly Row[]): string[][] {
  const scenes = [...new Set(rows.map(({ scene }) => scene))];
  const figures = [...new Set(rows.map(nameFigure))];
  const find = (scene: string, figure: string): Row | undefined =>
    rows.find(row => row.scene === scene && nameFigure(row) === figure);
  return [
    ['ours (paper)', ...scenes],
    ...figures.map(figure => [figure, ...scenes.map(scene => formatBoth(find(scene, figure)))]),
  ];
}

function nameFigure({ method, metric, unit }: Row): string {
  return `${method}: ${unit === '' || unit === '1' ? metric : `${metric}, ${unit}`}`;
}

function formatBoth(row: Row | undefined): string {
  return row ? `${formatValue(row.value)} (${formatValue(row.paper)})` : '';
}

/** One table for each question to the peers and to native code: what each method takes, and how many times ours. */
function writePeers({ results }: Measured): string[] {
  const all = ['peers', 'native', 'native-pairs'].flatMap(bench => results.get(bench)?.rows ?? []);
  const rows = all.filter(({ unit }) => unit === 'us' || unit === 'ms');
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  return metrics.flatMap(metric => {
    const asked = rows.filter(row => row.metric === metric);
    const methods = [...new Set(asked.map(({ method }) => method))];
    const scenes = [...new Set(asked.map(({ scene }) => scene))];
    const find = (scene: string, method: string): Row | undefined =>
      asked.find(row => row.scene === scene && row.method === method);
    const table = scenes.map(scene => {
      const ours = find(scene, methods[0]);
      return [scene, ...methods.map((method, m) => formatPeer(find(scene, method), m === 0 ? undefined : ours))];
    });
    return [`### ${metric}`, '', ...formatTable([['', ...methods], ...table]), ''];
  });
}

/** What a method takes, and how many times ours; a ratio only if it gave our answers. */
export function formatPeer(row: Row | undefined, ours: Row | undefined): string {
  if (!row) return MISSING;
  const time = formatTime(microseconds(row));
  if (!ours) return time;
  if (!row.resultHash || !ours.resultHash) return `${time} (answers not known)`; // a run from before every row had a hash
  const isSame = row.resultHash === ours.resultHash;
  return `${time} (${isSame ? formatRatio(row.value / ours.value) : 'other answers'})`;
}

export function microseconds({ value, unit }: Row): number {
  return unit === 'ms' ? 1000 * value : value;
}
