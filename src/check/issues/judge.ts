import type { Grade, Issue, IssueFacts } from '../findings/report.ts';
import { GRADES } from '../plan/options.ts';

export type Judgement = Pick<Issue, 'list' | 'severity' | 'grade' | 'reasons'>;

/*
 * Where each list begins. Tuned on half of the labels of bench/triage, tried on the other half; lengths in per cent of the
 * height.
 */

/**
 * What lies closer together at rest is soft flesh at a joint, or layers. Parts that border on each other, or touch at rest
 * elsewhere, must come from farther away.
 */
const FAR_AT_REST = 8;
const FAR_FOR_NEIGHBOURS = 12;
/** A curve is hidden if less than this share of all directions is open to it. */
export const HIDDEN = 0.03;
/**
 * Depth is behind the surface: what an eye notices is the line where two parts cross. So much of it has to show to an eye anywhere: the mean over all directions.
 * Where that times the way out is less than the square of half the thickness of the thinner part, that is pressed on, not through; unless so much shows that
 * nobody passes over it, however thick both are.
 */
const LEAST_SHOWN = 2;
const MUCH_SHOWN = 5;
/**
 * Trunk and upper limbs are pressed together as these bend, and so are parts that touch no farther from every joint between
 * them than so many times half the thickness of the thicker; unless they are deeper in each other than so many times half
 * the thickness of the thinner.
 */
const NEAR_JOINT = 1.6;
const THROUGH = 1.5;
/** What touches nearly always in this share of all clips was made so. */
const CONSTANT = 0.8;
/** Between two files, depth and curve of less than this are noise: a garment lies on the skin. */
const LEAST_ACROSS = 0.1;

/** Decides which list an issue belongs to, how severe it is, and says why. */
export function judge(facts: IssueFacts): Judgement {
  const severity = measureSeverity(facts);
  const grade = gradeOf(severity);
  return { ...chooseList(facts, grade), severity, grade };
}

function chooseList(facts: IssueFacts, grade: Grade): Pick<Judgement, 'list' | 'reasons'> {
  const byDesign = listReasonsByDesign(facts);
  if (byDesign.length > 0) return { list: 'layered', reasons: byDesign };
  const atJoint = facts.isAcross ? listReasonsAcross(facts) : listReasonsAtJoint(facts, grade);
  if (atJoint.length > 0) return { list: 'joint', reasons: atJoint };
  const { isAcross, gap, clips } = facts;
  const why = isAcross
    ? 'one file goes through the other, and it is seen'
    : `far apart at rest (${gap.toFixed(0)} % of the height), and they visibly cross`;
  return { list: 'collision', reasons: [`${why}, in ${sayShare(clips)}`] };
}

/** How far apart at rest two regions must be for a contact to be no matter of flesh or layers. */
function farFor({ isBorder, restPairs }: IssueFacts): number {
  return isBorder || restPairs > 0 ? FAR_FOR_NEIGHBOURS : FAR_AT_REST;
}

const ALTERNATES = 'one of several props in one place, of which a game shows one';

function listReasonsByDesign(facts: IssueFacts): string[] {
  const { open, seen, gap, alternates, isAcross, restPairs, constant } = facts;
  const reasons: string[] = [];
  if (alternates === 2) reasons.push(ALTERNATES);
  if (constant >= CONSTANT && !isAcross && (restPairs > 0 || gap < farFor(facts))) {
    reasons.push(`touch all the time in ${sayShare(constant)}`);
  }
  if (open < HIDDEN) reasons.push(seen === 0 ? 'hidden from every side' : 'hidden from nearly every side');
  return reasons;
}

function listReasonsAtJoint(facts: IssueFacts, grade: Grade): string[] {
  const { gap, hops, radius, way, isOne, isCrease, isFold, restPairs, alternates, props } = facts;
  const shown = facts.curve * facts.open;
  const reasons: string[] = [];
  if (isCrease) reasons.push('fold onto each other where a joint bends');
  else if (isOne) reasons.push('are one part, which folds');
  else if (isFold) reasons.push('slide over each other where one hangs on the other');
  else if (hops <= 1) reasons.push('are next to each other on the skeleton');
  else if (isPressed(facts))
    reasons.push(facts.isTrunk ? 'press where limbs leave the body' : 'touch near the joints between them');
  if (gap < farFor(facts)) reasons.push(restPairs > 0 ? 'touch at rest already' : 'lie next to each other at rest');
  if (alternates > 0)
    reasons.push(ALTERNATES); // it may be the one that is shown
  else if (props === 2) reasons.push('both are held or worn');
  if (grade === 'trivial') reasons.push('hardly touch');
  else if (grade === 'slight') reasons.push('slight: little is seen of it, or not for long');
  else if (shown < LEAST_SHOWN) reasons.push('little is seen of where they cross');
  else if (shown < MUCH_SHOWN && shown * way < radius * radius) reasons.push('only press on each other');
  return reasons;
}

function isPressed({ isTrunk, reach, thick, depth, radius }: IssueFacts): boolean {
  return (isTrunk || (reach !== null && reach < NEAR_JOINT * thick)) && depth < THROUGH * radius;
}

function listReasonsAcross({ depth, seen }: IssueFacts): string[] {
  return depth < LEAST_ACROSS || seen < LEAST_ACROSS ? ['hardly touch'] : [];
}

function sayShare(share: number): string {
  return `${Math.max(1, Math.round(100 * share))} % of all clips`;
}

/** Half of the way from 0 to 10: a curve of 10 % of the height that is seen, 2 % deep. */
const HALF_WAY = 20;
/** What lasts as long, in seconds, weighs half of what lasts for ever. */
const HALF_TIME = 0.2;

/** What is seen, times how deep, times how long, from 0 to 10; what cannot be told is as severe as can be. */
function measureSeverity({ seen, depth, seconds }: IssueFacts): number {
  const weight = seen * depth * (seconds / (seconds + HALF_TIME));
  if (!(weight >= 0)) return 10;
  return weight === Infinity ? 10 : Math.round((100 * weight) / (weight + HALF_WAY)) / 10;
}

function gradeOf(severity: number): Grade {
  return GRADES.find(([least]) => severity >= least)![1];
}
