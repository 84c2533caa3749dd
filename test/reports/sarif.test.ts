import { describe, expect, it } from 'vitest';
import { toSarif } from '../../cli/reports/sarif.ts';
import type { CheckReport } from '../../src/check/index.ts';
import { createHostileReport } from './hostile-report.ts';

const report = createHostileReport();

interface Result {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  locations: { physicalLocation?: { artifactLocation: { uri: string }; region: object }; logicalLocations: object[] }[];
  partialFingerprints: Record<string, string>;
  suppressions?: { kind: string }[];
  properties: { severity: number; intervals: { start: number; end: number; depth: { mm: number } }[] };
}

function runOf(from: CheckReport, most?: number) {
  const log = JSON.parse(toSarif(from, most));
  expect([log.version, log.runs.length]).toEqual(['2.1.0', 1]);
  return log.runs[0] as {
    tool: {
      driver: { name: string; rules: { id: string; help: { text: string }; shortDescription: { text: string } }[] };
    };
    invocations: {
      executionSuccessful: boolean;
      toolExecutionNotifications?: { level: string; message: { text: string } }[];
    }[];
    artifacts: { location: { uri: string } }[];
    results: Result[];
  };
}

describe('the report as SARIF', () => {
  it('keeps the rules of the format: rules that exist, levels, relative addresses, no field that is not a string', () => {
    const { tool, results, artifacts } = runOf(report);
    const ids = tool.driver.rules.map(({ id }) => id);
    expect(ids).toEqual(['collision', 'joint', 'layered']);
    for (const { help, shortDescription } of tool.driver.rules) expect(help.text && shortDescription.text).toBeTruthy();
    expect(results.length).toBe(report.assets.flatMap(({ issues }) => issues).length);
    for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints } of results) {
      expect(ids[ruleIndex]).toBe(ruleId);
      expect(level).toBe(ruleId === 'collision' ? 'error' : 'note');
      expect(message.text.length).toBeGreaterThan(0);
      const { uri } = locations[0].physicalLocation!.artifactLocation;
      expect(uri).toMatch(/^(?!\/)[A-Za-z0-9\-_.!~*'()%/]+$/);
      expect(new URL(uri, 'file:///x/').href).not.toContain('<');
      expect(artifacts.map(({ location }) => location.uri)).toContain(uri);
      expect(Object.values(partialFingerprints).every(value => typeof value === 'string')).toBe(true);
    }
  });

  it('tells each issue from every other, the same way every time', () => {
    const { results } = runOf(report);
    const hashes = results.slice(0, 2).map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    expect(new Set(hashes).size).toBe(2);
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}:1$/);
    expect(results[0].partialFingerprints['poseclashIssue/v1']).toBe(report.assets[0].issues[0].id);
    expect(toSarif(createHostileReport())).toBe(toSarif(report));
  });

  it('suppresses what is suppressed, and tells when and how deep', () => {
    const { results } = runOf(report);
    expect(results.map(({ suppressions }) => suppressions?.[0].kind)).toEqual([undefined, 'external', undefined]);
    const [finding] = report.assets[0].clips[0].findings;
    const { start, end, depth } = finding;
    expect(results[0].properties.intervals).toMatchObject([{ start, end, depth }]);
  });

  it('notes what could not be checked, and gaps', () => {
    const { invocations } = runOf(report);
    expect(invocations[0].executionSuccessful).toBe(false);
    const levels = invocations[0].toolExecutionNotifications!.map(({ level }) => level);
    expect(levels).toEqual(['error', 'note', 'note', 'note', 'note', 'error']);
    const nothing = { ...report, assets: [report.assets[1]] };
    expect(runOf(nothing).invocations[0].executionSuccessful).toBe(false);
  });

  it('keeps to what a run holds, drops the least, and says so', () => {
    const MOST = 20;
    const [asset] = report.assets;
    const [issue] = asset.issues;
    const many = Array.from({ length: MOST + 5 }, (_, k) => ({
      ...issue,
      id: `${k}`,
      severity: k / 10,
      ...(k > MOST && { suppressed: 'known' as const }),
    }));
    const { results, invocations } = runOf({ ...report, assets: [{ ...asset, issues: many }] }, MOST);
    expect(results).toHaveLength(MOST);
    const left = new Set(results.map(({ partialFingerprints }) => partialFingerprints['poseclashIssue/v1']));
    expect(many.filter(({ id }) => !left.has(id)).map(({ id }) => Number(id))).toEqual([
      0,
      ...Array.from({ length: 4 }, (_, k) => MOST + 1 + k),
    ]);
    expect(invocations[0].toolExecutionNotifications!.at(-1)!.message.text).toMatch(
      /^5 issues .* left out: a run holds 20\.$/,
    );
  });

  it('has no artifact for the built-in character, and two for a pair', () => {
    const named = (name: string): CheckReport => ({ ...report, assets: [{ ...report.assets[0], name }] });
    expect(runOf(named('the built-in character')).artifacts).toEqual([]);
    expect(runOf(named('the built-in character')).results[0].locations[0].physicalLocation).toBeUndefined();
    const uris = runOf(named('a b/body.glb + ../coat.gltf')).artifacts.map(({ location }) => location.uri);
    expect(uris).toEqual(['a%20b/body.glb', 'coat.gltf']);
  });
});
