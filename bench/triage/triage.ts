import { readFileSync } from 'node:fs';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { createGltfSubject } from '../../cli/subjects/gltf-subject.ts';
import { countsAlone } from '../../src/check/findings/write-report.ts';
import {
  type AssetReport,
  type CheckSubject,
  checkSubject,
  type Issue,
  type IssueList,
} from '../../src/check/index.ts';
import { readGltf } from '../../src/gltf/index.ts';
import { type Bench, formatTable } from '../harness/report.ts';
import { findLabelled, type Half, type Label, type LabelledFile, readLabels } from './labels.ts';

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

/**
 * How well the three lists of `check` sort what is worth a look: findings of real models, labelled by what is seen in pictures. Rules were tuned on
 * one half; the other was kept apart until its errors were looked at (decision 18). Lines of the first list should be worth a look; of what is real, little may be in the third.
 */
export const triage: Bench = {
  name: 'triage',
  title: 'how many lines of the first list are worth a look, and how many that are it holds: labels of real models',
  async run({ isQuick, print }, report) {
    const judged: Record<Half, Judged[]> = { tune: [], apart: [] };
    const files = readLabels();
    for (const labelled of isQuick ? files.slice(0, FEW) : files) {
      const subject = await load(labelled);
      if (!subject) {
        print(`${labelled.file}: not here, or another; left out`);
        continue;
      }
      const found = judgeFile(labelled, checkSubject(subject));
      judged[labelled.half].push(...found);
      print(`${labelled.file}: ${found.length} labels`);
    }
    for (const half of ['tune', 'apart'] as const) {
      print('');
      print(
        half === 'tune'
          ? 'the half that rules were tuned on'
          : 'the half looked at last (decision 18: four times by now)',
      );
      for (const line of formatTable(countByList(judged[half]))) print(line);
      for (const { metric, value, atLeast } of measure(judged[half])) {
        report.rows.push({ bench: 'triage', scene: half, method: 'lists', metric, unit: '', value });
        if (half === 'apart' && atLeast !== undefined) {
          report.targets.push({ name: `looked at last: ${metric}`, value, unit: '', atLeast });
        }
      }
    }
  },
};

async function load(labelled: LabelledFile): Promise<CheckSubject | null> {
  if (labelled.hash === '') return createCharacterSubject();
  const path = findLabelled(labelled);
  return path === null ? null : createGltfSubject(labelled.file, await readGltf(readFileSync(path)));
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

function countByList(judged: readonly Judged[]): (string | number)[][] {
  const count = (label: Label, list: IssueList): number =>
    judged.filter(one => one.label === label && one.list === list).length;
  return [['labelled as', ...LISTS], ...LABELS.map(label => [label, ...LISTS.map(list => count(label, list))])];
}

function measure(judged: readonly Judged[]): { metric: string; value: number; atLeast?: number }[] {
  const lines = judged.filter(({ list, isAlone }) => list === 'collision' && isAlone);
  const real = judged.filter(({ label }) => label === 'real');
  const first = judged.filter(({ isFirst }) => isFirst);
  const shareOf = (all: readonly Judged[], isGood: (one: Judged) => boolean): number =>
    all.filter(isGood).length / all.length;
  const isReal = ({ label }: Judged): boolean => label === 'real';
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
