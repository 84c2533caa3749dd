import type { AssetReport, CheckReport, ClipReport, Finding } from '../../src/check/index.ts';
import type { FailOn } from '../config.ts';
import { escapeAttribute, escapeMarkup } from './escape.ts';
import { listMissingClips } from './whole.ts';
import { count, listNotes, sayFinding, sayRest } from './words.ts';

type Rule = Finding['rule'];

/**
 * A report as JUnit's XML, which every continuous integration shows: a suite for each asset, a case for each clip and rule. A case
 * fails exactly if its findings make the exit code 1, with a line for each; creases that do not, and what is suppressed, are in
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
  const rules: Rule[] =
    asset.bodies.length > 1 ? ['self/through', 'self/crease', 'pair/through'] : ['self/through', 'self/crease'];
  return asset.clips.flatMap(clip => {
    if (clip.error !== undefined) return [{ name: `${clip.name} check`, error: clip.error, output: [] }];
    return rules.map(rule => judgeRule(clip, rule, failOn));
  });
}

function judgeRule(clip: ClipReport, rule: Rule, failOn: FailOn): Case {
  const findings = clip.findings.filter(finding => finding.rule === rule);
  const counting = findings.filter(({ suppressed }) => !suppressed);
  const suppressed = findings.flatMap(finding =>
    finding.suppressed ? [`suppressed (${finding.suppressed}): ${sayFinding(finding)}`] : [],
  );
  const lines = counting.map(finding => sayFinding(finding));
  const name = `${clip.name} ${rule}`;
  const fails = failOn === 'crease' || (failOn === 'through' && rule !== 'self/crease');
  if (!fails || lines.length === 0) return { name, output: [...lines, ...suppressed] };
  return { name, failure: { summary: count(lines.length, 'finding'), lines }, output: suppressed };
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
