import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTube } from '../../models/index.ts';
import { createBodyColliders, poseAt, readGltf } from '../../src/gltf/index.ts';
import { findPairs, findSelfPairs, setPose } from '../../src/index.ts';
import { createMechanism } from '../../src/tabulated/index.ts';
import { countCuts } from '../../viewer/code/file.ts';
import { createMotion, findFirstTouch } from '../../viewer/code/impacts.ts';
import { createBody, findTouching } from '../../viewer/code/pairs.ts';
import { createCharacter, findFolds } from '../../viewer/code/self.ts';
import { isTouching, makeTable } from '../../viewer/code/table.ts';
import { countCuts as countCutsOfTwo, play } from '../../viewer/code/two-files.ts';
import { countContacts, dropBodies } from '../../viewer/code/world.ts';
import { publishedCode } from '../../viewer/published-code.ts';
import { createArm, toGlb } from '../gltf/make-glb.ts';

const tube = createTube({ joints: 2, rings: 13, sides: 8, radius: 0.1 });
const straight = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
const across = Float64Array.of(0, 1, 0, -0.5, -1, 0, 0, 0.5, 0, 0, 1, 0);

/** Both joints alike: the tube as a whole. */
const moved = (matrix: Float64Array) => ({ jointMatrices: Float64Array.of(...matrix, ...matrix) });
/** The far half folded back onto the near one. */
const folded = { jointMatrices: Float64Array.of(...straight, 1, 0, 0, 0.02, 0, -1, 0, 1, 0, 0, -1, 0) };
const source = { kind: 'linear-blend', skin: tube.skin } as const;

describe('the code that the viewer shows', () => {
  it('of two bodies finds what touches', () => {
    const [a, b] = [createBody(tube.mesh, source), createBody(tube.mesh, source)];
    expect(findTouching(a, moved(straight), b, moved(across)).length).toBeGreaterThan(0);
    const away = across.with(3, 9);
    expect(findTouching(a, moved(straight), b, moved(away))).toHaveLength(0);
  });

  it('of one body finds what of it cuts itself, and on the way when it first does', () => {
    const character = createCharacter(tube.mesh, source);
    expect(findFolds(character, moved(straight))).toHaveLength(0);
    expect(findFolds(character, folded).length).toBeGreaterThan(0);
    const motion = createMotion(tube.mesh, tube.skin, tube.skeleton);
    findFirstTouch(motion, moved(straight), tube.skeleton);
    expect(findFirstTouch(motion, folded, tube.skeleton).impacts.length).toBeGreaterThan(0);
  });

  it('of a file counts what cuts at a time of a clip, and of two what of one cuts the other', async () => {
    const asset = await readGltf(await toGlb(createArm()));
    const [bodies, others] = [createBodyColliders(asset), createBodyColliders(asset)];
    const [{ name, end }] = asset.clips;
    const pose = poseAt(asset, asset.clips[0], 0.6 * end);
    others.forEach((body, b) => {
      setPose(body, pose.bodies[b]);
    });
    const wanted = others.map((body, b) => [
      findSelfPairs(body).length,
      ...others.slice(b + 1).map(other => findPairs(body, other).length),
    ]);
    expect(countCuts(asset, bodies, name, 0.6 * end)).toBe(wanted.flat().reduce((sum, x) => sum + x, 0) / 2);
    play(asset, bodies, 0);
    play(asset, others, 0, 0.5, [0.05, 0.1, 0]);
    expect(countCutsOfTwo(bodies, others)).toBeGreaterThan(0);
    play(asset, others, 0, 0.5, [50, 0, 0]);
    expect(countCutsOfTwo(bodies, others)).toBe(0);
  });

  it('of a world drops bodies until they touch the ground', () => {
    const { mesh } = createTube({ joints: 1, rings: 9, sides: 6 });
    const inertia = [0.2, 0, 0, 0, 0.01, 0, 0, 0, 0.2];
    const model = {
      name: 'bar',
      mesh,
      modes: [new Float64Array(mesh.positions.length)],
      frequencies: [60],
      mass: 2,
      inertia,
    };
    const world = dropBodies(model, 1);
    let most = 0;
    for (let step = 0; step < 120; step++) most = Math.max(most, countContacts(world));
    expect(most).toBeGreaterThan(0);
  });

  it('of a table tells whether what can meet does', () => {
    const { mesh } = createTube({ joints: 1, rings: 9, sides: 8 });
    const side = { mesh, source: { kind: 'rigid' } } as const;
    const stop = { ...side, mesh: { ...mesh, positions: mesh.positions.map((x, k) => (k % 3 === 0 ? x - 0.6 : x)) } };
    const hinge = { kind: 'hinge', freedom: 'swing', point: [0, 0, 0], axis: [0, 0, 1] } as const;
    const mechanism = createMechanism([{ name: 'swing', low: 0, high: 1, samples: 8 }], { a: { joints: [[hinge]] } });
    const table = makeTable(mechanism, side, stop);
    expect([0, 0.9].map(angle => isTouching(table, Float64Array.of(angle)))).toEqual([false, true]);
  });

  it('imports the package, and nothing else', () => {
    const folder = fileURLToPath(new URL('../../viewer/code/', import.meta.url));
    for (const name of readdirSync(folder)) {
      const text = publishedCode(readFileSync(`${folder}${name}`, 'utf8'));
      const froms = [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from);
      expect(froms.length).toBeGreaterThan(0);
      for (const from of froms) expect(from).toMatch(/^poseclash(\/(gltf|continuous|simulate|tabulated))?$/);
      expect(text.split('\n').length).toBeLessThan(30);
    }
  });
});
