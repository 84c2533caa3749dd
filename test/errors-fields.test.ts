import { describe, expect, it } from 'vitest';
import {
  type Collider,
  createCollider,
  createShape,
  type DeformerSource,
  findPairs,
  type Pose,
  posedPositions,
  type ShapeOptions,
  setPose,
  touches,
} from '../src/index.ts';
import { createRandom } from '../src/math/random.ts';
import { findPairsByBruteForce } from '../src/query/pairs/brute-force.ts';
import { findWorstEscape } from './support/find-escape.ts';
import { createCharacterShape } from './support/pose-character.ts';
import { createRandomCharacter, type DeformerName, deformerNames } from './support/random-character.ts';
import { createRandomPose, createRandomWeights } from './support/random-pose.ts';
import { FORM, messageOf } from './support/refusal-messages.ts';
import { createRibbon } from './support/ribbon.ts';
import { sortPairs } from './support/sort-pairs.ts';

/** Two triangles over four vertices, two fields, two joints: nothing is wrong with it until a test spoils it. */
function createInput() {
  const skinning: Extract<DeformerSource, { kind: 'linear-blend' }> = {
    kind: 'linear-blend',
    skin: {
      jointCount: 2,
      influences: 1,
      joints: Uint16Array.of(0, 1, 0, 1),
      weights: Float64Array.of(1, 1, 1, 1),
    },
  };
  const fields = [new Float64Array(12).fill(0.5), Float64Array.from({ length: 12 }, (_, k) => k)];
  return { mesh: createRibbon(), fields, skinning };
}

const fieldKinds = ['morph', 'modal', 'chain'] as const;
type FieldKind = (typeof fieldKinds)[number];
const nameOfField: Record<FieldKind, string> = { morph: 'morph target', modal: 'mode', chain: 'morph target' };

function sourceOf(kind: FieldKind, fields: Float64Array[]): DeformerSource {
  if (kind === 'morph') return { kind, targets: fields };
  return kind === 'modal' ? { kind, modes: fields } : { kind, targets: fields, skinning: createInput().skinning };
}

interface Refusal {
  name: string;
  spoil: (fields: Float64Array[]) => Float64Array[];
  says: (field: string) => string;
}

const refusals: Refusal[] = [
  { name: 'no fields', spoil: () => [], says: field => `createShape: there are no ${field}s; give at least one` },
  {
    name: 'a field that is too short',
    spoil: ([first, second]) => [first, second.slice(0, 9)],
    says: field => `createShape: ${field} 1 has 9 numbers; 4 vertices need 3 each, 12 in all.`,
  },
  {
    name: 'a field that is too long',
    spoil: ([, second]) => [new Float64Array(13), second],
    says: field => `createShape: ${field} 0 has 13 numbers; 4 vertices need 3 each, 12 in all.`,
  },
  {
    name: 'an empty field',
    spoil: ([first]) => [first, new Float64Array(0)],
    says: field => `createShape: ${field} 1 has 0 numbers; 4 vertices need 3 each`,
  },
  ...[NaN, Infinity, -Infinity, 1e70, -1e80].map(value => ({
    name: `a displacement of ${value}`,
    spoil: ([first, second]: Float64Array[]) => [first, second.map((x, k) => (k === 7 ? value : x))],
    says: (field: string) =>
      `createShape: ${field} 1 moves vertex 2 by ${value}; displacements must be finite and below`,
  })),
];

describe.each(fieldKinds)('createShape › %s', kind => {
  it.each(refusals)('refuses $name, names it, and says what to do', ({ spoil, says }) => {
    const { mesh, fields } = createInput();
    const spoilt = spoil(fields);
    const before = structuredClone(spoilt);
    const message = messageOf(() => createShape(mesh, sourceOf(kind, spoilt)));
    expect(message).toContain(says(nameOfField[kind]));
    expect(message).toMatch(FORM);
    expect(spoilt).toEqual(before); // what was given is as it was given
  });

  it('takes fields in float32, and fields of zeros', () => {
    const { mesh } = createInput();
    const fields = [new Float32Array(12).fill(0.25), new Float32Array(12)] as unknown as Float64Array[];
    const collider = createCollider(createShape(mesh, sourceOf(kind, fields)));
    setPose(collider, { weights: [2, 3] });
    expect(posedPositions(collider)).toEqual(mesh.positions.map(x => x + 0.5));
  });

  it('keeps no hold of the fields it was given', () => {
    const { mesh, fields } = createInput();
    const collider = createCollider(createShape(mesh, sourceOf(kind, fields)));
    setPose(collider, { weights: [1, -1] });
    const before = posedPositions(collider);
    for (const field of fields) field.fill(NaN);
    setPose(collider, { weights: [1, -1] });
    expect(posedPositions(collider)).toEqual(before);
  });

  it('refuses training poses with weights too few, too many or not finite, and says which', () => {
    const { mesh, fields } = createInput();
    const build = (weights: number[]): unknown =>
      createShape(mesh, sourceOf(kind, fields), { trainingPoses: [{ weights: [0, 0] }, { weights }] });
    for (const weights of [[], [1], [1, 2, 3]]) {
      const message = messageOf(() => build(weights));
      expect(message).toContain(
        `createShape: ${weights.length} weights in training pose 1; give one for each of the 2 `,
      );
      expect(message).toMatch(FORM);
    }
    expect(messageOf(() => build([0, NaN]))).toContain(
      'createShape: weight 1 in training pose 1 is NaN; weights must be',
    );
    expect(() => build([3, -4])).not.toThrow();
  });

  it('huge displacements that are allowed still give the answers of brute force', () => {
    for (const size of [1e20, 1e37, 1e39, 1e55]) {
      const character = createRandomCharacter(2, 4);
      character.fields[0] = character.mesh.positions.map((_, k) => size * Math.sin(k));
      const { skin } = character;
      const source = sourceOf(kind, character.fields);
      const shape = createShape(
        character.mesh,
        source.kind === 'chain' ? { ...source, skinning: { kind: 'linear-blend', skin } } : source,
        { leafSize: 1 },
      );
      const [a, b] = [createCollider(shape), createCollider(shape)];
      for (const weight of [0, 1 / size, 1e-3]) {
        setPose(a, { weights: character.fields.map((_, m) => (m === 0 ? weight : 0.1)) });
        expect(sortPairs(findPairs(a, b)), `${size} times ${weight}`).toEqual(sortPairs(findPairsByBruteForce(a, b)));
      }
    }
  });
});

describe('createShape', () => {
  const { mesh, fields } = createInput();

  it.each([0.5, 65, -2, NaN, Infinity])('refuses %d volumes in between', inBetweens => {
    const message = messageOf(() => createShape(mesh, { kind: 'morph', targets: fields, inBetweens }));
    expect(message).toBe(`createShape: inBetweens is ${inBetweens}; give a whole number of volumes from 0 to 64.`);
  });

  it.each([0, 1, 64])('takes %d volumes in between', inBetweens => {
    const collider = createCollider(createShape(mesh, { kind: 'morph', targets: fields, inBetweens }, { leafSize: 1 }));
    setPose(collider, { weights: [0.25, 0.75] });
    expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
  });

  it("refuses a chain that ends in 'rigid', and names the kind to use", () => {
    const source = { kind: 'chain', targets: fields, skinning: { kind: 'rigid' } } as unknown as DeformerSource;
    const message = messageOf(() => createShape(mesh, source));
    expect(message).toMatch(/^createShape: a chain .*'rigid'.*; use the kind 'morph'\.$/);
  });

  it('refuses the same of modes, and in-betweens that are no number', () => {
    const { mesh, fields, skin } = createRandomCharacter(1);
    const shapeOf = (source: unknown) => () => createShape(mesh, source as DeformerSource);
    expect(shapeOf({ kind: 'modal-chain', modes: fields, skinning: { kind: 'rigid' } })).toThrow(
      "createShape: a chain of modes and 'rigid' has nothing to skin; use the kind 'modal'.",
    );
    expect(shapeOf({ kind: 'modal-chain', modes: [], skinning: { kind: 'linear-blend', skin } })).toThrow(
      /^createShape: there are no modes/,
    );
    expect(
      shapeOf({ kind: 'chain', targets: fields, inBetweens: 1.5, skinning: { kind: 'linear-blend', skin } }),
    ).toThrow('createShape: inBetweens is 1.5; give a whole number of volumes from 0 to 64.');
  });

  it('refuses a chain for spherical blending without a skeleton', () => {
    const { skin } = createInput().skinning;
    const skinning = { kind: 'spherical-blend', skin } as unknown as Extract<
      DeformerSource,
      { kind: 'spherical-blend' }
    >;
    expect(messageOf(() => createShape(mesh, { kind: 'chain', targets: fields, skinning }))).toMatch(
      /^createShape: spherical-blend has no skeleton; give parents and rest positions/,
    );
  });

  it('refuses the skin of a chain like any other', () => {
    const { skinning } = createInput();
    skinning.skin.weights[2] = 0.5;
    expect(messageOf(() => createShape(mesh, { kind: 'chain', targets: fields, skinning }))).toMatch(
      /^createShape: weights of vertex 2 sum to 0\.5; /,
    );
  });

  it.each(['ellipsoid', '', 'Sphere'])("refuses volumes of the kind '%s'", name => {
    const volumes = name as ShapeOptions['volumes'];
    expect(messageOf(() => createShape(mesh, { kind: 'rigid' }, { volumes }))).toBe(
      `createShape: volumes is '${name}'; give 'sphere', 'box' or 'dop'.`,
    );
  });

  it.each([0, 4, 7, 16.5, 20, -6, NaN, Infinity])('refuses k-DOPs of %d directions', dopDirections => {
    expect(messageOf(() => createShape(mesh, { kind: 'rigid' }, { volumes: 'dop', dopDirections }))).toBe(
      `createShape: dopDirections is ${dopDirections}; give an even number from 6 to 18.`,
    );
  });

  it.each([6, 8, 10, 12, 14, 16, 18])('takes k-DOPs of %d directions', dopDirections => {
    for (const kind of fieldKinds) {
      const shape = createShape(mesh, sourceOf(kind, fields), { volumes: 'dop', dopDirections, leafSize: 1 });
      const collider = createCollider(shape);
      setPose(collider, { weights: [-1, 2] });
      expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
    }
  });

  it('refuses training weights for a deformer without fields', () => {
    expect(messageOf(() => createShape(mesh, { kind: 'rigid' }, { trainingPoses: [{ weights: [1] }] }))).toMatch(
      /^createShape: 1 weights in training pose 0, but the deformer has no targets or modes; leave weights out\.$/,
    );
  });
});

/** Two crumpled sheets that meet, posed with weights where there are any: `a` is the one that bad poses are put to. */
function createMeeting(name: DeformerName): { a: Collider; b: Collider; answers: () => unknown } {
  const character = createRandomCharacter(2);
  const shape = createCharacterShape(name, character);
  const [a, b] = [createCollider(shape), createCollider(shape)];
  const random = createRandom(3);
  for (const collider of [a, b]) {
    const matrices = createRandomPose(random, character.skeleton, { turn: 0.6, shift: 0.2, isAffine: false });
    setPose(collider, {
      jointMatrices: matrices.slice(0, collider.jointMatrices.length),
      weights: createRandomWeights(random, collider.weights.length).map(weight => 0.1 * weight),
    });
  }
  const answers = (): unknown => [
    sortPairs(findPairs(a, b)),
    touches(a, b),
    posedPositions(a),
    a.weights.slice(),
    a.jointMatrices.slice(),
    findWorstEscape(a) <= 0,
  ];
  expect(findPairs(a, b).length).toBeGreaterThan(0);
  return { a, b, answers };
}

describe.each(deformerNames)('setPose › %s', name => {
  it('refuses weights that are too few, too many or not finite, and the collider answers as before', () => {
    const { a, answers } = createMeeting(name);
    const count = a.weights.length;
    const before = answers();
    const refuse = (pose: Pose, says: string): void => {
      const message = messageOf(() => setPose(a, pose));
      expect(message).toContain(says);
      expect(message).toMatch(FORM);
      expect(answers()).toEqual(before);
    };
    for (const length of [0, 1, 2, 3, 4, 5, 6].filter(length => length !== count)) {
      const cure = count === 0 ? 'leave weights out.' : `give one for each of the ${count} targets or modes.`;
      refuse({ weights: new Float64Array(length) }, `setPose: ${length} weights in the pose`);
      refuse({ weights: new Float64Array(length) }, cure);
    }
    for (let m = 0; m < count; m++) {
      for (const value of [NaN, Infinity, -Infinity, 1e80]) {
        const weights = a.weights.map((weight, k) => (k === m ? value : weight));
        refuse({ weights }, `setPose: weight ${m} in the pose is ${value}; weights must be finite and below 1e+70.`);
      }
    }
  });

  it('takes all of a pose or nothing: good weights with bad matrices, and the other way round', () => {
    const { a, answers } = createMeeting(name);
    const before = answers();
    const bad = a.jointMatrices.map((x, k) => (k === 5 ? NaN : x));
    const moved = a.jointMatrices.map((x, k) => (k % 4 === 3 ? x + 1 : x));
    const weights = a.weights.map(weight => weight + 1);
    expect(messageOf(() => setPose(a, { jointMatrices: bad, weights }))).toMatch(
      /^setPose: number 5 of joint matrices 0 /,
    );
    expect(answers()).toEqual(before);
    expect(messageOf(() => setPose(a, { jointMatrices: moved, weights: new Float64Array(9) }))).toMatch(
      /^setPose: 9 weights/,
    );
    expect(answers()).toEqual(before);
    if (weights.length > 0) {
      weights[0] = NaN;
      expect(messageOf(() => setPose(a, { jointMatrices: moved, weights }))).toMatch(
        /^setPose: weight 0 in the pose is NaN; /,
      );
      expect(answers()).toEqual(before);
    }
  });

  it('leaves alone what a pose leaves out, and keeps no hold of what it is given', () => {
    const { a } = createMeeting(name);
    const before = posedPositions(a);
    setPose(a, {});
    setPose(a, { jointMatrices: a.jointMatrices.slice() });
    const weights = a.weights.slice();
    setPose(a, { weights });
    weights.fill(NaN);
    setPose(a, {});
    expect(posedPositions(a)).toEqual(before);
  });

  it('is never silent about weights that are too large: they are taken, or refused with a message', () => {
    const { a, answers } = createMeeting(name);
    const good = a.weights.slice();
    const before = answers();
    for (const size of [1e30, 1e60, 1e68, 1e69, 9e69]) {
      const weights = good.map(() => size);
      let isRefused = false;
      try {
        setPose(a, { weights });
      } catch (error) {
        isRefused = true;
        expect((error as Error).message).toMatch(/^setPose: .+; .+\.$/);
      }
      expect(a.weights).toEqual(isRefused ? good : weights);
      setPose(a, { weights: good });
      expect(answers()).toEqual(before);
    }
  });
});

describe('createShape › what types would have caught', () => {
  const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
  it.each([
    ['a morph without targets', { kind: 'morph' }, {}, /^createShape: there are no morph targets; .+\.$/],
    ['modes that are no list', { kind: 'modal', modes: 3 }, {}, /^createShape: there are no modes; .+\.$/],
    ['an unknown deformer', { kind: 'jelly' }, {}, /^createShape: there is no deformer 'jelly'; .+\.$/],
    [
      'a chain without skinning',
      { kind: 'chain' },
      {},
      /^createShape: there is no deformer 'chain of undefined'; .+\.$/,
    ],
    ['an unknown tree', { kind: 'rigid' }, { tree: 'oak' }, /^createShape: tree is 'oak'; .+\.$/],
  ])('refuses %s', (_name, source, options, expected) => {
    expect(messageOf(() => createShape(mesh, source as DeformerSource, options as ShapeOptions))).toMatch(expected);
  });

  it('refuses fewer than no volumes in between', () => {
    const source: DeformerSource = { kind: 'morph', targets: [new Float64Array(9)], inBetweens: -1 };
    expect(messageOf(() => createShape(mesh, source))).toMatch(/^createShape: inBetweens is -1; .+\.$/);
  });
});
