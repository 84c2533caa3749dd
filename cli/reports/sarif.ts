import { createHash } from 'node:crypto';
import type { AssetReport, CheckReport, Issue, IssueList } from '../../src/check/index.ts';
import { toArtifactUri } from './artifact-uri.ts';
import { escapeMessage } from './escape.ts';
import { isWhole, listMissingClips } from './whole.ts';
import { count, findPrefix, listNotes, nameIssue, sayDepth, saySeverity, sayTime, sayUncheckedClip } from './words.ts';

/** The most that GitHub takes of one run. */
const MOST_RESULTS = 25_000;

const LEVELS: Record<IssueList, string> = { collision: 'error', joint: 'note', layered: 'note' };
const HELP =
  'docs/check.md says what is measured, and how to suppress what is meant: --ignore, --min-severity, --baseline.';
const RULES: { id: IssueList; [key: string]: unknown }[] = [
  describeRule('collision', {
    name: 'PassesThrough',
    what: 'A limb passes through the body',
    when: 'Two parts that are far apart at rest, and no neighbours at a joint, go through each other where it is seen.',
    cure: 'Mend the clip or the skin weights at the time given.',
  }),
  describeRule('joint', {
    name: 'MeetsAtJoint',
    what: 'Parts meet at a joint, or hardly touch',
    when: 'Parts next to each other fold onto each other where a joint bends, or touch only slightly.',
    cure: 'Mostly harmless; look at severe ones.',
  }),
  describeRule('layered', {
    name: 'IsLayered',
    what: 'Parts are layered, hidden or made so',
    when: 'Parts touch all the time, are hidden from every side, or are props of which one is shown.',
    cure: 'Mostly meant.',
  }),
];

function describeRule(id: IssueList, rule: { name: string; what: string; when: string; cure: string }) {
  return {
    ...{ id, name: rule.name },
    shortDescription: { text: rule.what },
    fullDescription: { text: rule.when },
    help: { text: `${rule.cure} ${HELP}` },
    defaultConfiguration: { level: LEVELS[id] },
  };
}

/**
 * A report as SARIF 2.1.0. A result is an issue, of the first file of its asset; parts and clips are logical locations. A
 * .glb has no lines, but GitHub shows only what has one: it is always the first. Its own fingerprint goes by lines too, so
 * each result brings one that goes by file and parts, and stays the same when a clip is changed.
 */
export function toSarif(report: CheckReport, most = MOST_RESULTS): string {
  const found = report.assets.flatMap(asset =>
    asset.issues.map(issue => ({ asset, issue, prefix: findPrefix(asset), files: listFiles(asset) })),
  );
  const kept = keepWorst(found, most);
  const notifications = listNotifications(report, kept.length, found.length - kept.length);
  const paths = new Set(report.assets.flatMap(listFiles));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'poseclash', rules: RULES } },
        invocations: [
          {
            executionSuccessful: isWhole(report),
            ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
          },
        ],
        artifacts: [...paths].map(path => ({ location: { uri: toArtifactUri(path) } })),
        columnKind: 'utf16CodeUnits',
        results: kept.map(describe),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** The files an asset is named after: two for a pair, none for the built-in character. */
function listFiles({ name }: AssetReport): string[] {
  return name.split(' + ').flatMap(part => /^(.*\.(?:glb|gltf|vrm))(?: \(\d+\))?$/is.exec(part)?.[1] ?? []);
}

interface Found {
  asset: AssetReport;
  issue: Issue;
  prefix: { prefix: string };
  files: readonly string[];
}

/** All of them, or as many as are taken: what counts first, then by list, then the most severe; in their order. */
function keepWorst(found: Found[], most: number): Found[] {
  if (found.length <= most) return found;
  const rank = ({ issue }: Found): number => (issue.suppressed ? RULES.length : 0) + ruleOf(issue);
  const order = found
    .map((_, k) => k)
    .sort((p, q) => rank(found[p]) - rank(found[q]) || found[q].issue.severity - found[p].issue.severity);
  return order
    .slice(0, most)
    .sort((p, q) => p - q)
    .map(k => found[k]);
}

function ruleOf({ list }: Issue): number {
  return RULES.findIndex(({ id }) => id === list);
}

/** Clips named in one result, the worst first: GitHub takes 1000 locations. */
const MOST_CLIPS = 100;

function describe({ asset, issue, prefix, files }: Found): object {
  const { id, list, severity, grade, reasons, suppressed } = issue;
  const intervals = issue.findings.map(([c, n]) => ({
    clip: asset.clips[c].name,
    finding: asset.clips[c].findings[n],
  }));
  const [{ clip, finding: worst }] = intervals;
  const clips = [...new Set(intervals.map(interval => interval.clip))];
  const physical = files.slice(0, 1).map(path => ({
    artifactLocation: { uri: toArtifactUri(path) },
    region: { startLine: 1 },
  }));
  const own = physical[0]?.artifactLocation.uri ?? asset.name;
  const more = clips.length > 1 ? `, in ${clips.length} clips` : '';
  return {
    ruleId: list,
    ruleIndex: ruleOf(issue),
    level: LEVELS[list],
    rank: 10 * severity,
    message: {
      text: escapeMessage(
        `${nameIssue(issue, prefix)}: ${saySeverity(issue)}, ${sayDepth(worst.depth)} deep in ${clip} at ${sayTime(worst.worst)}${more}; ` +
          `${reasons.join('; ')}.`,
      ),
    },
    locations: [
      {
        ...(physical.length > 0 && { physicalLocation: physical[0] }),
        logicalLocations: [
          { name: id, fullyQualifiedName: id, kind: 'parts' },
          ...clips.slice(0, MOST_CLIPS).map(name => ({ name, fullyQualifiedName: `${name}/${id}`, kind: 'clip' })),
        ],
      },
    ],
    partialFingerprints: { 'poseclashIssue/v1': id, primaryLocationLineHash: `${hash(`${own}\n${id}`)}:1` },
    ...(suppressed && { suppressions: [{ kind: 'external', status: 'accepted', justification: suppressed }] }),
    properties: {
      asset: asset.name,
      severity,
      grade,
      reasons,
      intervals: intervals.slice(0, MOST_CLIPS).map(({ clip: name, finding }) => {
        const { start, end, worst: time, depth, curve, point } = finding;
        return { clip: name, start, end, worst: time, depth, curve, point };
      }),
    },
  };
}

function listNotifications(report: CheckReport, kept: number, cut: number): object[] {
  const entries: [level: string, text: string][] = report.assets.flatMap(asset => [
    ...(asset.error === undefined ? [] : [['error', `${asset.name}: ${asset.error}`] as [string, string]]),
    ...asset.clips.flatMap(({ name, error }): [string, string][] =>
      error === undefined ? [] : [['error', `${asset.name}: ${sayUncheckedClip(`clip '${name}'`, error)}`]],
    ),
    ...listNotes(asset).map((note): [string, string] => ['note', `${asset.name}: ${note}`]),
  ]);
  for (const clip of listMissingClips(report)) entries.push(['error', `No file has a clip called '${clip}'.`]);
  if (cut > 0) {
    entries.push([
      'warning',
      `${count(cut, 'issue')} of the least severity left out: a run holds ${kept.toLocaleString('en')}.`,
    ]);
  }
  return entries.map(([level, text]) => ({ level, message: { text: escapeMessage(text) } }));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
