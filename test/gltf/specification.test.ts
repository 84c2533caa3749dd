import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/gltf/index.ts';
import { findData, needsData } from '../needs.ts';
import { createComparison, listTriangles } from './compare.ts';
import { timesOf } from './pose-bodies.ts';
import { readBySpecification } from './specification.ts';

const folder = findData('gltf');

/** More than four influences; a morph under a skin; splines; scales to 0 and 1000; weights that do not sum to 1. */
const files = [
  'momentum-test_30fps.glb',
  'makehuman-cmu-dance.glb',
  'aframe-leftHandHigh.glb',
  'babylon-emoji_heart.glb',
  'RobotExpressive.glb',
];

describe('positions are those of the formulas of the specification', needsData('gltf'), () => {
  it.each(files)('%s: to 1e-6 of the size of the model', async name => {
    const bytes = readFileSync(`${folder}/${name}`);
    const asset = await readGltf(bytes);
    const reference = readBySpecification(bytes);
    expect(listTriangles(asset)).toEqual(reference.listTriangles());
    const difference = createComparison(asset, reference);
    expect(difference(-1, 0)).toBeLessThan(1e-6);
    asset.clips.slice(0, 1).forEach((clip, c) => {
      for (const time of timesOf(clip, 1)) expect(difference(c, time), `clip ${c} at ${time}`).toBeLessThan(1e-6);
    });
  });
});
