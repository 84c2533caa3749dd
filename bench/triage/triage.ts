import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { createSubject, readBundle } from '../../cli/units/bundle.ts';
import { countsAlone } from '../../src/check/findings/write-report.ts';
import {
  type AssetReport,
  type CheckSubject,
  checkSubject,
  type Issue,
  type IssueList,
} from '../../src/check/index.ts';
import { hashNumbers } from '../harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../harness/report.ts';
import { type Label, type LabelledFile, type LabelSet, readLabels, sourceOf } from './labels.ts';

/** Files of a quick run. */
const FEW = 8;

/** A labelled finding, and what became of it. */
interface Judged {
  file: string;
  label: Label;
  list: IssueList;
  /** Whether it has a line of its own, or is told with another. */
  isAlone: boolean;
  /** It is the first line that its file prints. */
  isFirst: boolean;
}

const TITLES: Record<LabelSet, string> = {
  tune: 'the half that rules were tuned on',
  apart: 'the half looked at last (decision 18: four times by now)',
  later: 'poses that nobody has animated: joints flexed, clips of other files (decision 36)',
  fresh: 'more of these, strictly labelled: what the first rule of decision 49 was made with',
  kept: 'the same of other families, counted when that stood: what the second was made with',
  last: 'the same again, drawn when both stood',
  strangers: 'told by two people who know nothing of the rules: what those of decision 58 were made with',
  after: 'the same by two others, drawn when these stood',
  unseen: 'the same by two others again, drawn when the rules of decision 64 stood',
};

/** What a set is called in the results. */
const NAMES: Record<LabelSet, string> = {
  tune: 'tuned',
  apart: 'looked at last',
  later: 'later',
  fresh: 'fresh',
  kept: 'kept',
  last: 'drawn last',
  strangers: 'by strangers',
  after: 'by strangers, drawn after',
  unseen: 'by strangers, drawn last of all',
};

/**
 * How well the three lists of `check` sort what is worth a look: findings of real models, labelled by what is seen in pictures. Rules were tuned on
 * one half; the other was kept apart until its errors were looked at (decision 18). Lines of the first list should be worth a look; of what is real, little may be in the third.
 */
export const triage: Bench = {
  title: 'how many lines of the first list are worth a look, and how many that are it holds: labels of real models',
  run: (options, report) => judgeSets('triage', ['tune', 'apart'], options, report),
};

/** Checks the labelled files of some sets, and counts what became of their labels. */
export async function judgeSets(
  bench: string,
  sets: readonly LabelSet[],
  { isQuick, print }: BenchOptions,
  report: Report,
): Promise<void> {
  const judged = Object.fromEntries(Object.keys(TITLES).map(set => [set, [] as Judged[]])) as Record<
    LabelSet,
    Judged[]
  >;
  const files = readLabels().filter(({ set }) => sets.includes(set));
  for (const labelled of isQuick ? files.slice(0, FEW) : files) {
    const subject = await load(labelled);
    const { file, set, clips, fps } = labelled;
    if (!subject) {
      print(`${file}: not here, or another; left out`);
      continue;
    }
    const found = judgeFile(labelled, checkSubject(subject, { clips, fps }));
    judged[set].push(...found);
    const lines = found.filter(isLine);
    print(
      `${file}${sayAdded(labelled)}: ${found.length} labels, ${lines.filter(isReal).length} of ${lines.length} lines right`,
    );
  }
  for (const set of sets) {
    print('');
    print(TITLES[set]);
    for (const line of formatTable(countByList(judged[set]))) print(line);
    const resultHash = hashNumbers(judged[set].map(({ list, isAlone }) => 2 * LISTS.indexOf(list) + Number(isAlone)));
    for (const { metric, value, atLeast } of measure(judged[set])) {
      report.rows.push({ bench, scene: set, method: 'lists', metric, unit: '', value, resultHash });
      if (set !== 'tune' && atLeast !== undefined) {
        report.targets.push({ name: `${NAMES[set]}: ${metric}`, value, unit: '', atLeast });
      }
    }
  }
}

function sayAdded({ flex, motion }: LabelledFile): string {
  return flex ? ', flexed' : motion ? `, clips of ${motion.file}` : '';
}

async function load(labelled: LabelledFile): Promise<CheckSubject | null> {
  if (labelled.hash === '') return createCharacterSubject();
  const source = sourceOf(labelled);
  if (!source) return null;
  return { ...(await createSubject(await readBundle(source), 1)), name: labelled.file };
}

function judgeFile({ file, findings }: LabelledFile, { issues }: AssetReport): Judged[] {
  const [first] = issues.filter(issue => countsAlone(issue) && issue.list === 'collision');
  return findings.flatMap(({ a, b, label }) => {
    const issue = issues.find(one => (isOf(one.a, a) && isOf(one.b, b)) || (isOf(one.a, b) && isOf(one.b, a)));
    return issue ? [{ file, label, list: issue.list, isAlone: countsAlone(issue), isFirst: issue === first }] : [];
  });
}

function isOf(p: Issue['a'], q: Issue['a']): boolean {
  return p.body === q.body && p.joint === q.joint;
}

const LISTS: readonly IssueList[] = ['collision', 'joint', 'layered'];
const LABELS: readonly Label[] = ['real', 'trivial', 'hidden', 'design', 'crease', 'nonsense'];

const isReal = ({ label }: Judged): boolean => label === 'real';
const isLine = ({ list, isAlone }: Judged): boolean => list === 'collision' && isAlone;

function countByList(judged: readonly Judged[]): (string | number)[][] {
  const count = (label: Label, list: IssueList): number =>
    judged.filter(one => one.label === label && one.list === list).length;
  return [['labelled as', ...LISTS], ...LABELS.map(label => [label, ...LISTS.map(list => count(label, list))])];
}

function measure(judged: readonly Judged[]): { metric: string; value: number; atLeast?: number }[] {
  const lines = judged.filter(isLine);
  const real = judged.filter(({ label }) => label === 'real');
  const first = judged.filter(({ isFirst }) => isFirst);
  const shareOf = (all: readonly Judged[], isGood: (one: Judged) => boolean): number =>
    all.filter(isGood).length / all.length;
  return [
    { metric: 'labels', value: judged.length },
    { metric: 'files', value: new Set(judged.map(({ file }) => file)).size },
    { metric: 'labelled lines of the first list', value: lines.length },
    { metric: 'of the first list, worth a look', value: shareOf(lines, isReal), atLeast: 0.9 },
    { metric: 'of the real ones, in the first list', value: shareOf(real, ({ list }) => list === 'collision') },
    {
      metric: 'of the real ones, in the first two lists',
      value: shareOf(real, ({ list }) => list !== 'layered'),
      atLeast: 0.95,
    },
    { metric: 'first lines of files that are labelled', value: first.length },
    { metric: 'of first lines, worth a look', value: shareOf(first, isReal), atLeast: 0.9 },
  ];
}
