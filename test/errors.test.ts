import { describe, expect, it } from 'vitest';
import {
  type Collider,
  createCollider,
  createShape,
  type DeformerSource,
  findPairs,
  loadShape,
  type Mesh,
  normalizeWeights,
  posedPositions,
  type ShapeOptions,
  type Skeleton,
  type Skin,
  saveShape,
  setPlacement,
  setPose,
} from '../src/index.ts';
import { createRandom } from '../src/math/random.ts';
import { createCharacterShape } from './support/pose-character.ts';
import { createRandomCharacter, type DeformerName, deformerOf } from './support/random-character.ts';
import { createRandomPose } from './support/random-pose.ts';
import { FORM, messageOf } from './support/refusal-messages.ts';
import { createRibbon } from './support/ribbon.ts';

interface Input {
  mesh: Mesh;
  skin: Skin;
  skeleton: Skeleton;
  options: ShapeOptions;
}

/** Two triangles over four vertices that follow two joints: nothing is wrong with it until a test spoils it. */
function createInput(): Input {
  return {
    mesh: createRibbon(),
    skin: {
      jointCount: 2,
      influences: 2,
      joints: Uint16Array.of(0, 1, 0, 1, 0, 1, 0, 1),
      weights: Float64Array.of(1, 0, 0.5, 0.5, 0.25, 0.75, 0, 1),
    },
    skeleton: { parents: Int32Array.of(-1, 0), positions: Float64Array.of(0, 0, 0, 1, 0, 0) },
    options: {},
  };
}

const blends = ['linear-blend', 'spherical-blend', 'dual-quaternion-blend'] as const;
const kinds = ['rigid', ...blends] as const;

function build(kind: (typeof kinds)[number], { mesh, skin, skeleton, options }: Input): unknown {
  return createShape(mesh, kind === 'rigid' ? { kind } : { kind, skin, skeleton }, options);
}

interface Refusal {
  name: string;
  spoil: (input: Input) => void;
  says: RegExp;
}

const meshRefusals: Refusal[] = [
  {
    name: 'a position that is NaN',
    spoil: ({ mesh }) => (mesh.positions[4] = NaN),
    says: /^createShape: y of vertex 1 is NaN; .*finite/,
  },
  {
    name: 'a position that is infinite',
    spoil: ({ mesh }) => (mesh.positions[11] = -Infinity),
    says: /^createShape: z of vertex 3 is -Infinity; .*finite/,
  },
  {
    name: 'a position too large to square',
    spoil: ({ mesh }) => (mesh.positions[0] = 1e90),
    says: /^createShape: x of vertex 0 is 1e\+90; .*below/,
  },
  {
    name: 'positions that are not three to a vertex',
    spoil: ({ mesh }) => (mesh.positions = mesh.positions.slice(0, 11)),
    says: /^createShape: positions has 11 numbers; give three/,
  },
  {
    name: 'a triangle of a vertex that is not there',
    spoil: ({ mesh }) => (mesh.triangles[5] = 4),
    says: /^createShape: triangle 1 names vertex 4, but there are 4; .*0 to 3/,
  },
  {
    name: 'indices that are not three to a triangle',
    spoil: ({ mesh }) => (mesh.triangles = mesh.triangles.slice(0, 5)),
    says: /^createShape: triangles has 5 indices; give three/,
  },
  {
    name: 'a mesh without triangles',
    spoil: ({ mesh }) => (mesh.triangles = new Uint32Array(0)),
    says: /^createShape: the mesh has 0 triangles; give at least one/,
  },
  {
    name: 'a mesh of nothing at all',
    spoil: ({ mesh }) => Object.assign(mesh, { positions: new Float64Array(0), triangles: new Uint32Array(0) }),
    says: /^createShape: the mesh has 0 triangles; give at least one/,
  },
  {
    name: 'an option without its last letter',
    spoil: ({ options }) => Object.assign(options, { volume: 'box' }),
    says: /^createShape: there is no option 'volume'; give 'volumes'/,
  },
  {
    name: 'an option in small letters',
    spoil: ({ options }) => Object.assign(options, { leafsize: 4 }),
    says: /^createShape: there is no option 'leafsize'; give 'leafSize'/,
  },
  {
    name: 'a leaf size of 0',
    spoil: ({ options }) => (options.leafSize = 0),
    says: /^createShape: leafSize is 0; give a whole number/,
  },
  {
    name: 'a leaf size that is not whole',
    spoil: ({ options }) => (options.leafSize = 2.5),
    says: /^createShape: leafSize is 2\.5; give a whole number/,
  },
  {
    name: 'a training pose of the wrong size',
    spoil: ({ options }) =>
      (options.trainingPoses = [{ jointMatrices: new Float64Array(7) }, { jointMatrices: new Float64Array(7) }]),
    says: /^createShape: 7 numbers for \d joint matrices of training pose 0; give 12 for each/,
  },
];

const skinRefusals: Refusal[] = [
  {
    name: 'weights that sum to 0.93',
    spoil: ({ skin }) => skin.weights.set([0.53, 0.4], 4),
    says: /^createShape: weights of vertex 2 sum to 0\.93\d*; .*normalizeWeights/,
  },
  {
    name: 'a vertex without weights',
    spoil: ({ skin }) => skin.weights.fill(0, 6),
    says: /^createShape: weights of vertex 3 sum to 0; .*normalizeWeights/,
  },
  {
    name: 'a negative weight',
    spoil: ({ skin }) => skin.weights.set([1.25, -0.25], 2),
    says: /^createShape: a weight of vertex 1 is -0\.25; .*>= 0/,
  },
  {
    name: 'a weight that is NaN',
    spoil: ({ skin }) => (skin.weights[3] = NaN),
    says: /^createShape: a weight of vertex 1 is NaN; .*>= 0/,
  },
  {
    name: 'a weight that is infinite',
    spoil: ({ skin }) => (skin.weights[0] = Infinity),
    says: /^createShape: a weight of vertex 0 is Infinity; .*>= 0/,
  },
  {
    name: 'a joint that is not there',
    spoil: ({ skin }) => (skin.joints[5] = 9),
    says: /^createShape: vertex 2 follows joint 9, but there are 2; .*0 to 1/,
  },
  {
    name: 'fewer joint slots than the vertices need',
    spoil: ({ skin }) => (skin.joints = skin.joints.slice(0, 6)),
    says: /^createShape: the skin has 6 joints and 8 weights; 4 vertices with 2 influences need 8/,
  },
  {
    name: 'more weights than the vertices need',
    spoil: ({ skin }) => (skin.weights = new Float64Array(9)),
    says: /^createShape: the skin has 8 joints and 9 weights; 4 vertices with 2 influences need 8/,
  },
  {
    name: 'a skin without joints',
    spoil: ({ skin }) => (skin.jointCount = 0),
    says: /^createShape: jointCount is 0; .*at least one/,
  },
  {
    name: 'a skin without influences',
    spoil: ({ skin }) => (skin.influences = 0),
    says: /^createShape: influences is 0; give/,
  },
  {
    name: 'a skeleton of more joints than the skin',
    spoil: ({ skeleton }) => (skeleton.parents = Int32Array.of(-1, 0, 1)),
    says: /^createShape: the skeleton has 3 parents and 2 positions; the skin's 2 joints/,
  },
  {
    name: 'a skeleton with too few positions',
    spoil: ({ skeleton }) => (skeleton.positions = new Float64Array(3)),
    says: /^createShape: the skeleton has 2 parents and 1 positions; the skin's 2 joints/,
  },
  {
    name: 'a skeleton whose parents run in a circle',
    spoil: ({ skeleton }) => skeleton.parents.set([1, 0]),
    says: /^createShape: joint [01] is its own ancestor; .*trees/,
  },
  {
    name: 'a joint that is its own parent',
    spoil: ({ skeleton }) => (skeleton.parents[1] = 1),
    says: /^createShape: joint 1 is its own ancestor; .*trees/,
  },
  {
    name: 'a parent that is not there',
    spoil: ({ skeleton }) => (skeleton.parents[1] = 5),
    says: /^createShape: the parent of joint 1 is 5; give a joint from 0 to 1, or -1/,
  },
  {
    name: 'a joint that rests at NaN',
    spoil: ({ skeleton }) => (skeleton.positions[4] = NaN),
    says: /^createShape: the rest position of joint 1 has a NaN; give finite numbers/,
  },
];

describe('createShape', () => {
  const cases = [
    ...meshRefusals.flatMap(refusal => kinds.map(kind => ({ ...refusal, kind }))),
    ...skinRefusals.flatMap(refusal => blends.map(kind => ({ ...refusal, kind }))),
  ];
  it.each(cases)('$kind: refuses $name, names it, and says what to do', ({ kind, spoil, says }) => {
    const input = createInput();
    spoil(input);
    const before = structuredClone(input);
    const message = messageOf(() => build(kind, input));
    expect(message).toMatch(says);
    expect(message).toMatch(FORM);
    expect(input).toEqual(before); // what was given is as it was given
  });

  it('reports no progress for what it refuses', () => {
    for (const { spoil } of [...meshRefusals, ...skinRefusals]) {
      const input = createInput();
      const shares: number[] = [];
      input.options.progress = share => shares.push(share);
      spoil(input);
      messageOf(() => build('linear-blend', input));
      expect(shares).toEqual([]);
    }
  });

  it('ignores the joint of a slot whose weight is 0, whatever it says', () => {
    const input = createInput();
    input.skin.joints[1] = 65_535;
    for (const kind of blends) {
      const collider = createCollider(createShape(input.mesh, { kind, skin: input.skin, skeleton: input.skeleton }));
      expect(posedPositions(collider)).toEqual(input.mesh.positions);
    }
  });

  it('takes weights stored in 8 bits, which do not quite sum to 1', () => {
    const input = createInput();
    input.skin.weights = Float32Array.of(1, 0, 127 / 255, 127 / 255, 0.25, 0.75, 0, 1);
    for (const kind of blends) expect(() => build(kind, input)).not.toThrow();
  });

  it('refuses spherical blending without a skeleton', () => {
    const { mesh, skin } = createInput();
    const source = { kind: 'spherical-blend', skin } as unknown as DeformerSource;
    const message = messageOf(() => createShape(mesh, source));
    expect(message).toMatch(/^createShape: spherical-blend has no skeleton; give parents and rest positions/);
  });

  it('refuses a training pose that is not finite', () => {
    const input = createInput();
    const jointMatrices = new Float64Array(24);
    jointMatrices[17] = NaN;
    input.options.trainingPoses = [{ jointMatrices: new Float64Array(24) }, { jointMatrices }];
    expect(messageOf(() => build('linear-blend', input))).toMatch(
      /^createShape: number 5 of joint matrices of training pose 1 1 is NaN; .*finite/,
    );
  });
});

describe('normalizeWeights', () => {
  it('refuses a vertex whose weights are all 0', () => {
    const { skin } = createInput();
    skin.weights.fill(0, 4, 6);
    const message = messageOf(() => normalizeWeights(skin));
    expect(message).toMatch(/^normalizeWeights: weights of vertex 2 sum to 0; bind it to at least one joint/);
    expect(message).toMatch(FORM);
  });

  it('refuses weights that are NaN or infinite', () => {
    for (const value of [NaN, Infinity]) {
      const { skin } = createInput();
      skin.weights[1] = value;
      expect(messageOf(() => normalizeWeights(skin))).toMatch(/^normalizeWeights: .*vertex 0 .*(NaN|Infinity); /);
    }
  });

  it('makes weights that createShape takes, in a copy', () => {
    const input = createInput();
    input.skin.weights = input.skin.weights.map(weight => 0.93 * weight);
    const given = input.skin.weights.slice();
    expect(() => build('linear-blend', input)).toThrow(/sum to 0\.93/);
    const skin = normalizeWeights(input.skin);
    expect(() => build('linear-blend', { ...input, skin })).not.toThrow();
    expect(input.skin.weights).toEqual(given);
  });
});

/** Two bent sheets that meet: `a` is the one that bad poses are put to. */
function createMeeting(kind: DeformerName): { a: Collider; b: Collider; pairs: Uint32Array; positions: Float64Array } {
  const character = createRandomCharacter(2);
  expect(character.skin.jointCount).toBeGreaterThan(2);
  const shape = createCharacterShape(kind, character);
  const [a, b] = [createCollider(shape), createCollider(shape)];
  const random = createRandom(3);
  for (const collider of [a, b]) {
    const matrices = createRandomPose(random, character.skeleton, { turn: 0.6, shift: 0.2, isAffine: false });
    setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length) });
  }
  const pairs = findPairs(a, b);
  expect(pairs.length).toBeGreaterThan(0);
  return { a, b, pairs, positions: posedPositions(a) };
}

describe.each(kinds)('setPose › %s', kind => {
  it('refuses too few and too many numbers, and the collider answers as before', () => {
    const { a, b, pairs, positions } = createMeeting(kind);
    const count = a.jointMatrices.length;
    for (const length of [0, count - 12, count - 1, count + 1, count + 12]) {
      const message = messageOf(() => setPose(a, { jointMatrices: new Float64Array(length) }));
      expect(message).toMatch(
        new RegExp(`^setPose: ${length} numbers for ${count / 12} joint matrices; .*${count} in all`),
      );
      expect(message).toMatch(FORM);
    }
    expect(findPairs(a, b)).toEqual(pairs);
    expect(posedPositions(a)).toEqual(positions);
  });

  it.each([NaN, Infinity, -Infinity, 1e80])(
    'refuses %d anywhere, names joint and number, and the collider answers as before',
    value => {
      const { a, b, pairs, positions } = createMeeting(kind);
      const good = a.jointMatrices.slice();
      for (let k = 0; k < good.length; k++) {
        const jointMatrices = good.slice();
        jointMatrices[k] = value;
        const message = messageOf(() => setPose(a, { jointMatrices }));
        expect(message).toContain(`setPose: number ${k % 12} of joint matrices ${Math.floor(k / 12)} is ${value}; `);
        expect(message).toMatch(FORM);
        expect(findPairs(a, b)).toEqual(pairs);
      }
      expect(posedPositions(a)).toEqual(positions);
    },
  );

  it('never drops a pose in silence: it is taken, or refused with a message', () => {
    const { a, b, pairs } = createMeeting(kind);
    for (const size of [1e60, 1e68, 5e69, 9e69]) {
      for (const places of [
        [3, 7, 11], // a move
        [0, 5, 10], // a scale
      ]) {
        const jointMatrices = a.jointMatrices.slice();
        for (const k of places) jointMatrices[k] = size;
        const before = a.jointMatrices.slice();
        let isRefused = false;
        try {
          setPose(a, { jointMatrices });
        } catch (error) {
          isRefused = true;
          expect((error as Error).message).toMatch(/^setPose: /);
        }
        expect(a.jointMatrices).toEqual(isRefused ? before : jointMatrices);
        setPose(a, { jointMatrices: before });
        expect(findPairs(a, b)).toEqual(pairs);
      }
    }
  });

  it('keeps no hold of the array it was given', () => {
    const { a, b, pairs } = createMeeting(kind);
    const jointMatrices = a.jointMatrices.slice();
    setPose(a, { jointMatrices });
    jointMatrices.fill(NaN);
    expect(findPairs(a, b)).toEqual(pairs);
  });
});

describe.each(kinds)('setPlacement › %s', kind => {
  const refusals: [name: string, placement: Float64Array, says: RegExp][] = [
    [
      'one that scales',
      Float64Array.of(2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0),
      /^setPlacement: rows 0 and 0 have the product 4; .*scale/,
    ],
    [
      'one that shears',
      Float64Array.of(1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0),
      /^setPlacement: rows 0 and 1 have the product 0.5; /,
    ],
    [
      'one with a NaN',
      Float64Array.of(1, 0, 0, 0, 0, 1, 0, NaN, 0, 0, 1, 0),
      /^setPlacement: number 7 of placement matrix 0 is NaN; /,
    ],
    [
      'one at infinity',
      Float64Array.of(1, 0, 0, Infinity, 0, 1, 0, 0, 0, 0, 1, 0),
      /^setPlacement: number 3 of placement matrix 0 is Infinity; /,
    ],
    ['one of 16 numbers', new Float64Array(16), /^setPlacement: 16 numbers for 1 placement matrix; .*12 in all/],
    [
      'one too far away',
      Float64Array.of(1, 0, 0, 9e69, 0, 1, 0, 9e69, 0, 0, 1, 9e69),
      /^setPlacement: .*1e70; place .*nearer/,
    ],
    ['one that mirrors', Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), /^setPlacement: .*mirror.*; /],
  ];
  it.each(refusals)('refuses %s, and the collider answers as before', (_name, placement, says) => {
    const { a, b, pairs, positions } = createMeeting(kind);
    const message = messageOf(() => setPlacement(a, placement));
    expect(message).toMatch(says);
    expect(message).toMatch(FORM);
    expect(findPairs(a, b)).toEqual(pairs);
    expect(posedPositions(a)).toEqual(positions);
  });
});

describe('loadShape', () => {
  const PREFIX = 16;
  const roundUp = (bytes: number): number => Math.ceil(bytes / 8) * 8;
  const character = createRandomCharacter(8, 3);
  const saved = saveShape(createCharacterShape('spherical-blend', character));
  const headerLength = new Uint32Array(saved)[2];
  const headerText = new TextDecoder().decode(new Uint8Array(saved, PREFIX, headerLength));
  type Fields = Record<string, number | string | [string, number, number]>;

  /** The saved shape with another header and a checksum that fits it, as another version of the library might write it. */
  function withHeader(text: string): ArrayBuffer {
    const header = new TextEncoder().encode(text);
    const arrays = new Uint8Array(saved, roundUp(PREFIX + headerLength));
    const start = roundUp(PREFIX + header.length);
    const other = new ArrayBuffer(start + arrays.length);
    new Uint8Array(other).set(new Uint8Array(saved, 0, PREFIX));
    new Uint8Array(other).set(header, PREFIX);
    new Uint8Array(other).set(arrays, start);
    new Uint32Array(other)[2] = header.length;
    const told = messageOf(() => loadShape(other));
    expect(told).toMatch(/checksum/); // without the sum it is refused
    new Uint32Array(other)[3] = checksumOf(other);
    return other;
  }

  /** The checksum of a saved shape: FNV-1a over the words after the prefix, as saveShape documents it. */
  function checksumOf(buffer: ArrayBuffer): number {
    let sum = 0x811c9dc5;
    for (const word of new Uint32Array(buffer, PREFIX)) {
      sum = Math.imul(sum ^ word, 0x01000193);
      sum ^= sum >>> 15;
    }
    return sum >>> 0;
  }

  /** Loads each damaged copy and lists those that are taken, or refused by accident rather than by loadShape. */
  function listUnrefused(copies: Iterable<[name: string, buffer: ArrayBuffer]>): string[] {
    const unrefused: string[] = [];
    for (const [name, buffer] of copies) {
      try {
        loadShape(buffer);
        unrefused.push(`${name}: taken`);
      } catch (error) {
        const { message } = error as Error;
        if (!/^loadShape: .+; .+\.$/.test(message)) unrefused.push(`${name}: ${message}`);
      }
    }
    return unrefused;
  }

  it('reads what it wrote', () => {
    expect(() => loadShape(saved.slice(0))).not.toThrow();
    expect(checksumOf(saved)).toBe(new Uint32Array(saved)[3]); // the sum below is the library's
  });

  it('refuses a buffer too short to be anything, and says how long it is', () => {
    for (const length of [0, 1, 15]) {
      expect(messageOf(() => loadShape(saved.slice(0, length)))).toMatch(
        new RegExp(`^loadShape: ${length} bytes .*; `),
      );
    }
  });

  it('refuses foreign data, and says how it begins', () => {
    const foreign = saved.slice(0);
    new Uint8Array(foreign).set(new TextEncoder().encode('glTF'));
    expect(messageOf(() => loadShape(foreign))).toMatch(/^loadShape: begins with 46546c67; not a shape/);
  });

  it('refuses another version, names both, and says to save again', () => {
    const other = saved.slice(0);
    const [, version] = new Uint32Array(other);
    new Uint32Array(other)[1] = version + 1;
    expect(messageOf(() => loadShape(other))).toMatch(
      new RegExp(`^loadShape: version ${version + 1}, this library reads ${version}; save the shape again`),
    );
  });

  it.each(kinds)('%s: refuses data cut off at any byte', kind => {
    for (const seed of [0, 1, 2]) {
      const small = createRandomCharacter(seed, 2);
      const whole = saveShape(createShape(small.mesh, deformerOf(kind, small), { leafSize: 1 + seed }));
      const copies: [string, ArrayBuffer][] = [];
      for (let length = 0; length < whole.byteLength; length++) {
        copies.push([`cut at byte ${length} of ${whole.byteLength}`, whole.slice(0, length)]);
      }
      expect(listUnrefused(copies)).toEqual([]);
    }
  });

  it('refuses data with any one byte changed: prefix, header, arrays and padding', () => {
    function* damage(): Generator<[string, ArrayBuffer]> {
      const copy = saved.slice(0);
      const bytes = new Uint8Array(copy);
      for (let k = 0; k < bytes.length; k++) {
        for (const change of [1, 128, 255]) {
          bytes[k] ^= change;
          yield [`byte ${k} of ${bytes.length}, changed by ${change}`, copy];
          bytes[k] ^= change;
        }
      }
    }
    expect(listUnrefused(damage())).toEqual([]);
  });

  it('refuses data with zeros, noise or another part of itself written over it', () => {
    const random = createRandom(12);
    function* damage(): Generator<[string, ArrayBuffer]> {
      for (let k = 0; k < 300; k++) {
        const copy = saved.slice(0);
        const bytes = new Uint8Array(copy);
        const at = Math.floor((bytes.length - 64) * random());
        const part = bytes.subarray(at, at + 1 + Math.floor(63 * random()));
        if (k % 3 === 0) part.fill(0);
        else if (k % 3 === 1) for (let i = 0; i < part.length; i++) part[i] = Math.floor(256 * random());
        else bytes.copyWithin(at, Math.floor((bytes.length - 64) * random()), at + part.length);
        if (!Buffer.from(copy).equals(Buffer.from(saved))) yield [`damage ${k} at byte ${at}`, copy];
      }
    }
    expect(listUnrefused(damage())).toEqual([]);
  });

  it('refuses a header without any one of its fields, and names the field', () => {
    const names = Object.keys(JSON.parse(headerText) as Fields);
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const fields = JSON.parse(headerText) as Fields;
      delete fields[name];
      const message = messageOf(() => loadShape(withHeader(JSON.stringify(fields))));
      expect(message).toMatch(FORM);
      expect(message).toContain(`loadShape: ${name} is missing; save the shape again`);
    }
  });

  it('refuses a header that is no JSON', () => {
    for (const text of ['?', headerText.slice(0, -1), headerText.replace('"', "'")]) {
      expect(messageOf(() => loadShape(withHeader(text)))).toMatch(/^loadShape: the header is damaged; save /);
    }
  });

  it('writes to nothing but the shape it returns, whatever the header names', () => {
    for (const name of ['__proto__', 'constructor.prototype', 'mesh.__proto__']) {
      const rest = headerText.slice(1);
      try {
        loadShape(withHeader(`{"${name}.isSpoilt":1,${rest}`));
      } catch {
        // refused is fine
      }
      const isSpoilt = 'isSpoilt' in {};
      delete (Object.prototype as { isSpoilt?: number }).isSpoilt;
      expect(isSpoilt, name).toBe(false);
    }
  });
});
