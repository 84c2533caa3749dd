import { spawnSync } from 'node:child_process';
import type { Row, Target } from '../../bench/harness/report.ts';
import { resultFile, writeResult } from '../../bench/harness/results.ts';
import { digest } from './digest.ts';
import type { Verdict } from './judge.ts';

/** Lines that count the verdicts, by question. */
export function summarise(verdicts: readonly Verdict[]): string[] {
  const questions = [...new Set(verdicts.map(({ question }) => question))];
  return questions.map(question => {
    const of = verdicts.filter(verdict => verdict.question === question);
    const count = (state: Verdict['state']): number => of.filter(verdict => verdict.state === state).length;
    const states = `${count('equal')} equal, ${count('mended')} mended, ${count('DIFFERENT')} different`;
    return `${question.padEnd(24)}  ${of.length} subjects: ${states}`;
  });
}

/** One row for each question and version: a hash over all subjects, those left out in which a mended defect shows. */
export function saveVerdicts(verdicts: readonly Verdict[], checkouts: readonly string[], seconds: number): void {
  const versions = checkouts.map(nameVersion);
  const rows: Row[] = [];
  const targets: Target[] = [];
  for (const question of new Set(verdicts.map(verdict => verdict.question))) {
    const of = verdicts.filter(verdict => verdict.question === question);
    const compared = of.filter(({ state }) => state !== 'mended');
    const scene = `${compared.length} of ${of.length} subjects`;
    const value = compared.reduce((sum, { count }) => sum + count, 0);
    versions.forEach((method, v) => {
      const resultHash = digest(compared.map(({ before, now }) => (v === 0 ? before : now)));
      rows.push({ bench: 'compare', scene, method, metric: question, unit: '', value, resultHash });
    });
    targets.push({
      name: `${question}: subjects answered otherwise, of ${of.length}, but for mended defects`,
      value: of.filter(({ state }) => state === 'DIFFERENT').length,
      unit: '',
      atMost: 0,
    });
  }
  const title = `the same answers as ${versions[0]}: hashes over scenes and models, this code and that in turn`;
  writeResult(resultFile('compare'), { bench: 'compare', title }, { isQuick: false, seconds }, { rows, targets });
}

/** The commit a checkout is at. */
export function nameVersion(checkout: string): string {
  const { stdout } = spawnSync('git', ['-C', checkout, 'rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' });
  return stdout?.trim() || 'another version';
}
