import { refitBottomUp } from '../../papers/baselines.ts';
import { createCollider, createTracker, findPairs, setPose, trackPairs } from '../../src/index.ts';
import { type Method, signTriangles } from './method.ts';
import type { Body } from './situations.ts';

/** Poses two colliders and asks: on demand, as the library does it. */
export function createOurMethod({ mesh, shape }: Body): Method {
  const [a, b] = [createCollider(shape), createCollider(shape)];
  return {
    name: 'ours, on demand',
    kind: 'ours',
    findPairs(poseA, poseB) {
      setPose(a, { jointMatrices: poseA });
      setPose(b, { jointMatrices: poseB });
      return findPairs(a, b);
    },
    signatures: signTriangles(mesh.triangles),
    widen() {},
  };
}

/** The same, from where the last frame ended. */
export function createTrackingMethod({ mesh, shape }: Body): Method {
  const [a, b] = [createCollider(shape), createCollider(shape)];
  const front = createTracker(a, b);
  return {
    name: 'ours, following a front',
    kind: 'ours',
    findPairs(poseA, poseB) {
      setPose(a, { jointMatrices: poseA });
      setPose(b, { jointMatrices: poseB });
      return trackPairs(front);
    },
    signatures: signTriangles(mesh.triangles),
    widen() {},
  };
}

/** The baseline of the papers: everything is posed and refitted first, then our own walk asks. */
export function createBottomUpMethod({ mesh, shape }: Body): Method {
  const [a, b] = [createCollider(shape), createCollider(shape)];
  return {
    name: 'linear: refitBottomUp + findPairs',
    kind: 'linear',
    findPairs(poseA, poseB) {
      setPose(a, { jointMatrices: poseA });
      setPose(b, { jointMatrices: poseB });
      refitBottomUp(a);
      refitBottomUp(b);
      return findPairs(a, b);
    },
    signatures: signTriangles(mesh.triangles),
    widen() {},
  };
}
