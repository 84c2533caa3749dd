import { describe, expect, it } from 'vitest';
import { colorTouches, countTouches } from '../../examples/read-gltf.ts';
import { readGltf, writeGltf } from '../../src/gltf/index.ts';
import { createArm, toGlb } from './make-glb.ts';

describe('examples/read-gltf.ts', () => {
  it('finds where two arms touch, and where they are too far apart to, and colours it', async () => {
    const asset = await readGltf(await toGlb(createArm({ targets: 1 })));
    expect(countTouches(asset, 50)[0].every(count => count === 0)).toBe(true);
    const touches = countTouches(asset, 0.1);
    expect(touches[0].filter(count => count > 0).length).toBeGreaterThan(20);
    const [colors] = colorTouches(asset, touches);
    expect(Math.min(...colors)).toBe(0);
    expect(Math.max(...colors)).toBeCloseTo(0.8, 6);
    expect((await readGltf(writeGltf(asset, [colors]))).clips).toHaveLength(1);
  });
});
