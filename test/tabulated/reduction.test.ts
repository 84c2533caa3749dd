import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { createLookUp, lookUp, type SphereSet, type Table } from '../../src/tabulated/index.ts';
import type { MotionSearch } from '../../src/tabulated/motion/motion-search.ts';
import { searchMotion } from '../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../src/tabulated/spheres/generate-spheres.ts';
import { lookUpPairs, setValues } from '../../src/tabulated/table/look-up.ts';
import { reduceTable } from '../../src/tabulated/table/reduce-table.ts';
import { countTests } from '../../src/tabulated/table/table.ts';
import { createHingeScene, smallScenes } from './small-scenes.ts';

function createSpheres(count: number): SphereSet {
  return {
    kind: 'volumetric',
    centers: Float64Array.from({ length: 3 * count }, (_, k) => k),
    radii: new Float64Array(count).fill(1),
    source: { kind: 'rigid' },
    checksum: 0,
    motion: null,
  };
}

/** A search that found these pairs, written 'a-b c-d', at each pose. */
function createSearch(...found: string[]): MotionSearch {
  const poses = found.map(pairs => pairs.split(' ').map(pair => pair.split('-').map(Number)));
  const key = ([a, b]: number[]): number => 100 * a + b;
  const keys = [...new Set(poses.flat().map(key))].sort((s, t) => s - t);
  const poseStarts = [0];
  for (const pairs of poses) poseStarts.push(poseStarts[poseStarts.length - 1] + pairs.length);
  return {
    guarantee: 'sampled',
    answers: 'pairs',
    tolerance: 0,
    freedoms: [{ name: 'time', low: 0, high: 1, samples: 2 }],
    spheresA: createSpheres(10),
    spheresB: createSpheres(10),
    pairs: Uint32Array.from(keys.flatMap(k => [Math.floor(k / 100), k % 100])),
    poseStarts: Uint32Array.from(poseStarts),
    posePairs: Uint32Array.from(poses.flat().map(pair => keys.indexOf(key(pair)))),
    isForced: new Uint8Array(keys.length),
  };
}

function listPairs({ a, b, rowStarts, columns }: Table): string {
  const pairs: string[] = [];
  a.ids.forEach((id, row) => {
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) pairs.push(`${id}-${b.ids[columns[k]]}`);
  });
  return pairs.join(' ');
}

describe("reduction as published: 'rows'", () => {
  it('removes a sphere of b whose rows another one has too', () => {
    const search = createSearch('0-1 0-2', '1-2', '2-3');
    expect(listPairs(reduceTable(search, 'rows'))).toBe('0-2 2-3');
  });

  it('keeps the first of two spheres of b with exactly the same rows, not none of them', () => {
    const search = createSearch('0-4 0-7', '1-7 1-4 2-9');
    expect(listPairs(reduceTable(search, 'rows'))).toBe('0-4 2-9');
  });

  it('keeps one of the rows with the same spheres left, and follows chains of containment to their end', () => {
    const search = createSearch('0-1 0-2 0-3', '1-2 1-3', '2-3', '3-5', '4-5 4-6');
    expect(listPairs(reduceTable(search, 'rows'))).toBe('0-3 3-5');
  });

  it('loses poses, as rows forget them', () => {
    const search = createSearch('0-1', '0-2', '1-2');
    const table = reduceTable(search, 'rows');
    expect(listPairs(table)).toBe('0-2'); // nothing is left for the first pose
  });

  it('has no two spheres of b of which one could go, and no two equal rows, on random tables', () => {
    const random = createRandom(2);
    for (let round = 0; round < 50; round++) {
      const poses = Array.from({ length: 30 }, () =>
        Array.from({ length: 2 }, () => `${Math.floor(10 * random())}-${Math.floor(10 * random())}`).join(' '),
      );
      const { a, b, rowStarts, columns } = reduceTable(createSearch(...poses), 'rows');
      const rows = Array.from(a.ids, (_, row) => Array.from(columns.subarray(rowStarts[row], rowStarts[row + 1])));
      expect(new Set(rows.map(row => row.join())).size).toBe(rows.length);
      const rowsOf = Array.from(b.ids, (_, column) => rows.flatMap((row, r) => (row.includes(column) ? [r] : [])));
      rowsOf.forEach((own, i) => {
        expect(own.length).toBeGreaterThan(0);
        const others = rowsOf.filter((rest, j) => j !== i && own.every(row => rest.includes(row)));
        expect(others).toEqual([]);
      });
    }
  });
});

describe("reduction to a cover: 'cover'", () => {
  it('keeps a pair for every pose, and few', () => {
    const search = createSearch('0-1 1-1', '1-1 2-2', '3-3 1-1', '4-4');
    expect(listPairs(reduceTable(search, 'cover'))).toBe('1-1 4-4');
  });

  it('drops a pair again that later ones have made needless', () => {
    // The pair that settles most poses comes first, and the two that must follow settle all of them too.
    const search = createSearch('0-0 1-1', '0-0 1-1', '0-0 2-2', '0-0 2-2', '1-1', '2-2');
    expect(listPairs(reduceTable(search, 'cover'))).toBe('1-1 2-2');
  });

  it('keeps what must be kept, and counts it', () => {
    const search = createSearch('0-1 5-5', '1-1 5-5');
    search.isForced[search.pairs.indexOf(5) / 2] = 1;
    expect(listPairs(reduceTable(search, 'cover'))).toBe('5-5');
  });

  it('of nothing is nothing', () => {
    const table = reduceTable(createSearch(), 'cover');
    expect([countTests(table), table.a.ids.length, table.b.ids.length]).toEqual([0, 0, 0]);
  });
});

describe.each(smallScenes)('tables of sampled poses: $name', ({ a, b, kinematics }) => {
  const spheres = [a, b].map(side => generateSpheres(side, { kind: 'surface' }));
  const search = searchMotion(kinematics, spheres[0], spheres[1], { mode: 'published' });

  it('find all pairs that collide at every sample, if not reduced, and whether any does, if covered', () => {
    const all = createLookUp(reduceTable(search, 'none'), kinematics);
    const few = createLookUp(reduceTable(search, 'cover'), kinematics);
    const out = new Uint32Array(2 * all.columns.length);
    const values = new Float64Array(kinematics.freedoms.length);
    const samples = kinematics.freedoms.reduce((product, { samples: count }) => product * count, 1);
    let pose = 0;
    for (let s = 0; s < samples; s++) {
      let rest = s;
      kinematics.freedoms.forEach(({ low, high, samples: count }, k) => {
        values[k] = low + ((high - low) * (rest % count)) / (count - 1);
        rest = Math.floor(rest / count);
      });
      setValues(all, values);
      setValues(few, values);
      const count = lookUpPairs(all, out);
      expect(lookUp(few)).toBe(count > 0);
      if (count === 0) continue;
      expect(count).toBe(search.poseStarts[pose + 1] - search.poseStarts[pose]);
      pose++;
    }
    expect(pose).toBe(search.poseStarts.length - 1);
    expect(few.columns.length).toBeLessThan(all.columns.length);
  });
});

it('searches tell how far they are', () => {
  const { a, b, kinematics } = createHingeScene();
  const [s, t] = [a, b].map(side => generateSpheres(side, { kind: 'covering', triangles: 8 }));
  for (const [mode, answers] of [
    ['published', 'pairs'],
    ['safe', 'pairs'],
    ['safe', 'yes-no'],
  ] as const) {
    const shares: number[] = [];
    searchMotion(kinematics, s, t, { mode, answers, refinements: 1, progress: share => shares.push(share) });
    expect(shares.length).toBeGreaterThan(50);
    expect(shares).toEqual([...shares].sort((x, y) => x - y));
    expect(shares[shares.length - 1]).toBe(1);
  }
});
