import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_VERTEX, poseAt, readGltf } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { findData, needsData } from '../needs.ts';
import { createPoser, sizeOf, timesOf } from './pose-bodies.ts';
import { readWithThree } from './three-reference.ts';

const folder = findData('gltf');
/** three.js reads four influences only; specification.test.ts holds this one to the formula. */
const moreInfluences = ['momentum-test_30fps.glb'];
const files = existsSync(folder)
  ? readdirSync(folder).filter(name => /\.gl(b|tf)$/.test(name) && !moreInfluences.includes(name))
  : [];

describe('positions are those of three.js, to 1e-5 of the size of the model', needsData('gltf'), () => {
  it.each(files)('%s: every vertex, at rest and over every clip', async name => {
    const bytes = readFileSync(`${folder}/${name}`);
    const asset = await readGltf(bytes);
    const three = await readWithThree(bytes);
    expect(asset.clips.length).toBe(three.clips);
    const pose = createScenePose(asset);
    const deform = createPoser(asset);
    const bodyOf = new Map(asset.bodies.map((body, b) => [body.node, b]));
    const compare = (clip: number, time: number): void => {
      poseAt(asset, asset.clips[clip] ?? null, time, { into: pose });
      const positions = deform(pose);
      let worst = 0;
      let compared = 0;
      three.visitVertices(clip, time, (node, primitive, vertex, { x, y, z }) => {
        const b = bodyOf.get(node)!;
        const { primitives, starts, vertexOf } = asset.bodies[b].vertices;
        const v = 3 * vertexOf[starts[primitives.indexOf(primitive)] + vertex];
        if (v === 3 * NO_VERTEX) return;
        compared++;
        const ours = positions[b];
        const far = Math.max(Math.abs(ours[v] - x), Math.abs(ours[v + 1] - y), Math.abs(ours[v + 2] - z));
        if (!(far <= worst)) worst = far;
      });
      expect(worst / sizeOf(positions), `clip ${clip} at ${time}`).toBeLessThan(1e-5);
      expect(compared).toBeGreaterThanOrEqual(positions.reduce((sum, list) => sum + list.length / 3, 0));
    };
    compare(-1, 0);
    asset.clips.forEach((clip, c) => {
      const times = timesOf(clip, asset.clips.length > 4 ? 1 : 3);
      for (const time of asset.clips.length > 20 ? times.slice(1, 3) : times) compare(c, time);
    });
  });
});
