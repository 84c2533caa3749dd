import { describe, expect, it } from 'vitest';
import { createTube } from '../../models/index.ts';
import { createMorphBodiesScene } from '../../papers/larsson-2003/scenes/morph-bodies.ts';
import { countKept, forgetEpochs, forgetMemory } from '../../papers/switch-off.ts';
import { createStats } from '../../src/debug.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  type Stats,
  setPlacement,
  setPose,
} from '../../src/index.ts';

/** A tube that vibrates in small steps, against one that stands in it. */
function runTubes(prepare: (collider: Collider) => void): { kept: number; pairs: number[] } {
  const { mesh } = createTube({ rings: 24, sides: 12, joints: 2, overlap: 1 });
  const modes = [1, 2].map(wave => mesh.positions.map((_, k) => Math.sin(wave * mesh.positions[k - (k % 3) + 1])));
  const sheet = createCollider(createShape(mesh, { kind: 'modal', modes }, { volumes: 'sphere' }));
  const other = createCollider(createShape(mesh, { kind: 'rigid' }, { volumes: 'sphere' }));
  prepare(sheet);
  let kept = 0;
  const pairs: number[] = [];
  for (let step = 0; step < 4; step++) {
    setPose(sheet, { weights: [0.1 + 1e-7 * step, 0.05] });
    pairs.push(findPairs(sheet, other).length);
    kept += countKept(sheet);
  }
  expect(pairs[0]).toBeGreaterThan(0);
  return { kept, pairs };
}

function runMorphs(prepare: (collider: Collider) => void): { stats: Stats; pairs: number } {
  const scene = createMorphBodiesScene();
  const [model] = scene.bodies;
  const [base, ...others] = model.references;
  const targets = others.map(positions => positions.map((x, k) => x - base[k]));
  const shape = createShape(model.mesh, { kind: 'morph', targets });
  const stats = createStats();
  const colliders = scene.bodies.map((_, body) => {
    const collider = createCollider(shape);
    prepare(collider);
    const shares = new Float64Array(model.references.length);
    const placement = new Float64Array(12);
    scene.writePose(body, Math.floor(scene.steps / 4), shares, placement);
    setPose(collider, { weights: shares.subarray(1) });
    setPlacement(collider, placement);
    return collider;
  });
  return { stats, pairs: findPairs(colliders[0], colliders[1], { stats, compiled: false }).length };
}

describe('what benches switch off', () => {
  it('stays off through the first query: no volume is kept, and the answers are the same', () => {
    const on = runTubes(() => {});
    const off = runTubes(forgetMemory);
    expect(on.kept).toBeGreaterThan(0);
    expect(off.kept).toBe(0);
    expect(off.pairs).toEqual(on.pairs);
  });

  it('is seen in the refits: without epochs volumes are refitted at every visit', () => {
    const on = runMorphs(() => {});
    const off = runMorphs(forgetEpochs);
    expect(on.pairs).toBeGreaterThan(0);
    expect(off.pairs).toBe(on.pairs);
    expect(off.stats.refits).toBeGreaterThan(1.5 * on.stats.refits);
    expect(off.stats.volumeTests).toBe(on.stats.volumeTests);
  });
});
