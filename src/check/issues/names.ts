/*
 * Names of joints as riggers write them: 'mixamorig:LeftHand', 'hand.L', 'L_hand', 'upperarm_l', 'J_Bip_L_UpperArm', 'left-hand'.
 */

const SIDES: [RegExp, string, string][] = [
  [/left|right/gi, 'left', 'right'],
  [/(?<![a-z0-9])[lr](?![a-z0-9])/gi, 'l', 'r'], // alone: hand_l, L_hand, hand.L
  [/(?<![A-Z])[LR](?=[A-Z][a-z])/g, 'l', 'r'], // before a word: LHand
  [/(?<=[a-z])[LR](?![a-z0-9A-Z])/g, 'l', 'r'], // behind one: HandL, handL_01
];

/** The name of the same part on the other side; the name itself if it tells no side. */
export function mirrorName(name: string): string {
  for (const [pattern, left, right] of SIDES) {
    const mirrored = name.replace(pattern, side => likeCase(side, side.toLowerCase() === left ? right : left));
    if (mirrored !== name) return mirrored;
  }
  return name;
}

function likeCase(from: string, to: string): string {
  if (from === from.toUpperCase()) return to.toUpperCase();
  return from[0] === from[0].toUpperCase() ? to[0].toUpperCase() + to.slice(1) : to;
}

/** What all names begin with, up to a sign that parts words (as 'mixamorig:'); '' if nothing, or if one would be left with nothing. */
export function commonPrefix(names: readonly string[]): string {
  if (names.length < 2) return '';
  const [first, ...others] = names;
  let length = 0;
  while (length < first.length && others.every(name => name[length] === first[length])) length++;
  const [prefix] = /^.*[:|_./\s-]/s.exec(first.slice(0, length)) ?? [''];
  return names.some(name => name.length <= prefix.length) ? '' : prefix;
}

/** Of names that begin with a word and a sign behind it, at least this share must begin with the same for it to be left out. */
const MOST = 0.7;

/**
 * What all names begin with, or most of them if leaving it out there makes no two names the same: a rig often has a joint that was added later,
 * and is called otherwise.
 */
export function usualPrefix(names: readonly string[]): string {
  const all = commonPrefix(names);
  if (all !== '') return all;
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const [first] = /^[^:|_./\s-]+[:|_./\s-]/.exec(name) ?? [''];
    if (first !== '') groups.set(first, [...(groups.get(first) ?? []), name]);
  }
  const group = [...groups.values()].find(own => own.length >= MOST * names.length);
  const prefix = group ? commonPrefix(group) : '';
  const left = new Set(names.map(name => (name.startsWith(prefix) ? name.slice(prefix.length) : name)));
  return left.size === new Set(names).size ? prefix : '';
}
