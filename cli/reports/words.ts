import type {
  AssetReport,
  BodyReport,
  Comparison,
  Finding,
  Issue,
  IssueList,
  Length3,
  RegionName,
  Suppression,
} from '../../src/check/index.ts';
import { commonPrefix, usualPrefix } from '../../src/check/issues/names.ts';

/* How findings are spoken of, the same in every report. */

export function count(n: number, word: string): string {
  return `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
}

/** A time in seconds, in the one form that all times are told in. */
export function sayTime(seconds: number): string {
  return `${seconds.toFixed(3)} s`;
}

/** From when to when; what goes over the seam of a clip that loops ends after the clip does. */
export function sayInterval({ start, end, wraps }: { start: number; end: number; wraps?: boolean }): string {
  return `${start.toFixed(3)} - ${sayTime(end)}${wraps ? ' (over the seam)' : ''}`;
}

/** How long a clip is; from when to when, if it does not begin at 0, so that the times of its findings fit. */
export function sayClipTime(clip: { start: number; end: number }): string {
  return clip.start === 0 ? sayTime(clip.end) : sayInterval(clip);
}

/** Three digits, or whole numbers. What would be rounded to 0 is told by what it is less than. */
export function toThree(x: number): string {
  if (x < 0.005) return '< 0.01';
  return x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2);
}

/** Of the height. Less than a tenth of a per cent is no number worth telling. */
export function sayPercent(percent: number): string {
  return percent < 0.1 ? '< 0.1 %' : `${toThree(percent)} %`;
}

export function sayLength({ mm }: Pick<Length3, 'mm'>): string {
  return mm < 1000 ? `${toThree(mm)} mm` : `${toThree(mm / 1000)} m`;
}

export function sayDepth(depth: Length3): string {
  return `${sayLength(depth)} (${sayPercent(depth.percent)})`;
}

export const VERBS: Record<Finding['class'], string> = { through: 'through', crease: 'creases at' };

/** 'right-hand through right-thigh', with the bodies where there are two. */
export function nameBoth({ a, b }: { a: RegionName; b: RegionName }, verb: string): string {
  if (a.body !== b.body) return `${nameOf(a)} ${verb} ${nameOf(b)}`;
  return `${a.joint} ${verb} ${a.joint === b.joint ? 'itself' : b.joint}`;
}

export function nameOf({ body, joint }: RegionName): string {
  return body === joint ? body : `${body}/${joint}`;
}

/** ', free after 212 mm': how far the first side would have to move. */
export function sayWayOut({ separation }: Finding): string {
  return separation ? `, free after ${sayLength(separation)}` : '';
}

/** '12.3 cm³ in common': how much space is in both sides, if that can be told. */
export function sayVolume({ volume }: Finding): string {
  if (!volume) return '';
  const [size, unit] = volume.mm3 < 1000 ? [volume.mm3, 'mm³'] : [volume.mm3 / 1000, 'cm³'];
  return `${toThree(size)} ${unit} in common`;
}

/** ' (new)' or ' (worse: 12.0 mm before)', of what was compared with an earlier report and has changed. */
export function sayChange({ compared, was }: Finding): string {
  if (compared === undefined || compared === 'same') return '';
  return was && compared !== 'new' ? ` (${compared}: ${sayLength(was)} before)` : ` (${compared})`;
}

/** '1 new, 2 worse, 4 better, 3 fixed': what changed since an earlier report. */
export function sayComparison({ new: added, worse, better, fixed }: Comparison): string {
  return `${added} new, ${worse} worse, ${better} better, ${fixed.length} fixed`;
}

export const LISTS: Record<IssueList, string> = {
  collision: 'limb through body',
  joint: 'at joints, or slight',
  layered: 'layered, hidden or by design',
};

/** The names of both parts of an issue as people read them: without what the names of the asset begin with. */
export function nameIssue({ a, b, list }: Pick<Issue, 'a' | 'b' | 'list'>, prefix: { prefix: string }): string {
  const both = { a: shortenRegion(a, prefix), b: shortenRegion(b, prefix) };
  return nameBoth(both, list === 'collision' ? 'through' : 'and');
}

/** 'this through that' in so many characters: names lose of their middles what is too long, the longer one first. */
export function shortenBoth(text: string, width: number): string {
  const [first, verb, last, ...more] = text.split(/ (through|and) /);
  if (text.length <= width || last === undefined || more.length > 0) return shorten(text, width);
  const room = Math.max(2, width - verb.length - 2);
  const one = Math.max(room >> 1, room - last.length);
  return `${shorten(first, one)} ${verb} ${shorten(last, room - Math.min(one, first.length))}`;
}

/** Leaves out the middle of what is too long. */
export function shorten(text: string, width: number): string {
  if (text.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (width - 1 - head))}`;
}

/** A region without what the names begin with. */
export function shortenRegion({ body, joint }: RegionName, { prefix }: { prefix: string }): RegionName {
  return {
    body: body.startsWith(prefix) ? body.slice(prefix.length) : body,
    joint: joint.startsWith(prefix) ? joint.slice(prefix.length) : joint,
  };
}

/** What the names of the joints of an asset that issues name begin with: see `usualPrefix`. */
export function findPrefix({ issues }: Pick<AssetReport, 'issues'>): { prefix: string } {
  return { prefix: usualPrefix([...new Set(issues.flatMap(({ a, b }) => [a.joint, b.joint]))]) };
}

/** What the names of all clips of an asset begin with, such as 'AnimalArmature|'. */
export function findClipPrefix({ clips }: Pick<AssetReport, 'clips'>): string {
  return commonPrefix(clips.map(({ name }) => name));
}

/** 'severe 7.2' */
export function saySeverity({ grade, severity }: Pick<Issue, 'grade' | 'severity'>): string {
  return `${grade} ${severity.toFixed(1)}`;
}

/** Below this it is said that it is not sure what is inside. */
const UNSURE = 0.5;

/** A finding in a line: who, when, how deep. */
export function sayFinding(finding: Finding, verb = VERBS[finding.class]): string {
  return `${nameBoth(finding, verb)}  ${sayMeasures(finding)}`;
}

/** The same without who. */
export function sayMeasures(finding: Finding): string {
  const { worst, depth, sureness } = finding;
  const doubt = sureness < UNSURE ? ' (unsure: the surface is open there)' : '';
  return `${sayInterval(finding)}, worst at ${sayTime(worst)}: ${sayDepth(depth)} deep${doubt}${sayChange(finding)}${sayWayOut(finding)}`;
}

export const REASONS: Record<Suppression, string> = {
  ignored: 'on the list of pairs to ignore',
  graze: 'touches between two samples for so short a time that no pose shows it',
  'min-severity': 'less severe than asked for',
  'min-depth': 'less deep than asked for',
  'min-area': 'touches less than asked for',
  'min-duration': 'shorter than asked for',
  known: 'known from the earlier report',
  slight: 'not in the earlier report, but so slight that a degree of noise makes it',
};

/** How big an asset is (its longest side at rest, which of a prop need not be its height) and what it consists of. */
export function describeAsset({ height, metres, bodies, clips }: AssetReport): string {
  const triangles = bodies.reduce((sum, body) => sum + body.triangles, 0);
  const joints = Math.max(0, ...bodies.map(body => body.joints));
  const parts = [
    `longest side ${(height * metres).toPrecision(3)} m`,
    bodies.length > 1 ? `${bodies.length} bodies` : '',
    `${triangles.toLocaleString('en')} triangles`,
    joints > 1 ? `${joints} joints` : '',
    count(clips.length, 'clip'),
  ];
  return parts.filter(part => part !== '').join(', ');
}

/** Characters above this many metres were mostly not made in metres. */
const TALLEST = 20;
/** Units that models are made in, and from where to where, in metres, one of them makes a character as high as people and animals are. */
const UNITS = [
  ['a centimetre', 0.01],
  ['a millimetre', 0.001],
] as const;
const USUAL_HEIGHT = [0.5, 3];

/** Which unit a tall asset may have been made in; only one that makes it as high as characters are. */
function adviseUnit(height: number): string {
  const [least, most] = USUAL_HEIGHT;
  const unit = UNITS.find(([, metres]) => height * metres >= least && height * metres <= most);
  const advice = unit
    ? `if its unit is ${unit[0]}, say --metres ${unit[1]}`
    : 'if its unit is no metre, say with --metres how many metres it is';
  return `${toThree(height)} m is large: ${advice}`;
}

/** That the first list is empty, as far as clips were checked; null if none was. */
export function sayNoCollision({ clips }: Pick<AssetReport, 'clips'>): string | null {
  const unchecked = clips.filter(({ error }) => error !== undefined).length;
  if (unchecked > 0 && unchecked === clips.length) return null;
  return `no parts pass through each other${unchecked > 0 ? ' in what was checked' : ''}`;
}

/** Why a file was not checked, as a sentence. Some reasons begin with the words: 'not checked: there is no clip in it'. */
export function sayUnchecked(error: string): string {
  return error.startsWith('not checked') ? `N${error.slice(1)}` : `Not checked: ${error}`;
}

/** Why a clip, or a part of it ('not checked from 3 to 5 s: ...'), was not checked. */
export function sayUncheckedClip(name: string, error: string): string {
  return `${name} was ${error.startsWith('not checked') ? error : `not checked: ${error}`}`;
}

/** What was not checked, or not as well as the rest, and what may not be meant: one sentence each. */
export function listNotes(asset: AssetReport): string[] {
  const notes = [...asset.gaps];
  if (asset.metres === 1 && asset.height > TALLEST) {
    notes.push(adviseUnit(asset.height));
  }
  const open = asset.bodies.filter(({ pieces, closedPieces }) => closedPieces < pieces);
  if (open.length > 0) notes.push(sayOpen(open, asset.bodies.length));
  return notes;
}

/** Names of bodies in one note; the report has all. */
const MOST_NAMES = 5;

function sayOpen(open: readonly BodyReport[], bodies: number): string {
  const [{ name, flaws }] = open;
  const names = open.slice(0, MOST_NAMES).map(body => body.name);
  const more = open.length > MOST_NAMES ? ` and ${open.length - MOST_NAMES} more` : '';
  const which =
    bodies === 1
      ? `${name} is not closed`
      : `${open.length} of ${bodies} bodies are not closed: ${names.join(', ')}${more}`;
  return `${which}; depth there is less sure (${bodies === 1 ? '' : `${name}: `}${flaws[0]})`;
}

/** What touches at rest already, in a sentence; null if nothing does. */
export function sayRest({ rest }: AssetReport): string | null {
  const pairs = rest.reduce((sum, entry) => sum + entry.pairs, 0);
  if (pairs === 0) return null;
  const parts = count(rest.length, 'pair');
  return `${count(pairs, 'pair')} of triangles, between ${parts} of parts, already touch in the rest pose`;
}
