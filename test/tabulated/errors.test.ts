import { describe, expect, it } from 'vitest';
import {
  createLookUp,
  createMechanism,
  type Freedom,
  type Kinematics,
  pushOut,
  type Side,
  type SphereOptions,
  type SphereSet,
} from '../../src/tabulated/index.ts';
import { searchMotion } from '../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../src/tabulated/spheres/generate-spheres.ts';
import { lookUpPairs, setValues } from '../../src/tabulated/table/look-up.ts';
import { reduceTable } from '../../src/tabulated/table/reduce-table.ts';
import { verifyTable } from '../../src/tabulated/table/verify-table.ts';
import { createFingerScene, createHingeScene, createMorphScene } from './small-scenes.ts';

const { a, b, kinematics } = createHingeScene();
const morph = createMorphScene();
const finger = createFingerScene(false);
const spheresA = generateSpheres(a, { kind: 'covering', triangles: 8 });
const spheresB = generateSpheres(b, { kind: 'covering', triangles: 8 });
const search = searchMotion(kinematics, spheresA, spheresB, { mode: 'published' });
const table = reduceTable(search, 'none');

function sample(low: number, high: number, samples: number): Freedom {
  return { name: 'turn', low, high, samples };
}

const none: SphereSet = { ...spheresA, centers: new Float64Array(0), radii: new Float64Array(0) };

/** The hinges, but for one number that is written at one place of the motion. */
function writing(value: number, where: (values: Float64Array) => boolean): Kinematics {
  return {
    ...kinematics,
    write(values, poses) {
      kinematics.write(values, poses);
      if (where(values)) poses.a.jointMatrices[6] = value;
    },
  };
}

const blended: Side = createFingerScene(false, 'dual-quaternion-blend').a;

/** The finger, but for a joint that grows; and one that folds over by more than half a turn. */
const scaling: Kinematics = {
  ...finger.kinematics,
  write(values, poses) {
    finger.kinematics.write(values, poses);
    poses.a.jointMatrices[12] *= 1.0001;
  },
};
const fold = { kind: 'hinge', freedom: 'bend', point: [0.6, 0, 0], axis: [0, 0, 1] } as const;
const folding = createMechanism(
  finger.kinematics.freedoms.map(freedom => ({ ...freedom, high: 3.2 })),
  { a: { joints: [[], [fold]] } },
);

const cases: [what: string, action: () => unknown, message: RegExp][] = [
  ['no freedoms', () => createMechanism([], {}), /^createMechanism: there are 0 freedoms/],
  [
    'an empty range',
    () => createMechanism([sample(1, 1, 5)], {}),
    /'turn' goes from 1 to 1; give a range with low below high/,
  ],
  ['a range upside down', () => createMechanism([sample(2, 1, 5)], {}), /from 2 to 1/],
  ['a range without end', () => createMechanism([sample(0, Infinity, 5)], {}), /from 0 to Infinity/],
  ['a range of NaN', () => createMechanism([sample(Number.NaN, 1, 5)], {}), /from NaN to 1/],
  [
    'one sample',
    () => createMechanism([sample(0, 1, 1)], {}),
    /'turn' has 1 samples; give a whole number of at least 2/,
  ],
  ['half a sample', () => createMechanism([sample(0, 1, 2.5)], {}), /2.5 samples/],
  [
    'a freedom that is not there',
    () => createMechanism([sample(0, 1, 2)], { a: { weights: [{ freedom: 'pull' }] } }),
    /no freedom 'pull'/,
  ],
  [
    'an axis without direction',
    () =>
      createMechanism([sample(0, 1, 2)], {
        a: { joints: [[{ kind: 'slide', freedom: 'turn', direction: [0, 0, 0] }]] },
      }),
    /the slide of 'turn' points along 0, 0, 0/,
  ],
  [
    'an empty range in a search',
    () => find({ ...kinematics, freedoms: [sample(0, 0, 4)] }),
    /^searchMotion: .* goes from 0 to 0/,
  ],
  ['zero spheres', () => find(kinematics, none), /^searchMotion: side a has 0 spheres; generate at least one/],
  [
    'kinematics that write NaN',
    () => find(writing(Number.NaN, values => values[0] > 0.8)),
    /^searchMotion: at lift = 0\.\d+, swing = -0\.4 the kinematics writes NaN as number 6 of joint matrix 0 of side a/,
  ],
  ['kinematics that write infinity', () => find(writing(-Infinity, () => true)), /writes -Infinity/],
  ['kinematics that write 1e80', () => find(writing(1e80, () => true)), /beyond 1e70/],
  [
    'kinematics of another mesh',
    () => find(morph.kinematics),
    /writes 1 joints and 2 weights for side a, its spheres follow 1 and 0/,
  ],
  [
    'an unknown mode',
    () => find(kinematics, spheresA, { mode: 'fast' as 'safe' }),
    /mode is 'fast'; give 'published' or 'safe'/,
  ],
  ['half a refinement', () => find(kinematics, spheresA, { mode: 'safe', refinements: 0.5 }), /refinements is 0.5/],
  [
    'a tolerance below 0',
    () => find(kinematics, spheresA, { mode: 'safe', answers: 'yes-no', tolerance: -1 }),
    /tolerance is -1/,
  ],
  [
    'a tolerance of pairs',
    () => find(kinematics, spheresA, { mode: 'safe', tolerance: 0.1 }),
    /only with mode 'safe' and answers 'yes-no'/,
  ],
  [
    'a safe search without bound',
    () => find({ ...kinematics, bound: undefined }, spheresA, { mode: 'safe' }),
    /no bound of its motion/,
  ],
  [
    'a safe search under blended rotations with a joint that is scaled',
    () => {
      const spheres = generateSpheres(blended, { kind: 'surface' });
      searchMotion(scaling, spheres, generateSpheres(finger.b, { kind: 'surface' }), { mode: 'safe' });
    },
    /^searchMotion: at lift = .*, bend = .* joint 1 is not a rotation; how far 'dual-quaternion-blend' moves/,
  ],
  [
    'rows of a safe search',
    () => reduceTable(find(kinematics, spheresA, { mode: 'safe', refinements: 0 }), 'rows'),
    /^reduceTable: 'rows' can lose/,
  ],
  [
    'a cover of pairs',
    () => reduceTable(find(kinematics, spheresA, { mode: 'safe', refinements: 0 }), 'cover'),
    /answers: 'yes-no'/,
  ],
  ['an unknown reduction', () => reduceTable(search, 'most' as 'rows'), /reduction is 'most'/],
  [
    'a look-up by other kinematics',
    () => createLookUp(table, morph.kinematics),
    /^createLookUp: the kinematics writes 1 joints and 2 weights/,
  ],
  [
    'values out of range',
    () => setValues(createLookUp(table, kinematics), Float64Array.of(1.5, 0)),
    /^setValues: lift is 1.5; the table was made for -0.5 to 0.9/,
  ],
  ['values of NaN', () => setValues(createLookUp(table, kinematics), Float64Array.of(0, Number.NaN)), /swing is NaN/],
  [
    'too few values',
    () => setValues(createLookUp(table, kinematics), Float64Array.of(0)),
    /1 values; give one for each of the 2/,
  ],
  [
    'too little room',
    () => lookUpPairs(createLookUp(table, kinematics), new Uint32Array(2)),
    /^lookUpPairs: room for 2 numbers/,
  ],
  ['pushing by yes or no', () => push('cover', 0), /^pushOut: the table answers yes or no/],
  ['too few directions', () => push('none', 3), /^pushOut: 3 numbers of directions/],
  [
    'verifying another mesh',
    () => verifyTable(table, kinematics, b, a),
    /^verifyTable: side a has the checksum \d+, the table was made for \d+/,
  ],
  ['an unknown kind of spheres', () => generate(a, { kind: 'many' as 'surface' }), /kind is 'many'/],
  ['no step', () => generate(a, { kind: 'volumetric', step: 0, maxRadius: 1 }), /step is 0/],
  ['no largest radius', () => generate(a, { kind: 'volumetric', step: 1, maxRadius: Number.NaN }), /maxRadius is NaN/],
  [
    'spheres inside what deforms',
    () => generate(morph.a, { kind: 'volumetric', step: 1, maxRadius: 1 }),
    /'morph' do not follow it/,
  ],
  ['no radius', () => generate(a, { kind: 'surface', radius: 0 }), /radius is 0/],
  ['half a triangle', () => generate(a, { kind: 'covering', triangles: 0.5 }), /leafSize is 0.5/],
  ['a depth without end', () => generate(a, { kind: 'covering', depth: Infinity }), /depth is Infinity/],
  ['no maxRadius', () => generate(a, { kind: 'covering', maxRadius: 0 }), /maxRadius is 0/],
  ['covering what deforms in unknown ways', () => generate(morph.a, { kind: 'covering' }), /give motion/],
  [
    'covering without bound',
    () =>
      generate(morph.a, {
        kind: 'covering',
        motion: { kinematics: { ...morph.kinematics, bound: undefined }, side: 'a' },
      }),
    /no bound/,
  ],
  [
    'a search beyond what spheres cover',
    () => {
      const { freedoms } = morph.kinematics;
      const narrow = {
        ...morph.kinematics,
        freedoms: freedoms.map(freedom => ({ ...freedom, high: freedom.high / 2 })),
      };
      const motion = { kinematics: narrow, side: 'a' } as const;
      const spheres = generate(morph.a, { kind: 'covering', motion });
      searchMotion(morph.kinematics, spheres, generate(morph.b, { kind: 'surface' }), { mode: 'safe' });
    },
    /the spheres of side a cover taller from 0 to 0.5, the search goes from 0 to 1/,
  ],
  [
    'covering what blends rotations with a joint that is scaled',
    () => generate(blended, { kind: 'covering', motion: { kinematics: scaling, side: 'a' } }),
    /^generateSpheres: at lift = .* joint 1 is not a rotation/,
  ],
  [
    'covering what blends rotations half a turn apart',
    () => generate(blended, { kind: 'covering', motion: { kinematics: folding, side: 'a' } }),
    /^generateSpheres: near lift = .* may lie half a turn apart, where 'dual-quaternion-blend' jumps/,
  ],
  [
    'cutting triangles under several joints',
    () =>
      generate(finger.a, { kind: 'covering', maxRadius: 0.1, motion: { kinematics: finger.kinematics, side: 'a' } }),
    /'linear-blend' cannot be divided/,
  ],
  [
    'a mesh of nothing',
    () =>
      generate(
        { mesh: { positions: new Float64Array(0), triangles: new Uint32Array(0) }, source: { kind: 'rigid' } },
        { kind: 'surface' },
      ),
    /^generateSpheres: the mesh has 0 triangles/,
  ],
];

function find(
  given: Kinematics,
  spheres = spheresA,
  options: Parameters<typeof searchMotion>[3] = { mode: 'published' },
): ReturnType<typeof searchMotion> {
  return searchMotion(given, spheres, spheresB, options);
}

function generate(side: Side, options: SphereOptions): SphereSet {
  return generateSpheres(side, options);
}

function push(reduction: 'none' | 'cover', numbers: number): void {
  const look = createLookUp(reduceTable(search, reduction), kinematics);
  pushOut(look, new Float64Array(numbers), new Float64Array(1));
}

describe('bad input to tables', () => {
  it.each(cases)('is refused by name, value and cure: %s', (_, action, message) => {
    expect(action).toThrow(message);
    expect(action).toThrow(/^[a-zA-Z]+: .*\.$/s);
  });
});
