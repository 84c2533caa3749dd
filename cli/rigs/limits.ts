/*
 * How far joints of a person go, in degrees. They are below what doctors measure on healthy adults, since what is looked for is
 * what animators will ask of a character, and since characters are stouter than people.
 */

/** Of the arm, above hanging straight down. */
export const ARM_RAISED = { least: 12, most: 160 };

/** From rest; a direction in brackets is where the second number goes. */
export const LIMITS = {
  'shoulder swing': [-35, 115], // (forward, and across the chest)
  clavicle: [-8, 20], // (up)
  'forearm twist': [-70, 70],
  wrist: [-55, 55],
  'hip swing': [-25, 100], // (forward)
  'hip spread': [-10, 40], // (outward)
  ankle: [-20, 40], // (toes down)
  toes: [0, 35], // (up)
  'spine bend': [-20, 45], // (forward); all vertebrae together, as below
  'spine lean': [-30, 30],
  'spine twist': [-35, 35],
  'head nod': [-35, 35], // (down); neck and head together
  'head tilt': [-30, 30],
  'head turn': [-60, 60],
  jaw: [0, 18], // (open)
  eyes: [-20, 20],
} as const;

/** Of joints that only bend one way, from straight: what they are bent at rest is taken off. */
export const HINGES = { elbow: 140, knee: 135 };

/** Of the first, second and third joint of a finger, and of each joint of a thumb. */
export const FINGER_CURL = [70, 80, 50];
export const THUMB_CURL = 25;

/** Of joints of which nothing is known but where they are. */
export const UNKNOWN = {
  /** Both ways, of round parts; the second axis is across the first. */
  round: [25, 20],
  /** Of parts wider than thick, such as fins and ears: over their flat side, and over their edge. */
  flat: [30, 12],
  /** Of parts too small to be told in a report by themselves. */
  small: [12, 12],
  /** A joint that is bent at rest, as knees of animals: farther, up to `mostBent` in all, and back towards straight. */
  bentFarther: 50,
  mostBent: 150,
  bentBack: 30,
  /** All joints of a limb together. */
  curl: 120,
} as const;
