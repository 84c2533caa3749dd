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
    'here is typed by hand. Times are medians over rounds (of morphing bodies and of steps between poses the least, of chairs the mean); ratios are inside',
    'one run, and only between methods with equal answers. `node dist/scripts/render.js SCENE STEP out.png` shows the scenes of characters that rows name.',
    '',
    `Of ${met + missed} figures that were asked for and measured in full, ${met} are met and ${missed} are missed. ${others} more are from quick runs,`,
    'or of other things than what was asked, and count for nothing.',
    '[What was asked](#what-was-asked) · [the papers](#the-papers) · [others and ours](#others-and-ours)',
    '',
    ...formatTable([
      ['bench', 'what it measures', 'run', 'on'],
      ...results.map(result => describeRun(result, measured)),
    ]),
    '',
    ...pictures.filter(isOfNoPaper).flatMap(file => [`![${file.replace(/^.*results-|\.svg$/g, '')}](${file})`, '']),
    '## What was asked',
    '',
    ...results.flatMap(writeTargets),
    '## The papers',
    '',
    'Each has a page of its own: what it printed, its system as published here, and ours, with a paragraph on every difference. The',
    'papers measured other models on machines of their time: their times are for orientation, their ratios and counts to be compared.',
    '',
    ...listPapers(),
    '',
    '## Others and ours',
    '',
    ...writePeers(measured),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Curves of papers stand on their own pages. */
function isOfNoPaper(picture: string): boolean {
  return !papers.some(([folder]) => picture.includes(`results-${folder.split('-')[0]}-`));
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

const papers: [folder: string, paper: string, benches: string[]][] = [
  ['kavan-2006', 'Kavan, O’Sullivan, Žára 2006', ['kavan-published', 'queries', 'radii', 'poses']],
  ['james-2004', 'James, Pai 2004', ['bd-tree', 'curtain', 'bridge', 'chairs', 'fish']],
  ['wong-2013', 'Wong, Lin, Hung, Huang, Lii 2013', ['radial-view']],
  ['larsson-2003', 'Larsson, Akenine-Möller 2003', ['morph-bodies', 'morph-dolphins']],
  ['navarro-newball-2009', 'Navarro Newball, Wyvill, McCane 2009', ['tabulated']],
];

/** Where the tables of each paper stand, and of which benches they are. */
function listPapers(): string[] {
  const lines = papers.map(([folder, paper, benches]) => [
    `[${paper}](../papers/${folder}/README.md)`,
    benches.map(bench => `\`${bench}\``).join(', '),
  ]);
  return formatTable([['paper, its tables and figures', 'benches'], ...lines]);
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
