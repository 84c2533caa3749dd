import { createHash } from 'node:crypto';
import type { AssetReport, CheckReport, ClipReport, Finding } from '../../src/check/index.ts';
import { toArtifactUri } from './artifact-uri.ts';
import { escapeMessage } from './escape.ts';
import { isWhole, listMissingClips } from './whole.ts';
import { count, listNotes, nameBoth, nameOf, sayDepth, sayTime, VERBS } from './words.ts';

/** The most that GitHub takes of one run. */
const MOST_RESULTS = 25_000;

const HELP =
  'docs/check.md says what is measured, and how to suppress what is meant: --ignore, --min-depth, --baseline.';
const RULES = [
  {
    id: 'self/through',
    name: 'PassesThroughItself',
    shortDescription: { text: 'A character passes through itself' },
    fullDescription: {
      text: 'Two parts of one body that are no neighbours at a joint go through each other during a clip.',
    },
    help: { text: `Mend the clip or the skin weights at the time given. ${HELP}` },
    defaultConfiguration: { level: 'error' },
  },
  {
    id: 'self/crease',
    name: 'Creases',
    shortDescription: { text: 'Adjacent parts fold onto each other' },
    fullDescription: {
      text: 'Two parts next to each other on the surface touch where a joint bends, as inside an elbow.',
    },
    help: { text: `Mostly harmless; look at deep ones. ${HELP}` },
    defaultConfiguration: { level: 'note' },
  },
  {
    id: 'pair/through',
    name: 'PassesThroughAnother',
    shortDescription: { text: 'A body passes through another' },
    fullDescription: { text: 'Two bodies of the scene, such as a garment and who wears it, go through each other.' },
    help: { text: `Mend the clip, the fit or the skin weights at the time given. ${HELP}` },
    defaultConfiguration: { level: 'error' },
  },
];

/**
 * A report as SARIF 2.1.0. A result is a finding, of the first file of its asset; clip and parts are logical locations. A
 * .glb has no lines, but GitHub shows only what has one: it is always the first. Its own fingerprint goes by lines too, so
 * each result brings one that goes by what was found.
 */
export function toSarif(report: CheckReport, most = MOST_RESULTS): string {
  const found = report.assets.flatMap(asset =>
    asset.clips.flatMap(clip => clip.findings.map(finding => ({ asset, clip, finding, files: listFiles(asset) }))),
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
  clip: ClipReport;
  finding: Finding;
  files: readonly string[];
}

/** All of them, or as many as are taken: what counts first, then what goes through, then the deepest; in their order. */
function keepWorst(found: Found[], most: number): Found[] {
  if (found.length <= most) return found;
  const rank = ({ finding }: Found): number => (finding.suppressed ? 2 : 0) + (finding.class === 'through' ? 0 : 1);
  const order = found
    .map((_, k) => k)
    .sort((p, q) => rank(found[p]) - rank(found[q]) || found[q].finding.depth.percent - found[p].finding.depth.percent);
  return order
    .slice(0, most)
    .sort((p, q) => p - q)
    .map(k => found[k]);
}

function describe({ asset, clip, finding, files }: Found): object {
  const { id, rule, a, b, start, end, worst, depth, depthBy, area, pairs, point, contact, suppressed } = finding;
  const parts = `${nameOf(a)}:${nameOf(b)}`;
  const physical = files.slice(0, 1).map(path => ({
    artifactLocation: { uri: toArtifactUri(path) },
    region: { startLine: 1 },
  }));
  const own = physical[0]?.artifactLocation.uri ?? asset.name;
  return {
    ruleId: rule,
    ruleIndex: RULES.findIndex(entry => entry.id === rule),
    level: finding.class === 'through' ? 'error' : 'note',
    message: {
      text: escapeMessage(
        `${clip.name}: ${nameBoth(finding, VERBS[finding.class])}, ${sayDepth(depth)} deep at ${sayTime(worst)}, ` +
          `from ${sayTime(start)} to ${sayTime(end)}.`,
      ),
    },
    locations: [
      {
        ...(physical.length > 0 && { physicalLocation: physical[0] }),
        logicalLocations: [
          { name: clip.name, fullyQualifiedName: clip.name, kind: 'clip' },
          { name: parts, fullyQualifiedName: `${clip.name}/${parts}`, kind: 'parts' },
        ],
      },
    ],
    partialFingerprints: { 'poseclashFinding/v1': id, primaryLocationLineHash: `${hash(`${own}\n${id}`)}:1` },
    ...(suppressed && { suppressions: [{ kind: 'external', status: 'accepted', justification: suppressed }] }),
    properties: { asset: asset.name, clip: clip.name, start, end, worst, depth, depthBy, area, pairs, point, contact },
  };
}

function listNotifications(report: CheckReport, kept: number, cut: number): object[] {
  const entries: [level: string, text: string][] = report.assets.flatMap(asset => [
    ...(asset.error === undefined ? [] : [['error', `${asset.name}: ${asset.error}`] as [string, string]]),
    ...asset.clips.flatMap(({ name, error }): [string, string][] =>
      error === undefined ? [] : [['error', `${asset.name}: clip '${name}' was not checked: ${error}`]],
    ),
    ...listNotes(asset).map((note): [string, string] => ['note', `${asset.name}: ${note}`]),
  ]);
  for (const clip of listMissingClips(report)) entries.push(['error', `No file has a clip called '${clip}'.`]);
  if (cut > 0) {
    entries.push([
      'warning',
      `${count(cut, 'finding')} of the least depth left out: a run holds ${kept.toLocaleString('en')}.`,
    ]);
  }
  return entries.map(([level, text]) => ({ level, message: { text: escapeMessage(text) } }));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
