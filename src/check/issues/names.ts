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
