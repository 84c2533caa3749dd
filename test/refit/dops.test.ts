import { describe, expect, it } from 'vitest';
import { createTube } from '../../models/index.ts';
import { createMorphShape } from '../../papers/larsson-2003/bench/morph-colliders.ts';
import { createMorphDolphins } from '../../papers/larsson-2003/scenes/morph-dolphins.ts';
import { DOP_DIRECTIONS, DOP_LENGTHS } from '../../src/bounds/dop.ts';
import { createStats } from '../../src/debug.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  posedPositions,
  type ShapeOptions,
  type Stats,
  setPlacement,
  setPose,
  type VolumeKind,
} from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { posedVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { createCharacterCollider, poseRanges } from '../support/pose-character.ts';
import { createRandomCharacter, type DeformerName } from '../support/random-character.ts';
import { createRandomPose } from '../support/random-pose.ts';

/** All pairs of some steps of twelve dolphins: what was counted, and how many pairs there are. */
function askDolphins(volumes: VolumeKind): { stats: Stats; pairs: number } {
  const scene = createMorphDolphins(564);
  const shape = createMorphShape(scene.bodies[0], { volumes });
  const colliders = scene.bodies.map(() => createCollider(shape));
  const stats = createStats();
  let pairs = 0;
  for (let step = 0; step < scene.steps; step += 80) {
    colliders.forEach((collider, body) => {
      const shares = new Float64Array(scene.bodies[0].references.length);
      const placement = new Float64Array(12);
      scene.writePose(body, step, shares, placement);
      setPose(collider, { weights: shares.subarray(1) });
      setPlacement(collider, placement);
    });
    for (let i = 0; i < colliders.length; i++) {
      for (let j = 0; j < i; j++) pairs += findPairs(colliders[i], colliders[j], { stats }).length;
    }
  }
  return { stats, pairs };
}

/** Two tubes that vibrate, one turned out of the axes, across each other. */
function askTubes(volumes: VolumeKind): { stats: Stats; pairs: number } {
  const { mesh } = createTube({ rings: 60, sides: 16, joints: 2, overlap: 1 });
  const modes = [1, 3, 7].map(wave =>
    mesh.positions.map((_, k) => (k % 3 === 1 ? 0 : Math.sin(wave * mesh.positions[k - (k % 3) + 1] + k))),
  );
  const shape = createShape(mesh, { kind: 'modal', modes }, { volumes });
  const [a, b] = [createCollider(shape), createCollider(shape)];
  const [c, s] = [Math.cos(0.6), Math.sin(0.6)];
  setPlacement(b, Float64Array.of(c, -s, 0, 0.28, s, c, 0, 0.2, 0, 0, 1, 0.05));
  const stats = createStats();
  let pairs = 0;
  for (let step = 0; step < 6; step++) {
    setPose(a, { weights: [0.02 * Math.sin(step), 0.01, -0.005 * step] });
    setPose(b, { weights: [0.01, -0.02 * Math.cos(step), 0.01] });
    pairs += findPairs(a, b, { stats }).length;
  }
  return { stats, pairs };
}

describe('k-DOPs', () => {
  it.each([
    ['morphing dolphins', askDolphins],
    ['vibrating tubes', askTubes],
  ] as const)('need fewer volume tests than boxes, and find the same: %s', (_name, ask) => {
    const [box, dop] = [ask('box'), ask('dop')];
    expect(box.pairs).toBeGreaterThan(0);
    expect(dop.pairs).toBe(box.pairs);
    expect(dop.stats.volumeTests).toBeLessThan(0.9 * box.stats.volumeTests);
    expect(dop.stats.triangleTests).toBeLessThan(box.stats.triangleTests);
  });

  const options: ShapeOptions = { volumes: 'dop', dopDirections: 18, leafSize: 2 };
  it('of a body at rest are as thin as can be along every direction, turned or not', () => {
    const { mesh } = createRandomCharacter(7);
    const collider = createCollider(createShape(mesh, { kind: 'rigid' }, options));
    expect(meanThickness(collider)).toBeLessThan(1 + 1e-4);
    const [c, s] = [Math.cos(Math.PI / 4), Math.sin(Math.PI / 4)];
    setPlacement(collider, Float64Array.of(c, -s, 0, 1, s, c, 0, 2, 0, 0, 1, 3)); // diagonals of a plane become axes
    expect(meanThickness(collider)).toBeLessThan(1.2);
  });

  it.each(['morph', 'modal', 'linear-blend', 'spherical-blend', 'dual-quaternion-blend'] as const)(
    'are thinner than the k-DOPs of spheres: %s',
    name => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const [dops, spheres] = [options, { ...options, volumes: 'sphere' } as const].map(chosen =>
          meanThickness(poseGently(name, seed, chosen)),
        );
        expect(dops).toBeLessThan(0.95 * spheres);
      }
    },
  );

  function poseGently(name: DeformerName, seed: number, chosen: ShapeOptions): Collider {
    const character = createRandomCharacter(seed);
    const collider = createCharacterCollider(name, character, chosen);
    const random = createRandom(seed);
    const matrices = createRandomPose(random, character.skeleton, { ...poseRanges.moderate, turn: 0.4 });
    const weights = Array.from(collider.weights, () => 0.3 * random());
    setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length), weights });
    return collider;
  }
});

/** How thick the slabs of inner nodes are (of spheres: twice the radius), by what the vertices under them need; the mean. */
function meanThickness(collider: Collider): number {
  const { tree, mesh, vertexOrder, volumeKind } = collider.shape;
  const slabs = 9;
  const positions = posedPositions(collider);
  const volumes = posedVolumes(collider);
  let [sum, count] = [0, 0];
  for (let node = 0; node < tree.links.length; node++) {
    if (tree.links[node] < 0) continue;
    for (let slab = 0; slab < slabs; slab++) {
      let [low, high] = [Infinity, -Infinity];
      for (let corner = 3 * tree.slotStarts[node]; corner < 3 * tree.slotEnds[node]; corner++) {
        const v = 3 * vertexOrder[mesh.triangles[corner]];
        const product = [0, 1, 2].reduce((total, k) => total + positions[v + k] * DOP_DIRECTIONS[3 * slab + k], 0);
        low = Math.min(low, product);
        high = Math.max(high, product);
      }
      if (high - low < 1e-9) continue;
      const at = 2 * (slabs * node + slab);
      const ofSphere = 2 * volumes[4 * node + 3] * DOP_LENGTHS[slab];
      sum += (volumeKind === 'dop' ? volumes[at + 1] - volumes[at] : ofSphere) / (high - low);
      count++;
    }
  }
  return sum / count;
}
