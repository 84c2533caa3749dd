import { describe, expect, it } from 'vitest';
import { boundClip, type ClipBounds } from '../../cli/bounds/clip-bounds.ts';
import { createBodyColliders, type GltfAsset, type Interpolation, poseAt, readGltf } from '../../src/gltf/index.ts';
import { createScenePose, setScenePose } from '../../src/gltf/pose/pose-at.ts';
import { posedPositions } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createArm, toGlb } from '../gltf/make-glb.ts';

/** By how much any vertex is outside the box at any of the times. */
function findExcess(asset: GltfAsset, { low, high }: Pick<ClipBounds, 'low' | 'high'>, times: number[]): number {
  const pose = createScenePose(asset);
  const colliders = createBodyColliders(asset);
  let excess = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    poseAt(asset, asset.clips[0], time, { into: pose });
    setScenePose(colliders, pose);
    for (const collider of colliders) {
      posedPositions(collider).forEach((x, k) => {
        excess = Math.max(excess, low[k % 3] - x, x - high[k % 3]);
      });
    }
  }
  return excess;
}

describe('bounds of a clip', () => {
  const kinds: [Interpolation, number, boolean][] = [
    ['LINEAR', 0, true],
    ['LINEAR', 3, true],
    ['LINEAR', 2, false],
    ['STEP', 2, true],
    ['CUBICSPLINE', 0, true],
    ['CUBICSPLINE', 3, true],
    ['CUBICSPLINE', 2, false],
  ];
  it.each(kinds)(
    '%s, %i targets, skinned %s: no vertex leaves them at any time',
    async (interpolation, targets, skinned) => {
      const asset = await readGltf(await toGlb(createArm({ interpolation, targets, skinned })));
      const [clip] = asset.clips;
      const random = createRandom(targets + 1);
      const times = Array.from({ length: 600 }, () => clip.start + random() * (clip.end - clip.start));
      const bounds = boundClip(asset, clip);
      expect(findExcess(asset, bounds, [...times, ...clip.keyTimes])).toBeLessThanOrEqual(0);
      const size = Math.max(...bounds.high.map((x, k) => x - bounds.low[k]));
      expect(bounds.margin).toBeLessThan(2e-3 * size);
      // The box is no larger than need be: a hundredth smaller, and something leaves it.
      const smaller = {
        low: bounds.low.map(x => x + 0.01 * size) as ClipBounds['low'],
        high: bounds.high.map(x => x - 0.01 * size) as ClipBounds['high'],
      };
      expect(findExcess(asset, smaller, times)).toBeGreaterThan(0);
    },
  );

  it('hold more than boxes of the keys do, as vertices take arcs', async () => {
    const asset = await readGltf(await toGlb(createArm()));
    const [clip] = asset.clips;
    const atKeys = { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] } as ClipBounds;
    const pose = createScenePose(asset);
    const [collider] = createBodyColliders(asset);
    for (const time of clip.keyTimes) {
      poseAt(asset, clip, time, { into: pose });
      setScenePose([collider], pose);
      posedPositions(collider).forEach((x, k) => {
        atKeys.low[k % 3] = Math.min(atKeys.low[k % 3], x);
        atKeys.high[k % 3] = Math.max(atKeys.high[k % 3], x);
      });
    }
    const times = Array.from({ length: 200 }, (_, k) => clip.start + (k / 200) * (clip.end - clip.start));
    expect(findExcess(asset, atKeys, times)).toBeGreaterThan(0.01);
  });

  it('of the resting scene are those of its vertices', async () => {
    const asset = await readGltf(await toGlb(createArm({ targets: 2 })));
    const { low, high, margin } = boundClip(asset, null);
    const colliders = createBodyColliders(asset);
    setScenePose(colliders, createScenePose(asset));
    const positions = posedPositions(colliders[0]);
    [0, 1, 2].forEach(axis => {
      const along = positions.filter((_, k) => k % 3 === axis);
      expect(low[axis]).toBeCloseTo(Math.min(...along), 9);
      expect(high[axis]).toBeCloseTo(Math.max(...along), 9);
    });
    expect(margin).toBe(0);
  });
});
