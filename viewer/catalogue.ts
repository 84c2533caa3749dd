/** A scene as it is offered to people; its name is what stands in addresses and what the worker opens. */
export interface CatalogueEntry {
  name: string;
  title: string;
  /** What there is to see, and what poseclash does about it, for someone who has never heard of either. */
  sentence: string;
  /** Where it comes from, in short; keys and full titles are in docs/references.md. */
  paper: string;
  paperUrl?: string;
  /** The file of our repository at which to start reading about the method. */
  source: string;
  /** What is asked, as a few lines of code: a file of `viewer/code`. */
  code: 'pairs' | 'self' | 'impacts' | 'world' | 'table';
  /** A step at which there is something to report. */
  contactStep: number;
  group: string;
}

const KAVAN = "Kavan, O'Sullivan, Žára: Efficient Collision Detection for Spherical Blend Skinning, 2006";
const JAMES = 'James, Pai: BD-Tree, Output-Sensitive Collision Detection for Reduced Deformable Models, 2004';
const WONG = 'Wong et al.: Radial View Based Culling for Continuous Self-Collision Detection of Skeletal Models, 2013';
const TABULATED = 'Navarro Newball, Wyvill, McCane: Tabulated Sphere Subsets, 2009';
const LARSSON = 'Larsson, Akenine-Möller: Efficient Collision Detection for Models Deformed by Morphing, 2003';

export const catalogue: CatalogueEntry[] = [
  {
    name: 'character',
    title: 'A character passes through itself',
    sentence:
      'A man waves, swings a hand through his thigh, sinks his crossed arms into his chest and bends an elbow; every triangle of him that cuts another is red.',
    paper: 'Ours: a character to try a collision check on',
    source: 'src/self/find-self-pairs.ts',
    code: 'self',
    contactStep: 208,
    group: 'Characters',
  },
  {
    name: 'men',
    title: 'Two men brush arms',
    sentence:
      'Two men walk past each other and brush arms; only the parts of them that come near each other are computed, all else is left alone.',
    paper: KAVAN,
    source: 'src/refit/spherical-blend.ts',
    code: 'pairs',
    contactStep: 65,
    group: 'Characters',
  },
  {
    name: 'creatures',
    title: 'Creatures walk through each other',
    sentence:
      'Two creatures of 13,590 triangles each walk right through each other; every pair of triangles that cut is found, yet most vertices are never computed.',
    paper: KAVAN,
    source: 'src/query/pairs/find-pairs.ts',
    code: 'pairs',
    contactStep: 60,
    group: 'Characters',
  },
  {
    name: 'neck-twist',
    title: 'Three ways to turn a head',
    sentence:
      'A head turns right round: linear skinning (left) crushes the neck like a candy wrapper, spherical (middle) and dual quaternion skinning (right) keep it round, until at half a turn its skin cuts itself.',
    paper: KAVAN,
    source: 'src/deform/spherical-blend.ts',
    code: 'self',
    contactStep: 60,
    group: 'Characters',
  },
  {
    name: 'curtain',
    title: 'A ball through a curtain',
    sentence:
      'A ball is thrown through a curtain that blows in the wind; only the few folds near the ball are looked at.',
    paper: JAMES,
    source: 'src/refit/modal.ts',
    code: 'pairs',
    contactStep: 50,
    group: 'Vibrating bodies',
  },
  {
    name: 'bridge',
    title: 'Fish rain on a bridge',
    sentence:
      'Fish rain on the middle of a long bridge that sways in the wind, bounce and slide off; each is tested against the few struts around it only.',
    paper: JAMES,
    source: 'src/simulate/step-world.ts',
    code: 'world',
    contactStep: 90,
    group: 'Vibrating bodies',
  },
  {
    name: 'chairs',
    title: 'Plastic chairs crash to the ground',
    sentence:
      'A hundred and fifty chairs fall in a heap, bend and rattle; where they touch is found from small balls around their surface, which bend with them.',
    paper: JAMES,
    source: 'src/simulate/step-world.ts',
    code: 'world',
    contactStep: 40,
    group: 'Vibrating bodies',
  },
  {
    name: 'chairs-3601',
    title: '3,601 chairs, as in the paper',
    sentence:
      'The same with as many chairs as the paper has: slower than life on most machines. Every contact between their small balls is found.',
    paper: JAMES,
    source: 'src/simulate/step-world.ts',
    code: 'world',
    contactStep: 25,
    group: 'Vibrating bodies',
  },
  {
    name: 'rope',
    title: 'A rope falls across itself',
    sentence:
      'A rope of 48,000 triangles drops to the floor and lands on itself; poseclash finds the moment of first contact between two frames, however fast it moves.',
    paper: WONG,
    source: 'src/continuous/find-self-impacts.ts',
    code: 'impacts',
    contactStep: 97,
    group: 'Bodies that touch themselves',
  },
  {
    name: 'octopus',
    title: 'An octopus waves its arms',
    sentence:
      'An octopus waves its arms until they cross; the first touch is found between the frames, not just at them.',
    paper: WONG,
    source: 'src/continuous/find-self-impacts.ts',
    code: 'impacts',
    contactStep: 110,
    group: 'Bodies that touch themselves',
  },
  {
    name: 'urchin',
    title: 'A spiky body curls up',
    sentence:
      'A spiky body bends to and fro and curls up until its spikes meet; the first touch is found between the frames.',
    paper: WONG,
    source: 'src/continuous/find-self-impacts.ts',
    code: 'impacts',
    contactStep: 95,
    group: 'Bodies that touch themselves',
  },
  {
    name: 'man',
    title: 'A man lays a hand on his chest',
    sentence:
      'A man walks in a circle and lays a hand on his chest; what is seen from within his bones cannot touch itself, so little is left to test.',
    paper: WONG,
    source: 'src/continuous/find-self-impacts.ts',
    code: 'impacts',
    contactStep: 112,
    group: 'Bodies that touch themselves',
  },
  {
    name: 'box',
    title: 'A box twists into a ring',
    sentence: 'A long box is twisted and bent until its ends meet; the moment they do is found between two frames.',
    paper: WONG,
    source: 'src/continuous/find-self-impacts.ts',
    code: 'impacts',
    contactStep: 111,
    group: 'Bodies that touch themselves',
  },
  {
    name: 'hand',
    title: 'A hand makes a fist',
    sentence: 'A hand plays with its fingers and makes a fist; fingers that touch are found between the frames.',
    paper: WONG,
    source: 'src/continuous/find-self-impacts.ts',
    code: 'impacts',
    contactStep: 104,
    group: 'Bodies that touch themselves',
  },
  {
    name: 'jaw',
    title: 'A dog chews and barks',
    sentence:
      'A dog chews and barks; of the balls that fill its jaw and skull a small table keeps the few that can ever meet, and asks only those.',
    paper: TABULATED,
    source: 'src/tabulated/table/look-up.ts',
    code: 'table',
    contactStep: 234,
    group: 'Tables made beforehand',
  },
  {
    name: 'forehead',
    title: 'A muscle under the skin',
    sentence:
      'A muscle contracts under the skin of a forehead; a table made beforehand knows which few places of the two can ever meet.',
    paper: TABULATED,
    source: 'src/tabulated/table/look-up.ts',
    code: 'table',
    contactStep: 50,
    group: 'Tables made beforehand',
  },
  {
    name: 'bodies',
    title: 'Two bodies morph through each other',
    sentence:
      'Two bodies change their shape and pass through each other; the volumes around them are blended instead of their vertices.',
    paper: LARSSON,
    source: 'src/refit/morph.ts',
    code: 'pairs',
    contactStep: 165,
    group: 'Morphing bodies',
  },
  {
    name: 'dolphins',
    title: 'Twelve dolphins brush each other',
    sentence:
      'Twelve dolphins swim in a close group; fins and tails that cut another dolphin are red, and the rest of each is hardly looked at.',
    paper: LARSSON,
    source: 'src/refit/morph.ts',
    code: 'pairs',
    contactStep: 150,
    group: 'Morphing bodies',
  },
];
