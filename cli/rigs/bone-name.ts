/** The parts of a person that names of joints tell apart. 'arm' and 'leg' say no more than that: see `findBones`. */
export type Part =
  | 'hips'
  | 'spine'
  | 'neck'
  | 'head'
  | 'jaw'
  | 'eye'
  | 'clavicle'
  | 'upper arm'
  | 'lower arm'
  | 'hand'
  | 'thumb'
  | 'finger'
  | 'upper leg'
  | 'lower leg'
  | 'foot'
  | 'toes'
  | 'arm'
  | 'leg';

export type Side = 'left' | 'right' | '';

export interface BoneName {
  part: Part;
  side: Side;
  /** Which finger, by its word ('index'); '' for others. */
  finger: string;
}

const WORDS: Record<Part, string> = {
  hips: 'hips hip pelvis',
  spine: 'spine chest upperchest torso abdomen lowerback waist ribs',
  neck: 'neck',
  head: 'head',
  jaw: 'jaw',
  eye: 'eye eyeball',
  clavicle: 'clavicle shoulder collar collarbone',
  'upper arm': 'upperarm uparm humerus',
  'lower arm': 'lowerarm lowarm forearm elbow',
  hand: 'hand wrist palm fist',
  thumb: 'thumb',
  finger: 'index middle ring pinky little finger fingers fingerbase',
  'upper leg': 'upperleg upleg thigh femur',
  'lower leg': 'lowerleg lowleg shin calf knee',
  foot: 'foot ankle',
  toes: 'toe toes toebase ball',
  arm: 'arm',
  leg: 'leg',
};

const PARTS = new Map(
  Object.entries(WORDS).flatMap(([part, words]) => words.split(' ').map(word => [word, part as Part] as const)),
);

/** Words that say nothing about where a joint is. */
const NOISE = new Set('joint jnt bone skeleton armature def org phalanx proximal intermediate distal'.split(' '));

/** Words of joints that others drive, or that end a chain. */
const HELPERS = new Set('twist roll ik fk pole ctrl control target helper end nub tip metacarpal slot mch'.split(' '));

/** Words of legs that people do not have. */
const ANIMAL = new Set('front back mid bottom top fore hind'.split(' '));

const SIDES = new Map<string, Side>([
  ['l', 'left'],
  ['left', 'left'],
  ['r', 'right'],
  ['right', 'right'],
]);

/**
 * What the name of a joint says, whoever named it: 'mixamorig:LeftForeArm', 'DEF-upper_arm.L.001', 'lowerarm_l', 'Bip01 R Calf',
 * 'J_Bip_L_UpperLeg', 'leftLowerArm' of VRM, 'arm_left'. Null if it says nothing that is known.
 */
export function readBoneName(name: string): BoneName | null {
  const words = splitWords(name);
  const sides = words.flatMap(word => SIDES.get(word) ?? []);
  const rest = words.filter(word => !SIDES.has(word) && !NOISE.has(word));
  if (rest.some(word => HELPERS.has(word)) || new Set(sides).size > 1) return null;
  const side = sides[0] ?? '';
  // 'index finger' is an index; what comes before, as in 'yeti hand index', says whose it is.
  const own = rest.length > 1 && /^fingers?$/.test(rest[rest.length - 1]) ? rest.slice(0, -1) : rest;
  for (let first = 0; first < own.length; first++) {
    const word = own.slice(first).join('');
    const part = PARTS.get(word);
    if (part === undefined) continue;
    return own.slice(0, first).some(before => ANIMAL.has(before))
      ? null
      : { part, side, finger: part === 'finger' ? word : '' };
  }
  return PARTS.get(rest[rest.length - 1]) === 'finger' ? { part: 'finger', side, finger: '' } : null;
}

/** Whether a joint is there to help others: to twist along with them, or to be pulled at. */
export function isHelperName(name: string): boolean {
  return splitWords(name).some(word => HELPERS.has(word));
}

/** The words of a name in small letters: without what is before the last colon or bar, and without numbers. */
function splitWords(name: string): string[] {
  return name
    .slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('|')) + 1)
    .replaceAll(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .split(/[^A-Za-z]+/)
    .map(word => word.toLowerCase())
    .filter(word => word !== '');
}

/** A name as far as files of two programs agree on it: without prefix, case and separators. */
export function plainName(name: string): string {
  return name
    .slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('|')) + 1)
    .replace(/^(mixamorig\d*|bip\d+|def|armature)[^A-Za-z0-9]+/i, '')
    .replace(/^mixamorig\d*/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
