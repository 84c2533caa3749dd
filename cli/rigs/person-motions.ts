import type { Part, Side } from './bone-name.ts';
import { ARM_RAISED, FINGER_CURL, HINGES, LIMITS, THUMB_CURL } from './limits.ts';
import type { Motion, Repertoire, Together, Turn } from './motion.ts';
import type { Person } from './person.ts';
import { boneTip, type Rig } from './rig.ts';
import {
  acrossOf,
  add,
  angleBetween,
  cross,
  directionOf,
  dot,
  meanOf,
  scale,
  subtract,
  type Vector,
} from './vectors.ts';

/**
 * What a person can do: which joints turn about which axes, and how far. Directions come from where the joints are at rest, so arms
 * may hang, be held out or anything between; a limb bends about the axis that is square to it and to where it goes.
 */
export function personMotions(person: Person, rig: Rig): Repertoire {
  const sides = (['left', 'right'] as const).map(side => sideMotions(person, rig, side));
  const middle = middleMotions(person, rig);
  const crouch = [end(middle.bend, 'to'), ...sides.map(({ hipSwing }) => end(hipSwing, 'to'))];
  return {
    motions: [...sides.flatMap(({ motions }) => motions), ...middle.motions],
    together: [...sides.flatMap(({ together }) => together), ...middle.together, ...together(crouch)],
  };
}

/** Motions of the limbs of one side. */
function sideMotions(person: Person, rig: Rig, side: Exclude<Side, ''>) {
  const { up, left, forward } = person;
  const outward = scale(left, side === 'left' ? 1 : -1);
  const backward = scale(forward, -1);
  const down = scale(up, -1);
  const bone = (part: Part): number[] => listBones(person, rig, part, side);
  const [clavicle, upperArm, lowerArm, hand] = (['clavicle', 'upper arm', 'lower arm', 'hand'] as const).map(bone);
  const [upperLeg, lowerLeg, foot, toes] = (['upper leg', 'lower leg', 'foot', 'toes'] as const).map(bone);
  const name = (what: string): string => `${side} ${what}`;

  const arm = directionTo(rig, upperArm, lowerArm);
  const forearm = directionTo(rig, lowerArm, hand);
  const raised = arm ? angleBetween(arm, down) : 0;
  const clavicleRaise = swing(name('clavicle raise'), clavicle, directionTo(rig, clavicle, upperArm), up, 'clavicle');
  const armRaise = limit(
    turnTowards(name('shoulder raise'), upperArm, acrossOf(arm ?? down, forward), raiseTarget(arm, up, outward)),
    ARM_RAISED.least - raised,
    ARM_RAISED.most - raised,
  );
  const armSwing = swing(name('shoulder swing'), upperArm, arm, forward, 'shoulder swing', up);
  const elbow = hinge(name('elbow'), lowerArm, arm, forearm, forward, HINGES.elbow, up);
  const twist = limit(axisMotion(name('forearm twist'), lowerArm, forearm), ...LIMITS['forearm twist']);
  const thumbSide = findThumbSide(person, rig, side, forearm) ?? forward;
  const wrist = limit(axisMotion(name('wrist'), hand, thumbSide), ...LIMITS.wrist);
  const fingers = fingerMotion(person, rig, side, thumbSide);

  const thigh = directionTo(rig, upperLeg, lowerLeg);
  const shin = directionTo(rig, lowerLeg, foot);
  const hipSwing = swing(name('hip swing'), upperLeg, thigh, forward, 'hip swing');
  const hipSpread = swing(name('hip spread'), upperLeg, thigh, outward, 'hip spread');
  const knee = hinge(name('knee'), lowerLeg, thigh, shin, backward, HINGES.knee, up);
  const ankle = limit(turnTowards(name('ankle'), foot, forward, down), ...LIMITS.ankle);
  const toesUp = limit(turnTowards(name('toes'), toes, forward, up), ...LIMITS.toes);

  const pairs: (readonly [Motion | null, 'from' | 'to', Motion | null, 'from' | 'to'])[] = [
    [clavicleRaise, 'to', armRaise, 'to'],
    [armRaise, 'to', elbow, 'to'],
    [armRaise, 'from', elbow, 'to'],
    [armSwing, 'to', elbow, 'to'],
    [armSwing, 'from', elbow, 'to'],
    [elbow, 'to', wrist, 'to'],
    [elbow, 'to', wrist, 'from'],
    [wrist, 'to', fingers, 'to'],
    [wrist, 'from', fingers, 'to'],
    [hipSwing, 'to', knee, 'to'],
    [hipSwing, 'from', knee, 'to'],
    [hipSpread, 'to', knee, 'to'],
    [knee, 'to', ankle, 'to'],
    [knee, 'to', ankle, 'from'],
    [ankle, 'to', toesUp, 'to'],
  ];
  return {
    hipSwing,
    motions: present([
      clavicleRaise,
      armRaise,
      armSwing,
      elbow,
      twist,
      wrist,
      fingers,
      hipSwing,
      hipSpread,
      knee,
      ankle,
      toesUp,
    ]),
    together: pairs.flatMap(([a, endA, b, endB]) => together([end(a, endA), end(b, endB)])),
  };
}

/** Motions of spine, neck and head. */
function middleMotions(person: Person, rig: Rig) {
  const { up, left, forward } = person;
  const down = scale(up, -1);
  const vertebrae = listChain(person, rig, ['spine']);
  const neck = listChain(person, rig, ['neck', 'head']);
  const jaws = listBones(person, rig, 'jaw', '');
  const eyes = (['left', 'right'] as const).flatMap(side => listBones(person, rig, 'eye', side));
  const bend = limit(turnTowards('spine bend', vertebrae, up, forward, 1), ...LIMITS['spine bend']);
  const lean = limit(turnTowards('spine lean', vertebrae, up, left, 1), ...LIMITS['spine lean']);
  const twist = limit(axisMotion('spine twist', vertebrae, up, 1), ...LIMITS['spine twist']);
  const nod = limit(turnTowards('head nod', neck, up, forward, 1), ...LIMITS['head nod']);
  const tilt = limit(turnTowards('head tilt', neck, up, left, 1), ...LIMITS['head tilt']);
  const turn = limit(axisMotion('head turn', neck, up, 1), ...LIMITS['head turn']);
  const jaw = limit(turnTowards('jaw', jaws, forward, down), ...LIMITS.jaw);
  const eyesTurn = limit(axisMotion('eyes turn', eyes, up), ...LIMITS.eyes);
  const eyesLift = limit(turnTowards('eyes lift', eyes, forward, up), ...LIMITS.eyes);
  return {
    bend,
    motions: present([bend, lean, twist, nod, tilt, turn, jaw, eyesTurn, eyesLift]),
    together: [
      ...together([end(bend, 'to'), end(nod, 'to')]),
      ...together([end(bend, 'from'), end(nod, 'from')]),
      ...together([end(twist, 'to'), end(turn, 'to')]),
      ...together([end(twist, 'from'), end(turn, 'from')]),
      ...together([end(nod, 'to'), end(turn, 'to')]),
      ...together([end(nod, 'to'), end(turn, 'from')]),
      ...together([end(nod, 'to'), end(jaw, 'to')]),
    ],
  };
}

/** The joints of a part that something follows. */
function listBones({ bones }: Person, { isMovable }: Rig, part: Part, side: Side): number[] {
  return bones
    .filter(bone => bone.part === part && bone.side === side && bone.number === 0 && isMovable[bone.node])
    .map(({ node }) => node);
}

/** All joints of a chain, such as vertebrae: each takes its share. */
function listChain({ bones }: Person, { isMovable }: Rig, parts: readonly Part[]): number[] {
  return bones.filter(({ part, node }) => parts.includes(part) && isMovable[node]).map(({ node }) => node);
}

/** From a bone to the next one, or to its tip; null if there is no such bone. */
function directionTo(rig: Rig, nodes: readonly number[], next: readonly number[]): Vector | null {
  if (nodes.length === 0) return null;
  const originOf = (n: number): Vector => rig.frames[n].origin;
  const tip = next.length > 0 ? meanOf(next.map(originOf)) : boneTip(rig, nodes[0]);
  return tip && directionOf(subtract(tip, meanOf(nodes.map(originOf))));
}

/** Turned about an axis; `total` 1: all joints together make up the degrees, else each turns by them. */
function axisMotion(label: string, nodes: readonly number[], axis: Vector | null, total = nodes.length): Motion | null {
  if (!axis || nodes.length === 0) return null;
  return { label, turns: nodes.map((node): Turn => ({ node, axis, share: total / nodes.length })), from: 0, to: 0 };
}

/** Turned from one direction towards another. */
function turnTowards(
  label: string,
  nodes: readonly number[],
  along: Vector | null,
  towards: Vector,
  total = nodes.length,
): Motion | null {
  return axisMotion(label, nodes, along && directionOf(cross(along, towards)), total);
}

/** Towards where; if the bone already points there, towards the other direction. */
function swing(
  label: string,
  nodes: readonly number[],
  along: Vector | null,
  towards: Vector,
  limits: keyof typeof LIMITS,
  otherwise: Vector = towards,
): Motion | null {
  if (!along) return null;
  const isThere = angleBetween(along, towards) < 20 || angleBetween(along, towards) > 160;
  const [from, to] = LIMITS[limits];
  return limit(turnTowards(label, nodes, along, isThere ? otherwise : towards), from, to);
}

/** An arm is raised sideways: one that hangs goes outward first, one that is held out goes up. */
function raiseTarget(arm: Vector | null, up: Vector, outward: Vector): Vector {
  return arm && dot(arm, up) < -0.7 ? outward : up;
}

/** Degrees by which a limb is bent at rest beyond which it shows itself which way it bends. */
const BENT = 15;

/** A joint that bends one way only: the way it is bent at rest, if it is, and if that is not the wrong way. */
function hinge(
  label: string,
  nodes: readonly number[],
  upper: Vector | null,
  lower: Vector | null,
  towards: Vector,
  most: number,
  otherwise: Vector,
): Motion | null {
  if (!lower) return null;
  const isThere = angleBetween(lower, towards) < 10;
  const expected = directionOf(cross(lower, isThere ? otherwise : towards));
  const bent = upper ? angleBetween(upper, lower) : 0;
  const own = upper && bent > BENT ? directionOf(cross(upper, lower)) : null;
  const agrees = own && expected && dot(own, expected) > 0;
  return limit(axisMotion(label, nodes, agrees ? own : expected), 0, most - (agrees ? bent : 0));
}

/** From the little finger to the index, else to the thumb from the others: square to the forearm. */
function findThumbSide({ bones }: Person, { frames }: Rig, side: Side, along: Vector | null): Vector | null {
  const roots = bones.filter(bone => bone.side === side && bone.number === 0);
  const at = (test: (finger: string, part: Part) => boolean): Vector[] =>
    roots.filter(({ finger, part }) => test(finger, part)).map(({ node }) => frames[node].origin);
  const little = at(finger => finger === 'pinky' || finger === 'little');
  const index = at(finger => finger === 'index');
  const thumb = at((_, part) => part === 'thumb');
  const others = at((_, part) => part === 'finger');
  const hands = at((_, part) => part === 'hand');
  const ends = [
    [index, little],
    [thumb, others],
    [thumb, hands],
  ].find(([near, far]) => near.length > 0 && far.length > 0);
  return ends && along ? acrossOf(subtract(meanOf(ends[0]), meanOf(ends[1])), along) : null;
}

/**
 * All fingers of a hand curl together, towards the palm. With the thumb on one side, the palm of a left hand is on the other side
 * than that of a right hand, so they turn opposite ways about the axis that goes through the knuckles.
 */
function fingerMotion(person: Person, rig: Rig, side: Exclude<Side, ''>, thumbSide: Vector): Motion | null {
  const axis = scale(thumbSide, side === 'left' ? -1 : 1);
  const most = Math.max(...FINGER_CURL);
  const turns = person.bones
    .filter(bone => bone.side === side && rig.isMovable[bone.node])
    .flatMap(({ part, number, node }): Turn[] => {
      if (part === 'finger') return [{ node, axis, share: FINGER_CURL[Math.min(number, 2)] / most }];
      return part === 'thumb' ? [{ node, axis: thumbAxis(rig, node, axis, thumbSide), share: THUMB_CURL / most }] : [];
    });
  return turns.length > 0 ? { label: `${side} fingers`, turns, from: 0, to: most } : null;
}

/** A thumb goes towards the other fingers and the palm at once. */
function thumbAxis(rig: Rig, node: number, axis: Vector, thumbSide: Vector): Vector {
  const along = directionTo(rig, [node], []);
  const acrossPalm = along && directionOf(cross(along, scale(thumbSide, -1)));
  return acrossPalm ? (directionOf(add(axis, acrossPalm)) ?? axis) : axis;
}

/** A motion with its limits; null if there is nothing left to go. */
function limit(motion: Motion | null, from: number, to: number): Motion | null {
  if (!motion) return null;
  const limited = { ...motion, from: Math.min(0, from), to: Math.max(0, to) };
  return limited.to - limited.from >= 1 ? limited : null;
}

function end(motion: Motion | null, which: 'from' | 'to'): Together[number] | null {
  return motion && motion[which] !== 0 ? { motion, degrees: motion[which] } : null;
}

/** Nothing is together with what is not there. */
function together(ends: readonly (Together[number] | null)[]): Together[] {
  const present = ends.filter(one => one !== null);
  return present.length === ends.length ? [present] : [];
}

function present(motions: readonly (Motion | null)[]): Motion[] {
  return motions.filter(motion => motion !== null);
}
