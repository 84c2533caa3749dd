import type { AssetReport, CheckReport, ClipReport, Issue } from '../../src/check/index.ts';
import { type FailOn, fails } from '../config.ts';
import { escapeAttribute, escapeMarkup } from './escape.ts';
import { listMissingClips } from './whole.ts';
import {
  count,
  findPrefix,
  LISTS,
  listNotes,
  nameIssue,
  sayFinding,
  sayMeasures,
  sayRest,
  saySeverity,
} from './words.ts';

/**
 * A report as JUnit's XML, which every continuous integration shows: a suite for each asset, a case for each clip. A case
 * fails exactly if one of the issues that make the exit code 1 is in its clip, with a line for each; other issues, and what is suppressed, are in
 * its output. There is no duration in it, so that the same input gives the same bytes.
 */
export function toJunit(report: CheckReport, failOn: FailOn): string {
  const suites = report.assets.map(asset => listCases(asset, failOn));
  const missing = listMissingClips(report).map(
    (clip): Case => ({ name: clip, error: 'not checked: no file has a clip called so', output: [] }),
  );
  const totals = countCases([...suites.flat(), ...missing]);
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites name="poseclash check" ${totals}>`];
  report.assets.forEach((asset, k) => {
    lines.push(...writeSuite(asset.name, suites[k], listOutput(asset)));
  });
  if (missing.length > 0) lines.push(...writeSuite('--clip', missing, []));
  return `${[...lines, '</testsuites>'].join('\n')}\n`;
}

interface Case {
  name: string;
  failure?: { summary: string; lines: string[] };
  error?: string;
  output: string[];
}

function listCases(asset: AssetReport, failOn: FailOn): Case[] {
  if (asset.error !== undefined) return [{ name: 'read', error: asset.error, output: [] }];
  return asset.clips.map((clip, c) => {
    if (clip.error !== undefined) return { name: clip.name, error: clip.error, output: [] };
    return judgeClip(asset, clip, c, failOn);
  });
}

function judgeClip(asset: AssetReport, clip: ClipReport, c: number, failOn: FailOn): Case {
  const prefix = findPrefix(asset);
  const lineOf = (issue: Issue): string[] => {
    const worst = issue.findings
      .map(([k, n]) => (k === c ? clip.findings[n] : null))
      .find(finding => finding && !finding.suppressed);
    return worst
      ? [`${nameIssue(issue, prefix)} (${saySeverity(issue)}, ${LISTS[issue.list]}): ${sayMeasures(worst)}`]
      : [];
  };
  const counting = asset.issues.filter(({ suppressed }) => !suppressed);
  const lines = counting.filter(issue => fails(issue, failOn)).flatMap(lineOf);
  const others = counting.filter(issue => !fails(issue, failOn)).flatMap(lineOf);
  const suppressed = clip.findings.flatMap(finding =>
    finding.suppressed ? [`suppressed (${finding.suppressed}): ${sayFinding(finding)}`] : [],
  );
  const output = [...others, ...suppressed];
  if (lines.length === 0) return { name: clip.name, output };
  return { name: clip.name, failure: { summary: count(lines.length, 'issue'), lines }, output };
}

function countCases(cases: readonly Case[]): string {
  const failures = cases.filter(({ failure }) => failure).length;
  const errors = cases.filter(({ error }) => error !== undefined).length;
  return `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
}

function listOutput(asset: AssetReport): string[] {
  const rest = sayRest(asset);
  return [...listNotes(asset).map(note => `note: ${note}`), ...(rest ? [`suppressed: ${rest}`] : [])];
}

function writeSuite(name: string, cases: readonly Case[], notes: readonly string[]): string[] {
  return [
    `  <testsuite name="${escapeAttribute(name)}" ${countCases(cases)} skipped="0">`,
    ...cases.flatMap(entry => writeCase(name, entry)),
    ...writeOutput(notes, '    '),
    '  </testsuite>',
  ];
}

function writeCase(suite: string, { name, failure, error, output }: Case): string[] {
  const open = `    <testcase classname="${escapeAttribute(suite)}" name="${escapeAttribute(name)}"`;
  const inner: string[] = [];
  if (error !== undefined) {
    inner.push(`      <error message="${escapeAttribute(error)}" type="not checked">${escapeMarkup(error)}</error>`);
  }
  if (failure) {
    const text = failure.lines.map(escapeMarkup).join('\n');
    inner.push(`      <failure message="${escapeAttribute(failure.summary)}" type="collision">${text}</failure>`);
  }
  inner.push(...writeOutput(output, '      '));
  return inner.length === 0 ? [`${open}/>`] : [`${open}>`, ...inner, '    </testcase>'];
}

function writeOutput(lines: readonly string[], indent: string): string[] {
  return lines.length === 0 ? [] : [`${indent}<system-out>${lines.map(escapeMarkup).join('\n')}</system-out>`];
}
