import { describe, expect, it } from 'vitest';
import { createCollider, createShape, posedPositions, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createMechanism, type Movement, type Side, type SphereSet } from '../../src/tabulated/index.ts';
import { createPosePair } from '../../src/tabulated/motion/kinematics.ts';
import { generateSpheres } from '../../src/tabulated/spheres/generate-spheres.ts';
import { createBallMesh, drawValues, joinMeshes, smallScenes } from './small-scenes.ts';

const ball: Side = { mesh: createBallMesh(1, 0, 0, 0, 12, 16), source: { kind: 'rigid' } };
const twoBalls: Side = {
  mesh: joinMeshes(createBallMesh(1, 0, 0, 0, 10, 12), createBallMesh(0.3, 1.4, 0, 0, 8, 10)),
  source: { kind: 'rigid' },
};

function listMiddles({ mesh: { positions, triangles } }: Side): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) =>
    [0, 1, 2].map(k => [0, 1, 2].reduce((sum, c) => sum + positions[3 * triangles[3 * t + c] + k], 0) / 3),
  );
}

function distance(p: ArrayLike<number>, i: number, q: ArrayLike<number>, j: number): number {
  return Math.hypot(p[i] - q[j], p[i + 1] - q[j + 1], p[i + 2] - q[j + 2]);
}

describe('volumetric spheres', () => {
  const options = { kind: 'volumetric', step: 0.02, maxRadius: 0.4 } as const;

  it.each([
    ['a ball', ball],
    ['two balls', twoBalls],
  ])('%s: one for each triangle, inside, none around the middle of a triangle, none too large', (_, side) => {
    const { centers, radii, kind } = generateSpheres(side, options);
    const middles = listMiddles(side);
    expect(kind).toBe('volumetric');
    expect(radii.length).toBe(middles.length);
    radii.forEach((radius, i) => {
      expect(radius).toBeGreaterThan(0.01);
      expect(radius).toBeLessThanOrEqual(0.4);
      const nearest = Math.min(...middles.map(middle => distance(middle, 0, centers, 3 * i)));
      expect(nearest).toBeGreaterThan(radius - 1e-9);
    });
  });

  it('grow to the largest radius where there is room, and touch four middles where there is not', () => {
    const large = generateSpheres(ball, { ...options, maxRadius: 0.25 });
    expect(large.radii.filter(radius => radius === 0.25).length).toBeGreaterThan(0.9 * large.radii.length);
    const { centers, radii } = generateSpheres(ball, { ...options, step: 0.001, maxRadius: 5 });
    const middles = listMiddles(ball);
    const near = radii.map((radius, i) => middles.filter(m => distance(m, 0, centers, 3 * i) < radius + 0.01).length);
    expect(near.filter(count => count >= 4).length).toBeGreaterThan(0.9 * near.length);
    radii.forEach((radius, i) => {
      expect(Math.hypot(...centers.subarray(3 * i, 3 * i + 3)) + radius).toBeLessThan(1.02);
    });
  });

  it('are fewer with a spacing, and leave no middle farther from a sphere', () => {
    const { centers, radii } = generateSpheres(ball, { ...options, spacing: 0.1 });
    const middles = listMiddles(ball);
    expect(radii.length).toBeLessThan(0.5 * middles.length);
    for (const middle of middles) {
      const gaps = radii.map((radius, i) => distance(middle, 0, centers, 3 * i) - radius);
      expect(Math.min(...gaps)).toBeLessThanOrEqual(0.1);
    }
  });
});

describe('surface spheres', () => {
  it('are one at each vertex, and reach halfway along its longest edge unless a radius is given', () => {
    const { centers, radii, source } = generateSpheres(ball, { kind: 'surface' });
    expect(centers).toEqual(ball.mesh.positions);
    expect(source).toBe(ball.source);
    const { positions, triangles } = ball.mesh;
    const longest = new Float64Array(radii.length);
    for (let t = 0; t < triangles.length; t += 3) {
      for (const [i, j] of [
        [0, 1],
        [1, 2],
        [2, 0],
      ]) {
        const [v, w] = [triangles[t + i], triangles[t + j]];
        const length = distance(positions, 3 * v, positions, 3 * w);
        longest[v] = Math.max(longest[v], length);
        longest[w] = Math.max(longest[w], length);
      }
    }
    radii.forEach((radius, v) => {
      expect(radius).toBeCloseTo(longest[v] / 2, 12);
    });
    const fixed = generateSpheres(ball, { kind: 'surface', radius: 0.1 });
    expect(new Set(fixed.radii)).toEqual(new Set([0.1]));
  });
});

/** Triangles of the posed mesh with a point, of a few at random on each, that is in no posed sphere. */
function countUncovered(
  side: Side,
  spheres: SphereSet,
  pose: { jointMatrices: Float64Array; weights: Float64Array },
): number {
  const random = createRandom(3);
  const positions = posePoints(side.mesh.positions, side.mesh.triangles, side.source, pose);
  const centers = posePoints(spheres.centers, Uint32Array.of(0, 0, 0), spheres.source, pose);
  const { triangles } = side.mesh;
  let uncovered = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let sample = 0; sample < 6; sample++) {
      const [u, v] = sample < 3 ? [sample === 1 ? 1 : 0, sample === 2 ? 1 : 0] : [random(), random()];
      const shares = u + v > 1 ? [u + v - 1, 1 - u, 1 - v] : [1 - u - v, u, v];
      const point = [0, 1, 2].map(k =>
        shares.reduce((sum, share, c) => sum + share * positions[3 * triangles[t + c] + k], 0),
      );
      if (spheres.radii.every((radius, i) => distance(point, 0, centers, 3 * i) > radius + 1e-13)) uncovered++;
    }
  }
  return uncovered;
}

function posePoints(
  positions: Float64Array,
  triangles: Uint32Array,
  source: Side['source'],
  { jointMatrices, weights }: { jointMatrices: Float64Array; weights: Float64Array },
): Float64Array {
  const collider = createCollider(createShape({ positions, triangles }, source));
  setPose(collider, weights.length > 0 ? { jointMatrices, weights } : { jointMatrices });
  return posedPositions(collider);
}

const rest = { jointMatrices: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), weights: new Float64Array(0) };

describe('covering spheres', () => {
  it.each([
    ['one triangle each', { triangles: 1 }],
    ['up to eight triangles each', { triangles: 8 }],
    ['sunk into the mesh', { triangles: 4, depth: 0.5 }],
    ['of cut triangles', { maxRadius: 0.05 }],
    ['of cut triangles, sunk', { maxRadius: 0.1, depth: 0.3, triangles: 2 }],
  ])('contain every point of a rigid mesh: %s', (_, options) => {
    const spheres = generateSpheres(twoBalls, { kind: 'covering', ...options });
    expect(countUncovered(twoBalls, spheres, rest)).toBe(0);
    if ('maxRadius' in options && !('depth' in options)) expect(Math.max(...spheres.radii)).toBeLessThanOrEqual(0.05);
  });

  it('stick out less when they are sunk', () => {
    const excess = ({ centers, radii }: SphereSet): number =>
      Math.max(...radii.map((radius, i) => Math.hypot(...centers.subarray(3 * i, 3 * i + 3)) + radius - 1));
    const plain = generateSpheres(ball, { kind: 'covering', triangles: 2 });
    const sunk = generateSpheres(ball, { kind: 'covering', triangles: 2, depth: 0.6 });
    expect(excess(sunk)).toBeLessThan(0.4 * excess(plain));
  });

  it.each(smallScenes)(
    'contain every point of meshes that deform, in every pose: $name',
    ({ a, b, kinematics: fine }) => {
      const kinematics = { ...fine, freedoms: fine.freedoms.map(freedom => ({ ...freedom, samples: 2 })) }; // wide cells
      const random = createRandom(6);
      const poses = createPosePair(kinematics);
      const corners = Array.from({ length: 2 ** kinematics.freedoms.length }, (_, corner) =>
        Float64Array.from(kinematics.freedoms, ({ low, high }, k) => ((corner >> k) & 1 ? high : low)),
      );
      for (const side of ['a', 'b'] as const) {
        const given = { a, b }[side];
        if (given.source.kind === 'rigid') continue;
        const isCut = given.source.kind === 'morph' || given.source.kind === 'modal';
        for (const options of [
          { triangles: 2 },
          isCut ? { maxRadius: 0.1 } : { triangles: 16 },
          { depth: 0.2 },
          { depth: -0.1 },
        ]) {
          const spheres = generateSpheres(given, { kind: 'covering', ...options, motion: { kinematics, side } });
          for (const values of [...corners, drawValues(random, kinematics), drawValues(random, kinematics)]) {
            kinematics.write(values, poses);
            expect(countUncovered(given, spheres, poses[side])).toBe(0);
          }
        }
      }
    },
  );

  it('contain a triangle that two joints pull apart, however far', () => {
    const skin = {
      jointCount: 2,
      influences: 1,
      joints: Uint8Array.of(0, 1, 0),
      weights: Float64Array.of(1, 1, 1),
    };
    const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
    const side: Side = { mesh, source: { kind: 'linear-blend', skin } };
    const pull: Movement = { kind: 'slide', freedom: 'pull', direction: [1, 0, 0] };
    const kinematics = createMechanism([{ name: 'pull', low: 0, high: 2, samples: 2 }], {
      a: { joints: [[], [pull]] },
    });
    const spheres = generateSpheres(side, { kind: 'covering', motion: { kinematics, side: 'a' } });
    const poses = createPosePair(kinematics);
    for (const value of [0, 0.3, 1, 2]) {
      kinematics.write(Float64Array.of(value), poses);
      expect(countUncovered(side, spheres, poses.a)).toBe(0);
    }
  });

  it('the check itself finds spheres that are a thousandth too small', () => {
    const { a, kinematics } = smallScenes[2];
    const spheres = generateSpheres(a, { kind: 'covering', motion: { kinematics, side: 'a' } });
    const poses = createPosePair(kinematics);
    const random = createRandom(6);
    const rigid = generateSpheres(twoBalls, { kind: 'covering' });
    const shrink = (set: SphereSet, factor: number): SphereSet => ({ ...set, radii: set.radii.map(r => factor * r) });
    expect(countUncovered(twoBalls, shrink(rigid, 0.999), rest)).toBeGreaterThan(0);
    let uncovered = 0;
    for (let k = 0; k < 6; k++) {
      kinematics.write(drawValues(random, kinematics), poses);
      uncovered += countUncovered(a, shrink(spheres, 0.6), poses.a);
    }
    expect(uncovered).toBeGreaterThan(0);
  });
});
