import { refitBottomUp } from '../../papers/baselines.ts';
import { type Collider, createCollider, createTracker, findPairs, setPose, trackPairs } from '../../src/index.ts';
import { type Method, signTriangles } from './method.ts';
import type { Body } from './situations.ts';

/** Poses two colliders and asks: on demand, as the library does it. */
export function createOurMethod(body: Body): Method {
  return createMethod(body, 'ours, on demand', 'ours', (a, b) => () => findPairs(a, b));
}

/** The same, from where the last frame ended. */
export function createTrackingMethod(body: Body): Method {
  return createMethod(body, 'ours, following a front', 'ours', (a, b) => {
    const front = createTracker(a, b);
    return () => trackPairs(front);
  });
}

/** The baseline of the papers: everything is posed and refitted first, then our own walk asks. */
export function createBottomUpMethod(body: Body): Method {
  return createMethod(body, 'linear: refitBottomUp + findPairs', 'linear', (a, b) => () => {
    refitBottomUp(a);
    refitBottomUp(b);
    return findPairs(a, b, { compiled: false }); // which reads what was refitted
  });
}

type Ask = (a: Collider, b: Collider) => () => Uint32Array;

function createMethod({ mesh, shape }: Body, name: string, kind: Method['kind'], prepare: Ask): Method {
  const [a, b] = [createCollider(shape), createCollider(shape)];
  const ask = prepare(a, b);
  return {
    name,
    kind,
    findPairs(poseA, poseB) {
      setPose(a, { jointMatrices: poseA });
      setPose(b, { jointMatrices: poseB });
      return ask();
    },
    signatures: signTriangles(mesh.triangles),
    widen() {},
  };
}
