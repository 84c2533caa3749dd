import type { Mesh } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createMechanism, type Freedom, type Kinematics, type Side } from '../../src/tabulated/index.ts';
import { createBallJoint } from '../../src/tabulated/motion/mechanism.ts';

/** A ball of rings and segments about (x, y, z), outside out. */
export function createBallMesh(radius: number, x: number, y: number, z: number, rings = 6, segments = 8): Mesh {
  const positions: number[] = [x, y + radius, z];
  for (let ring = 1; ring < rings; ring++) {
    const tilt = (Math.PI * ring) / rings;
    for (let s = 0; s < segments; s++) {
      const turn = (2 * Math.PI * s) / segments;
      positions.push(
        x + radius * Math.sin(tilt) * Math.cos(turn),
        y + radius * Math.cos(tilt),
        z + radius * Math.sin(tilt) * Math.sin(turn),
      );
    }
  }
  positions.push(x, y - radius, z);
  const last = positions.length / 3 - 1;
  const at = (ring: number, s: number): number => 1 + (ring - 1) * segments + (s % segments);
  const triangles: number[] = [];
  for (let s = 0; s < segments; s++) {
    triangles.push(0, at(1, s + 1), at(1, s));
    for (let ring = 1; ring + 1 < rings; ring++) {
      triangles.push(at(ring, s), at(ring, s + 1), at(ring + 1, s));
      triangles.push(at(ring, s + 1), at(ring + 1, s + 1), at(ring + 1, s));
    }
    triangles.push(last, at(rings - 1, s), at(rings - 1, s + 1));
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

export function joinMeshes(...meshes: Mesh[]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    for (const v of mesh.triangles) triangles.push(first + v);
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

export interface SmallScene {
  name: string;
  a: Side;
  b: Side;
  kinematics: Kinematics;
  /** How often a safe search may halve cells: less where there are many freedoms. */
  refinements: number;
}

type SkinnedKind = 'linear-blend' | 'spherical-blend' | 'dual-quaternion-blend';

function freedom(name: string, low: number, high: number, samples: number): Freedom {
  return { name, low, high, samples };
}

/** An arm of three balls on two hinges over an uneven floor of balls. */
export function createHingeScene(): SmallScene {
  const arm = joinMeshes(...[0.5, 0.9, 1.3].map(x => createBallMesh(0.18, x, 0, 0)));
  const random = createRandom(5);
  const floor = joinMeshes(
    ...Array.from({ length: 7 }, (_, k) =>
      createBallMesh(0.2, 0.2 * k, -0.55 - 0.15 * random(), 0.5 * random() - 0.25),
    ),
  );
  const kinematics = createMechanism([freedom('lift', -0.5, 0.9, 10), freedom('swing', -0.4, 0.4, 10)], {
    a: {
      joints: [
        [
          { kind: 'hinge', freedom: 'swing', point: [0, 0, 0], axis: [0, 1, 0] },
          { kind: 'hinge', freedom: 'lift', point: [0, 0.05, 0], axis: [0, 0, 1] },
        ],
      ],
    },
  });
  const rigid = { kind: 'rigid' } as const;
  const [a, b] = [arm, floor].map(mesh => ({ mesh, source: rigid }));
  return { name: 'an arm on two hinges', a, b, kinematics, refinements: 4 };
}

/** A knob on a ball joint in a ring that slides: both sides move, under three and one freedoms. */
export function createBallScene(): SmallScene {
  const knob = joinMeshes(createBallMesh(0.2, 0.8, 0, 0), createBallMesh(0.12, 0.4, 0.3, 0.1));
  const ring = joinMeshes(
    ...Array.from({ length: 8 }, (_, k) =>
      createBallMesh(0.14, 0.8, 0.6 * Math.cos((Math.PI * k) / 4), 0.6 * Math.sin((Math.PI * k) / 4)),
    ),
  );
  const kinematics = createMechanism(
    [
      freedom('x', -0.5, 0.5, 2),
      freedom('y', -0.6, 0.7, 4),
      freedom('z', -0.6, 0.6, 4),
      freedom('along', -0.2, 0.2, 2),
    ],
    {
      a: { joints: [createBallJoint([0, 0, 0], ['x', 'y', 'z'])] },
      b: { joints: [[{ kind: 'slide', freedom: 'along', direction: [1, 0.2, 0] }]] },
    },
  );
  const rigid = { kind: 'rigid' } as const;
  const [a, b] = [knob, ring].map(mesh => ({ mesh, source: rigid }));
  return { name: 'a knob on a ball joint in a ring that slides', a, b, kinematics, refinements: 1 };
}

/** A ball that morphs in two ways under one that bulges and is carried along by a joint. */
export function createMorphScene(): SmallScene {
  const below = createBallMesh(0.4, 0, -0.5, 0, 8, 12);
  const above = createBallMesh(0.35, 0.1, 0.85, 0, 8, 12);
  const targetOf = (mesh: Mesh, f: (x: number, y: number, z: number) => number[]): Float64Array => {
    const target = new Float64Array(mesh.positions.length);
    for (let o = 0; o < target.length; o += 3) {
      target.set(f(mesh.positions[o], mesh.positions[o + 1], mesh.positions[o + 2]), o);
    }
    return target;
  };
  const taller = targetOf(below, (_, y) => [0, 0.9 * (y + 0.9), 0]);
  const wider = targetOf(below, (x, y, z) => [0.5 * x, -0.1 * (y + 0.5), 0.4 * z]);
  const bulged = targetOf(above, (x, y) => [0.2 * (x - 0.1), 0.5 * (y - 0.85), 0]);
  const kinematics = createMechanism(
    [freedom('taller', 0, 1, 5), freedom('wider', -1, 1, 4), freedom('fall', 0, 0.3, 2)],
    {
      a: { weights: [{ freedom: 'taller' }, { freedom: 'wider', start: 0.2, ratio: 0.8 }] },
      b: {
        joints: [[{ kind: 'slide', freedom: 'fall', direction: [0.3, -0.8, 0] }]],
        weights: [{ freedom: 'taller', ratio: -0.5 }],
      },
    },
  );
  return {
    name: 'two balls that morph',
    a: { mesh: below, source: { kind: 'morph', targets: [taller, wider] } },
    b: { mesh: above, source: { kind: 'modal', modes: [bulged] } },
    kinematics,
    refinements: 2,
  };
}

/** A finger of two bones with a soft knuckle, a fist of morph targets on its tip, over a ball. */
export function createFingerScene(isChain: boolean, kind: SkinnedKind = 'linear-blend'): SmallScene {
  const finger = joinMeshes(...[0, 0.3, 0.6, 0.9, 1.2].map(x => createBallMesh(0.17, x, 0, 0, 6, 8)));
  const vertices = finger.positions.length / 3;
  const share = (v: number): number => Math.max(0, Math.min(1, (finger.positions[3 * v] - 0.35) / 0.5));
  const skin = {
    jointCount: 2,
    influences: 2,
    joints: Uint16Array.from({ length: 2 * vertices }, (_, k) => k % 2),
    weights: Float64Array.from({ length: 2 * vertices }, (_, k) => (k % 2 === 0 ? 1 - share(k >> 1) : share(k >> 1))),
  };
  const skeleton = { parents: Int32Array.of(-1, 0), positions: Float64Array.of(0, 0, 0, 0.6, 0, 0) };
  const skinning = { kind, skin, skeleton };
  const thicker = finger.positions.map((_, k) => (k % 3 === 1 && finger.positions[k - 1] > 1 ? -0.1 : 0));
  const bend = { kind: 'hinge', freedom: 'bend', point: [0.6, 0, 0], axis: [0, 0, 1], ratio: -1 } as const;
  const lift = { kind: 'hinge', freedom: 'lift', point: [0, 0, 0], axis: [0, 0.1, 1] } as const;
  const kinematics = createMechanism([freedom('lift', -0.3, 0.5, 10), freedom('bend', -0.3, 1.2, 16)], {
    a: { joints: [[lift], [lift, bend]], weights: isChain ? [{ freedom: 'bend' }] : [] },
  });
  return {
    name: `${isChain ? 'a finger that bends and thickens' : 'a finger that bends'}, ${kind}`,
    a: { mesh: finger, source: isChain ? { kind: 'chain', targets: [thicker], skinning } : skinning },
    b: { mesh: createBallMesh(0.3, 0.95, -0.75, 0), source: { kind: 'rigid' } },
    kinematics,
    refinements: 4,
  };
}

/** A soft ball under three joints that do not meet in a point, and slide: what blends of quaternions can do worst. */
export function createLooseScene(kind: SkinnedKind): SmallScene {
  const ball = createBallMesh(0.4, 0, 0, 0, 8, 10);
  const vertices = ball.positions.length / 3;
  const weights = Float64Array.from({ length: 3 * vertices }, (_, k) => {
    const [x, , z] = ball.positions.subarray(3 * Math.floor(k / 3));
    const share = Math.max(0, Math.min(1, (x + 0.4) / 0.8));
    const aside = 0.5 * Math.max(0, z / 0.4);
    return [(1 - share) * (1 - aside), share * (1 - aside), aside][k % 3];
  });
  const skin = {
    jointCount: 3,
    influences: 3,
    joints: Uint16Array.from({ length: 3 * vertices }, (_, k) => k % 3),
    weights,
  };
  const skeleton = { parents: Int32Array.of(-1, 0, 0), positions: Float64Array.of(-0.4, 0, 0, 0, 0, 0, 0, 0.1, 0.2) };
  const kinematics = createMechanism([freedom('turn', -0.5, 0.6, 16), freedom('way', 0, 0.4, 6)], {
    a: {
      joints: [
        [{ kind: 'hinge', freedom: 'turn', point: [0, 0, 0], axis: [0, 0, 1] }],
        [
          { kind: 'slide', freedom: 'way', direction: [0.2, -0.6, 0] },
          { kind: 'hinge', freedom: 'turn', point: [0, 0.1, 0], axis: [1, 0, 1], ratio: -1 },
        ],
        [{ kind: 'slide', freedom: 'way', direction: [0, -0.3, 0.1] }],
      ],
    },
  });
  return {
    name: `a soft ball under three joints, ${kind}`,
    a: { mesh: ball, source: { kind, skin, skeleton } },
    b: { mesh: createBallMesh(0.3, 0.15, -0.8, 0), source: { kind: 'rigid' } },
    kinematics,
    refinements: 3,
  };
}

export const smallScenes: SmallScene[] = [
  createHingeScene(),
  createBallScene(),
  createMorphScene(),
  createFingerScene(false),
  createFingerScene(true),
  createFingerScene(false, 'spherical-blend'),
  createFingerScene(false, 'dual-quaternion-blend'),
  createFingerScene(true, 'spherical-blend'),
  createFingerScene(true, 'dual-quaternion-blend'),
];

/** Values evenly drawn from the ranges; now and then an end of a range. */
export function drawValues(random: () => number, { freedoms }: Kinematics): Float64Array {
  return Float64Array.from(freedoms, ({ low, high }) => {
    const share = random();
    return share < 0.03 ? low : share > 0.97 ? high : low + (high - low) * random();
  });
}
