import { describe, expect, it } from 'vitest';
import type { Arena } from '../../src/compiled/arena.ts';
import { findPairsIn } from '../../src/compiled/find-pairs.ts';
import { COLLIDER } from '../../src/compiled/pack-collider.ts';
import { type Collider, createCollider, createShape, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { createWorkspace } from '../../src/workspace.ts';
import { cases } from '../support/cases.ts';
import { createChangedArena, createFineArena } from '../support/compiled-arena.ts';
import { readChanges } from '../support/load-changed.ts';
import { createRandomCharacter } from '../support/random-character.ts';
import { createRandomPose } from '../support/random-pose.ts';
import { sortPairs } from '../support/sort-pairs.ts';

function ask(arena: Arena, a: Collider, b: Collider): string[] {
  const workspace = createWorkspace();
  workspace.search.wantsAll = true;
  expect(findPairsIn(arena, a, b, workspace)).toBe(true);
  return sortPairs(workspace.pairs.data.slice(0, workspace.pairs.length));
}

const range = { turn: 0.7, shift: 0, isAffine: false };

/**
 * Asks about two bodies, and about one and itself, again and again, every third time in a new pose, with room for the boxes of four triangles beside those of two
 * leaves: how often that was filled anew within a pose, and how many answers were not those of brute force.
 */
function askInLittleRoom(arena: Arena, seed: number): { refills: number; wrong: number } {
  const random = createRandom(seed);
  const { mesh, skin, skeleton } = createRandomCharacter(seed, 9);
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton }, { leafSize: 1 + (seed % 6) });
  const [a, b] = [createCollider(shape), createCollider(shape)];
  ask(arena, a, b);
  const [atA, atB] = [a, b].map(collider => arena.colliders.get(collider)!.block.start / 4);
  const fillings = (): number => arena.words[atA + COLLIDER.boxEpoch] + arena.words[atB + COLLIDER.boxEpoch];
  for (const at of [atA, atB]) arena.words[at + COLLIDER.mostBoxed] = 4;
  const before = fillings();
  let poses = 0;
  let wrong = 0;
  for (let step = 0; step < 9; step++) {
    if (step % 3 === 0) {
      setPose(a, { jointMatrices: createRandomPose(random, skeleton, range) });
      poses++;
    }
    const other = step % 2 ? a : b;
    if (ask(arena, a, other).join() !== sortPairs(findPairsByBruteForce(a, other)).join()) wrong++;
  }
  return { refills: fillings() - before - poses, wrong };
}

describe('room for boxes of few triangles', () => {
  it('is filled anew, and answers are those of brute force', async () => {
    const arena = await createFineArena();
    let refills = 0;
    for (let seed = 0; seed < cases(8, 400); seed++) {
      const asked = askInLittleRoom(arena, seed);
      expect(asked.wrong).toBe(0);
      refills += asked.refills;
    }
    expect(refills).toBeGreaterThan(40);
  });

  it.each(readChanges`
  box-triangles.ts
    boxes taken for those that were there before
      -   collider.boxEpoch++;
    boxes of a leaf where those of another are
      - box.link = LEAF | collider.boxed;
      + box.link = LEAF;
  refit.ts
    children that count as posed
      - const STALE: i32 = 0;
      + const STALE: i32 = 2;
  leaf-pairs.ts
    room made between two leaves
      - const boxesA = boxTriangles(a, nodeA, leafA);
      + const boxesA = boxTriangles(a, nodeA, leafA);
      + makeBoxRoom(a);
  `)('is checked by what catches: %s', async (_, change) => {
    const arena = await createChangedArena(change);
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    expect(seeds.some(seed => askInLittleRoom(arena, seed).wrong > 0)).toBe(true);
  });
});
