import { describe, expect, it } from 'vitest';
import { giveUp } from '../../src/compiled/arena.ts';
import { type Collider, createCollider, posedPositions, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createWorkspace } from '../../src/workspace.ts';
import { compiledNames } from '../support/compiled-arena.ts';
import { createLoader, readChanges } from '../support/load-changed.ts';
import { poseCharacter } from '../support/pose-character.ts';

type Loader = ReturnType<typeof createLoader>;

const rest = { turn: 0.7, shift: 0, isAffine: false };
const far = { turn: 1, shift: 1e6, isAffine: false };

const open = (load: Loader) => ({
  ...load<typeof import('../../src/compiled/root-box.ts')>('compiled/root-box.ts'),
  ...load<typeof import('../../src/compiled/find-pairs.ts')>('compiled/find-pairs.ts'),
  ...load<typeof import('../../src/compiled/engine.ts')>('compiled/engine.ts'),
});

/** Asks the compiled query about a collider, so that it has it from then on. */
function ask({ findPairsCompiled }: ReturnType<typeof open>, collider: Collider): void {
  const workspace = createWorkspace();
  workspace.search.wantsAll = true;
  findPairsCompiled(collider, createCollider(collider.shape), workspace);
}

/** How many of some poses have a vertex outside the box. */
function countEscapes(query: ReturnType<typeof open>, seeds: number): number {
  let escapes = 0;
  const box = new Float64Array(7);
  for (let seed = 0; seed < seeds; seed++) {
    const random = createRandom(seed);
    const collider = poseCharacter(compiledNames[seed % compiledNames.length], seed, seed % 3 ? rest : far, {});
    ask(query, collider);
    for (let pose = 0; pose < 3; pose++) {
      const step = [3 * random(), random() - 2, random()];
      setPose(collider, {
        jointMatrices: collider.jointMatrices.map((x, k) => (k % 4 === 3 ? x + step[(k >> 2) % 3] : x)),
      });
      if (!query.writeRootBox(collider, box, 1)) throw new Error('The compiled query does not take this collider.');
      const isOutside = posedPositions(collider).some((x, k) => !(x >= box[1 + (k % 3)] && x <= box[4 + (k % 3)]));
      escapes += +isOutside;
      if (pose === 1) ask(query, collider);
    }
  }
  return escapes;
}

describe('the box that the compiled query has of a collider', () => {
  it('holds all posed vertices, in pose after pose, near and far', () => {
    expect(countEscapes(open(createLoader()), 40)).toBe(0);
  });

  it('is there for those only that it has been asked about, and that have not lost their room', () => {
    const query = open(createLoader());
    const collider = poseCharacter('linear-blend', 1, rest, {});
    const box = new Float64Array(6);
    expect(query.writeRootBox(collider, box, 0)).toBe(false);
    ask(query, collider);
    expect(query.writeRootBox(collider, box, 0)).toBe(true);
    const { blocks, colliders } = query.openEngine()!;
    const { block } = colliders.get(collider)!;
    const { used } = block;
    expect(query.writeRootBox(collider, box, 0)).toBe(true);
    expect(block.used).toBe(used); // who is only boxed loses its room before who is asked about
    giveUp(blocks, block);
    expect(query.writeRootBox(collider, box, 0)).toBe(false);
  });

  it.each(readChanges`
  compiled/root-box.ts
    the box of the pose before
      - arena.calls.refitRoot(packed.block.start);
    what it is relative to forgotten
      - const low = origin[axis] + floats[boxes + axis];
      + const low = floats[boxes + axis];
    low for high
      - floats[boxes + 4 + axis]
      + floats[boxes + axis]
  `)('is checked by what catches: %s', (_, change) => {
    expect(countEscapes(open(createLoader(change)), 24)).toBeGreaterThan(0);
  });
});
