import assert from 'node:assert/strict';
import { createTube } from '../../models/index.ts';
import { type CheckSubject, checkSubject } from '../../src/check/index.ts'; // 'poseclash/check'

/** Two bars side by side; in one second the second goes through the first and back. */
function createSubject(): CheckSubject {
  const { mesh } = createTube({ joints: 1, rings: 9, sides: 8 });
  const at = (x: number): Float64Array => Float64Array.of(1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0);
  const body = (name: string) => ({
    name,
    mesh,
    source: { kind: 'rigid' } as const,
    jointNames: [name],
    materialNames: ['steel'],
  });
  return {
    name: 'two bars',
    bodies: [body('left'), body('right')],
    rest: [0, 1].map(x => ({ jointMatrices: at(x), weights: new Float64Array(0) })),
    clips: [
      {
        name: 'push',
        start: 0,
        end: 1,
        poseAt: (time, [left, right]) => {
          left.jointMatrices.set(at(0));
          right.jointMatrices.set(at(Math.abs(1.8 * time - 0.9) + 0.1));
        },
      },
    ],
  };
}

export function checkASubject(): void {
  const subject = createSubject();
  // #region check
  const options = { fps: 30, minDepth: '2mm' };
  const asset = checkSubject(subject, options); // every clip, every body against itself and the others
  const [finding] = asset.clips[0].findings;
  assert.equal(finding.class, 'through');
  assert.ok(finding.start > 0.4 && finding.worst < finding.end && finding.end < 0.6); // seconds
  // #endregion check
}
