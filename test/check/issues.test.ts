import { describe, expect, it } from 'vitest';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { checkSubject, type IssueFacts } from '../../src/check/index.ts';
import { judge } from '../../src/check/issues/judge.ts';
import { commonPrefix, mirrorName, usualPrefix } from '../../src/check/issues/names.ts';
import { countHops } from '../../src/check/plan/region-tree.ts';
import { createLoader } from '../support/load-changed.ts';
import { createBoxSubject } from './box-subject.ts';

/** A hand that goes deep into a thigh, in one of four clips. */
const HAND: IssueFacts = {
  depth: 2,
  curve: 20,
  seen: 18,
  open: 0.15,
  way: 4,
  gap: 30,
  hops: 5,
  reach: 30,
  isBorder: false,
  isTrunk: false,
  isOne: false,
  isCrease: false,
  isFold: false,
  restPairs: 0,
  constant: 0,
  clips: 0.25,
  seconds: 0.5,
  alternates: 0,
  props: 0,
  isAcross: false,
  radius: 3,
  thick: 6,
};

/** Contacts of which enough shows and that go deep enough, or just not. */
const CONTACTS: Partial<IssueFacts>[] = [
  { curve: 13.2 },
  { curve: 13.5, radius: 1 },
  { curve: 13.2, radius: 0 },
  { way: 2.9 },
  { way: 3.1 },
  { open: 0.11 },
  { open: 0.12 },
  { curve: 40, open: 0.05, way: 4.6 },
  { curve: 33, way: 1 },
  { curve: 34, way: 1 },
];

describe('the list an issue is in', () => {
  it.each([
    ['a hand in a thigh', {}, 'collision', 'far apart at rest'],
    ['an elbow', { isCrease: true, gap: 1, hops: 1 }, 'joint', 'fold onto each other'],
    ['a hand and its forearm', { hops: 1 }, 'joint', 'next to each other on the skeleton'],
    ['a hand in itself', { isOne: true, hops: 0 }, 'joint', 'one part'],
    ['a thigh against the belly', { isFold: true, gap: 13 }, 'joint', 'slide over each other'],
    ['thighs', { isBorder: true, gap: 9 }, 'joint', 'next to each other at rest'],
    ['an arm along the side', { gap: 5 }, 'joint', 'next to each other at rest'],
    ['a shoulder that touches at rest', { gap: 9, restPairs: 4 }, 'joint', 'touch at rest'],
    ['a tap', { depth: 0.1 }, 'joint', 'hardly touch'],
    ['a corner', { seen: 1 }, 'joint', 'hardly touch'],
    ['a fingertip', { curve: 13.2 }, 'joint', 'little is seen of where they cross'],
    ['a finger that goes in', { curve: 13.5, radius: 1 }, 'collision', 'far apart at rest'],
    ['a gun under a chin', { open: 0.04 }, 'joint', 'little is seen of where they cross'],
    ['a gun through a chin, from below', { open: 0.04, curve: 60 }, 'collision', 'far apart at rest'],
    ['a fist that rests on a thigh', { way: 2.9 }, 'joint', 'only press on each other'],
    ['a fist in a thigh', { way: 3.1 }, 'collision', 'far apart at rest'],
    ['a wall in a wall', { curve: 34, way: 1 }, 'collision', 'far apart at rest'],
    ['a corner of a cape', { curve: 13.2, radius: 0 }, 'joint', 'little is seen'],
    ['a cape', { curve: 13.5, way: 0.1, radius: 0 }, 'collision', 'far apart at rest'],
    ['an upper arm on the ribs', { reach: 9, hops: 3, gap: 14 }, 'joint', 'near the joints between them'],
    ['an upper arm through the ribs', { reach: 9, hops: 3, gap: 14, depth: 4.6 }, 'collision', 'far apart at rest'],
    ['an upper arm on the belly', { isTrunk: true, hops: 4, gap: 20 }, 'joint', 'where limbs leave the body'],
    ['an upper arm through the belly', { isTrunk: true, gap: 20, depth: 4.6 }, 'collision', 'far apart at rest'],
    ['a body without a skeleton', { reach: null }, 'collision', 'far apart at rest'],
    ['a collar in a helmet', { open: 0.01, seen: 0 }, 'layered', 'hidden from every side'],
    ['armour on a chest', { constant: 1, restPairs: 9, gap: 1 }, 'layered', 'touch all the time in 100 % of all clips'],
    ['a sword of one hand in one of the other', { alternates: 2 }, 'layered', 'props in one place'],
    ['one of three swords in a helmet', { alternates: 1 }, 'joint', 'props in one place'],
    ['an axe of one hand in a mug of the other', { props: 2 }, 'joint', 'held or worn'],
    ['an axe in a thigh', { props: 1 }, 'collision', 'far apart at rest'],
    ['a tap of a tail', { seen: 6, depth: 1, seconds: 0.4 }, 'joint', 'slight'],
    ['a tap that lasts', { seen: 12, depth: 1, seconds: 2 }, 'collision', 'far apart at rest'],
    [
      'a jacket that lets skin through',
      { isAcross: true, gap: 0.3, hops: 0, depth: 0.3, constant: 1 },
      'collision',
      'one file',
    ],
    ['a jacket on the skin', { isAcross: true, gap: 0.3, hops: 0, depth: 0.05 }, 'joint', 'hardly touch'],
  ] satisfies [string, Partial<IssueFacts>, string, string][])('%s', (_, facts, list, reason) => {
    const judged = judge({ ...HAND, ...facts });
    expect(judged.list).toBe(list);
    expect(judged.reasons.join('; ')).toContain(reason);
  });

  it.each([
    { from: 'LEAST_SHOWN = 2', to: 'LEAST_SHOWN = 1.9' },
    { from: 'LEAST_SHOWN = 2', to: 'LEAST_SHOWN = 2.1' },
    { from: 'shown * way < radius * radius', to: 'way < radius' },
    { from: 'shown * way < radius * radius', to: 'shown * way <= 2 * radius' },
    { from: 'facts.curve * facts.open', to: 'facts.seen * facts.open' },
    { from: 'facts.curve * facts.open', to: 'facts.curve' },
    { from: 'MUCH_SHOWN = 5', to: 'MUCH_SHOWN = 4.9' },
    { from: 'MUCH_SHOWN = 5', to: 'MUCH_SHOWN = 5.2' },
    { from: 'shown < MUCH_SHOWN && ', to: '' },
  ])('would be another with "$to" for "$from"', change => {
    const load = createLoader({ file: 'check/issues/judge.ts', ...change });
    const mutant = load<{ judge: typeof judge }>('check/issues/judge.ts');
    const listOf = (judges: typeof judge): string[] => CONTACTS.map(facts => judges({ ...HAND, ...facts }).list);
    expect(listOf(mutant.judge)).not.toEqual(listOf(judge));
  });

  it('what cannot be told is not in the list that nobody reads', () => {
    for (const key of ['depth', 'curve', 'seen', 'open', 'way', 'gap'] as const) {
      expect(judge({ ...HAND, [key]: Number.NaN }).list).toBe('collision');
    }
  });
});

describe('severity', () => {
  it('goes up with what is seen, how deep and how long, from 0 to 10', () => {
    const of = (facts: Partial<IssueFacts>): number => judge({ ...HAND, ...facts }).severity;
    expect(of({ depth: 4 })).toBeGreaterThan(of({}));
    expect(of({ seen: 36 })).toBeGreaterThan(of({}));
    expect(of({ seconds: 2 })).toBeGreaterThan(of({}));
    expect(of({ seen: 0 })).toBe(0);
    expect(of({ seen: 1e9, seconds: 1e9 })).toBe(10);
  });

  it('has a word', () => {
    const of = (seen: number): string => judge({ ...HAND, seen }).grade;
    expect([100, 10, 3, 0.1].map(of)).toEqual(['severe', 'clear', 'slight', 'trivial']);
  });
});

describe('names', () => {
  it.each([
    ['mixamorig:LeftHand', 'mixamorig:RightHand'],
    ['hand.L', 'hand.R'],
    ['L_hand', 'R_hand'],
    ['upperarm_l', 'upperarm_r'],
    ['J_Bip_L_UpperArm', 'J_Bip_R_UpperArm'],
    ['left-hand', 'right-hand'],
    ['LEFT_FOOT', 'RIGHT_FOOT'],
    ['HandL', 'HandR'],
    ['LHand', 'RHand'],
    ['spine', 'spine'],
    ['lower_leg', 'lower_leg'],
    ['Root', 'Root'],
  ])('%s is %s on the other side', (name, mirrored) => {
    expect(mirrorName(name)).toBe(mirrored);
    expect(mirrorName(mirrored)).toBe(name);
  });

  it('lose what all begin with, up to a sign between words', () => {
    expect(commonPrefix(['mixamorig:Hips', 'mixamorig:Head'])).toBe('mixamorig:');
    expect(commonPrefix(['spine', 'spine.001'])).toBe('');
    expect(commonPrefix(['Yeti_Arm', 'Yeti_Ankle'])).toBe('Yeti_');
    expect(commonPrefix(['hand', 'head'])).toBe('');
    expect(commonPrefix(['one:'])).toBe('');
    expect(commonPrefix(['one:', 'one:'])).toBe('');
  });

  it('lose what most begin with, if they stay apart', () => {
    const rig = ['Rig_arm_L', 'Rig_arm_R', 'Rig_hip', 'spine'];
    expect(usualPrefix(rig)).toBe('Rig_');
    expect(usualPrefix([...rig, 'hip'])).toBe(''); // there would be two of them
    expect(usualPrefix(['Rig_arm', 'spine', 'hip'])).toBe('');
    expect(usualPrefix(['mixamorig:Hips', 'mixamorig:Head'])).toBe('mixamorig:');
    expect(usualPrefix(['hand', 'head'])).toBe('');
    expect(usualPrefix([])).toBe('');
  });
});

describe('steps along the skeleton', () => {
  // hips - spine - arm - hand, and two legs on a node without a region; a prop follows the hand's node.
  const tree = { nodes: [0, 1, 2, 3, 4, 5, 3], parents: [-1, 0, 1, 2, -1, -1] };

  it('are counted by the lowest that both hang on', () => {
    expect(countHops(tree, 0, 0)).toBe(0);
    expect(countHops(tree, 3, 6)).toBe(0);
    expect(countHops(tree, 2, 3)).toBe(1);
    expect(countHops(tree, 3, 0)).toBe(3);
    expect(countHops(tree, 4, 5)).toBe(2);
    expect(countHops(tree, 3, 4)).toBe(5);
    for (let a = 0; a < 7; a++) for (let b = 0; b < 7; b++) expect(countHops(tree, a, b)).toBe(countHops(tree, b, a));
  });
});

describe('issues of an asset', () => {
  const character = checkSubject(createCharacterSubject());

  it('of the built-in character: its three, in order, and what goes with them', () => {
    const { issues, clips } = character;
    const alone = issues.filter(({ under }) => under === undefined);
    expect(alone.filter(({ list }) => list === 'collision').map(({ id }) => id)).toEqual([
      'man.ribs:man.right-hand',
      'man.chest:man.left-hand',
      'man.right-hand:man.right-thigh',
    ]);
    const forearm = issues.find(({ id }) => id === 'man.ribs:man.right-forearm')!;
    expect(forearm.under).toBe('man.ribs:man.right-hand');
    expect(alone.filter(({ list }) => list === 'joint')).toHaveLength(1);
    for (const { findings } of issues) for (const [c, n] of findings) expect(clips[c].findings[n]).toBeDefined();
  });

  it('tell the way out of their worst finding, or how deep it is where none is told', () => {
    for (const { findings, facts } of character.issues) {
      const [[c, n]] = findings;
      const { separation, depth } = character.clips[c].findings[n];
      expect(facts.way).toBe((separation ?? depth).percent);
    }
    expect(character.issues.some(({ facts }) => facts.way > facts.depth)).toBe(true);
  });

  it('list each finding once', () => {
    const { issues, clips } = character;
    const listed = issues.flatMap(({ findings }) => findings.map(([c, n]) => `${c} ${n}`));
    expect(listed.sort()).toEqual(clips.flatMap(({ findings }, c) => findings.map((_, n) => `${c} ${n}`)).sort());
  });

  it('that are less severe than asked for are suppressed, and count no more', () => {
    const { issues } = checkSubject(createCharacterSubject(), { minSeverity: 'clear' });
    const kept = issues.filter(({ suppressed, under }) => !suppressed && !under);
    expect(kept.map(({ grade }) => grade)).toEqual(['severe', 'clear', 'clear']);
    expect(issues.filter(({ suppressed }) => suppressed === 'min-severity').length).toBeGreaterThan(1);
    expect(() => checkSubject(createCharacterSubject(), { minSeverity: 'awful' })).toThrow(
      /minSeverity.*severe, clear/,
    );
  });

  it('stand beside those of the other side', () => {
    // Two rods go into a block from both sides, a third from above, between them in severity.
    const subject = createBoxSubject([[1, 1, 1], [1, 0.2, 0.2], [1, 0.2, 0.2], [0.2, 1, 0.2]], 1, time => [{ at: [0, 0, 0] }, { at: [-1.5 + 0.75 * time, 0.01, 0.02], turn: 0.01 }, { at: [1.5 - 0.65 * time, 0.01, 0.02], turn: 0.01 }, { at: [0.01, 1.5 - 0.7 * time, 0.02], turn: 0.01 }]); // biome-ignore format: boxes
    const names = ['block', 'rod.L', 'rod.R', 'rod'];
    const bodies = subject.bodies.map((body, b) => ({ ...body, name: names[b], jointNames: [names[b]] }));
    const { issues } = checkSubject({ ...subject, bodies });
    expect(issues.map(({ a, b }) => [a.body, b.body].find(name => name !== 'block'))).toEqual([
      'rod.L',
      'rod.R',
      'rod',
    ]);
    expect(issues[0].mirror).toBe(issues[1].id);
    expect(issues[2].mirror).toBeUndefined();
    expect(issues[2].severity).toBeGreaterThan(issues[1].severity);
  });
});
