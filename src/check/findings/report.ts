import type { ResolvedOptions } from '../plan/options.ts';
import type { Undrawn } from '../plan/undrawn.ts';

/*
 * What a check found, as plain data: the same input gives the same bytes. docs/check.md says what each number means,
 * docs/check-report.schema.json what is always there. A change that readers of older reports cannot ignore raises VERSION.
 */

export const VERSION = 2;

export interface CheckReport {
  format: 'poseclash-report';
  version: typeof VERSION;
  options: ResolvedOptions;
  summary: ReportSummary;
  /** If it was compared with an earlier report. */
  comparison?: Comparison;
  assets: AssetReport[];
}

export interface ReportSummary {
  assets: number;
  clips: number;
  /** Issues that are not suppressed nor part of another, by list. */
  collisions: number;
  joints: number;
  layered: number;
  /** Findings that are not suppressed, by class, and those that are. */
  through: number;
  creases: number;
  suppressed: number;
  /** Assets and clips that could not be checked. */
  errors: number;
}

/** How many findings are `new`, `worse` and so on, and what the earlier report had and this one has no more. */
export interface Comparison extends Record<FindingChange, number> {
  fixed: FixedFinding[];
}

export interface FixedFinding {
  asset: string;
  clip: string;
  /** As the earlier report told it. */
  finding: Finding;
}

export interface AssetReport {
  name: string;
  /** Why it could not be checked, if so; then there is nothing else. */
  error?: string;
  /** The longest side of its box at rest (of two files: of the first), in its own units, and how many metres such a unit is. */
  height: number;
  metres: number;
  bodies: BodyReport[];
  /** What touches at rest already, and is therefore suppressed. */
  rest: RestReport[];
  /** What there is to look at: the findings of each pair of regions together, over all clips; see `gatherIssues`. The first are the worst. */
  issues: Issue[];
  clips: ClipReport[];
  /** What was not checked, or not as well as the rest, one sentence each. */
  gaps: string[];
}

export interface BodyReport {
  name: string;
  deformer: string;
  triangles: number;
  vertices: number;
  joints: number;
  /** Parts of the body that findings speak of, by the joint they follow. */
  regions: number;
  /** Connected pieces: how many are closed surfaces, and what is wrong with the others, by the first flaw found of each. */
  pieces: number;
  closedPieces: number;
  flaws: string[];
}

export interface RestReport {
  a: RegionName;
  b: RegionName;
  pairs: number;
}

export interface RegionName {
  body: string;
  joint: string;
}

export interface ClipReport {
  name: string;
  error?: string;
  start: number;
  end: number;
  /** Poses looked at, and by how much at most the straight way between two of them misses the way the clip takes. */
  samples: number;
  deviation: Length3;
  findings: Finding[];
}

/** A length in units of the model, in millimetres, and in per cent of the height. */
export interface Length3 {
  model: number;
  mm: number;
  percent: number;
}

/** A translation of side `a` of a finding after which the two regions no longer touch, and how long it is. */
export interface Separation extends Length3 {
  by: [number, number, number];
}

/** Which list an issue is in: a limb goes through the body; parts meet at a joint, or hardly touch; they are layered, hidden or made so. */
export type IssueList = 'collision' | 'joint' | 'layered';
export type Grade = 'severe' | 'clear' | 'slight' | 'trivial';

/** What is known of two regions over all clips of an asset: what an issue is judged by. Lengths in per cent of the height. */
export interface IssueFacts {
  /** Of the worst finding: how deep it is, how long the curve and the part of it that is seen, in which share of all directions it is open. */
  depth: number;
  curve: number;
  seen: number;
  open: number;
  /** How far it would have to move to be free, at its worst; where no way out is told, how deep it is. */
  way: number;
  /** How far apart at rest what touches is. */
  gap: number;
  /** Steps along the skeleton from one to the other, and how far what touches is from the farthest joint between them; null: not known. */
  hops: number;
  reach: number | null;
  /** They have an edge in common. */
  isBorder: boolean;
  /** Both are of the trunk, or of what is next to it of a limb: an upper arm, a thigh. */
  isTrunk: boolean;
  /** Both are the same region. */
  isOne: boolean;
  /** All of it folds next to itself; or at its worst slides over the part it hangs on. */
  isCrease: boolean;
  isFold: boolean;
  /** Pairs of triangles that touch at rest. */
  restPairs: number;
  /** The share of clips in which they touch nearly all of the time, and in which they touch at all. */
  constant: number;
  clips: number;
  /** Seconds they touch, in all clips; 1 in a clip of one frame, which is a pose that is held. */
  seconds: number;
  /** How many of both are props that share their place with others. */
  alternates: number;
  /** How many of both are held or worn, and no part of the body that carries them. */
  props: number;
  /** They are of two files that are held against each other. */
  isAcross: boolean;
  /** Half the thickness of the thinner region, in all; and of the thicker, as a tube: see `AtRest`. */
  radius: number;
  thick: number;
}

/** Two regions of an asset that touch in some of its clips. */
export interface Issue {
  /** The same for the same regions. */
  id: string;
  list: IssueList;
  /** From 0 to 10: how much of it is seen, and how deep it is (docs/check.md); and in a word. */
  severity: number;
  grade: Grade;
  /** Why it is in this list, and what else is worth knowing, in plain words. */
  reasons: string[];
  facts: IssueFacts;
  /** As in its worst finding: `a` is the thinner of the two. */
  a: RegionName;
  b: RegionName;
  /** The id of the issue of the same parts on the other side, if there is one. */
  mirror?: string;
  /** The id of a more severe issue that this is part of: a forearm that follows the hand into a chest. */
  under?: string;
  /** Why hardly anybody sees it, if so: other surfaces are before it (`hidden`), or one of both is not drawn, as its node is invisible or its material fully transparent. */
  unseen?: 'hidden' | Undrawn;
  /** Its findings, the worst first: numbers of a clip of the asset, and of a finding of that. */
  findings: [clip: number, finding: number][];
  /** If it was compared with an earlier report: what became of it. */
  compared?: FindingChange;
  /** Why it does not count, if so: all its findings are suppressed, the worst of them for this reason; or it is less severe than asked for. */
  suppressed?: Suppression;
}

export type FindingClass = 'through' | 'crease';
export type Suppression =
  | 'ignored'
  | 'graze'
  | 'min-severity'
  | 'min-depth'
  | 'min-area'
  | 'min-duration'
  | 'known'
  | 'slight';
/** What became of a finding since an earlier report: see `compareReports`. */
export type FindingChange = 'new' | 'worse' | 'same' | 'better';

/** Two regions that touch during an interval: `a` is the thinner of the two. */
export interface Finding {
  /** The same for the same clip, regions and order of the interval among theirs. */
  id: string;
  rule: 'self/through' | 'self/crease' | 'pair/through';
  class: FindingClass;
  a: FindingSide;
  b: FindingSide;
  /**
   * Seconds: when they first and last touch, and when they are deepest in each other. Of one that `wraps`, over the seam of a clip that
   * loops, `end` is after the end of the clip, by as much as it reaches into its beginning; `worst` is a time of the clip always.
   */
  start: number;
  end: number;
  worst: number;
  wraps?: true;
  depth: Length3;
  /** What the depth was measured by: vertices inside, or crossing triangles where there are none. */
  depthBy: 'vertices' | 'triangles';
  /** Of vertices inside an open or flawed surface: how sure it is that they are, from 0 to 1; 1 for closed ones. */
  sureness: number;
  /**
   * How far `a` would have to move at the worst time to touch `b` no more: checked, but not always the shortest way. Not told of creases and of
   * parts that border on each other, nor where none was found.
   */
  separation?: Separation;
  /**
   * The curve in which both surfaces cross at the worst time: how long it is, which share of it is seen from outside, in which share of all
   * directions from it nothing is in the way, and the direction to an eye that sees most of it; null if nobody does.
   */
  curve: { length: Length3; seen: number; open: number; from: [number, number, number] | null };
  /** How far apart at rest what touches at the worst time is: the median; and whether it is near along the surface (`isFold`). */
  gap: Length3;
  isFold: boolean;
  /** How far what touches is, at the worst time, from the farthest joint between the two regions; null if none is known. */
  reach: Length3 | null;
  /** The triangles that touch at the worst time, of both sides: their areas and how many pairs of them. */
  area: { model: number; mm2: number };
  pairs: number;
  /** The area of what of `a` and `b` is inside the other at the worst time, and the volume they have in common: null of creases, the volume also of open surfaces. */
  areaInside: { model: number; mm2: number } | null;
  volume: { model: number; mm3: number } | null;
  /** Where, at the worst time, in the space of the scene. */
  point: [number, number, number];
  /** Findings of a clip with the same number are one contact that spreads over several regions. */
  contact: number;
  /** If it was compared with an earlier report: what became of it, and how deep it was then, if it was there. */
  compared?: FindingChange;
  was?: Length3;
  /** Why it does not count, if so. */
  suppressed?: Suppression;
}

export interface FindingSide extends RegionName {
  /** Of the triangles that touch at the worst time. */
  materials: string[];
}
