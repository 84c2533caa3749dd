import type { Model, Motion } from '../../models/index.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findNearestPair,
  type Mesh,
  type Shape,
  type Skin,
  setPose,
  touches,
} from '../../src/index.ts';
import { longestSide } from '../harness/measure.ts';

/** A character as all contenders get it: the same numbers to the last bit, in arrays of 32-bit floats. */
export interface Body {
  name: string;
  mesh: Mesh;
  /** Four slots a vertex, heaviest first; weights are multiples of 1/1024, so that they sum to 1 in any arithmetic. */
  skin: Skin;
  shape: Shape;
}

/** Two bodies that are so or so far from each other, in a new pose every frame: joint matrices by body and frame. */
export interface Situation {
  name: 'disjoint' | 'light touch' | 'deep';
  poses: readonly [Float64Array[], Float64Array[]];
}

export function createBody(name: string, mesh: Mesh, skin: Skin, skeleton: Model['skeleton'] | undefined): Body {
  const rounded = { positions: mesh.positions.map(Math.fround), triangles: mesh.triangles };
  const evened = evenWeights(skin);
  const source = { kind: 'linear-blend', skin: evened, ...(skeleton ? { skeleton } : {}) } as const;
  return { name, mesh: rounded, skin: evened, shape: createShape(rounded, source) };
}

function evenWeights({ jointCount, influences, joints, weights }: Skin): Skin {
  const vertices = joints.length / influences;
  const evened = {
    jointCount,
    influences: 4,
    joints: new Uint16Array(4 * vertices),
    weights: new Float32Array(4 * vertices),
  };
  for (let v = 0; v < vertices; v++) {
    const slots = Array.from({ length: influences }, (_, k) => v * influences + k);
    slots.sort((a, b) => weights[b] - weights[a]);
    let left = 1024;
    for (let k = 3; k >= 0; k--) {
      const slot = slots[k];
      const share = k === 0 ? left : slot === undefined ? 0 : Math.round(1024 * weights[slot]);
      left -= share;
      evened.joints[4 * v + k] = share > 0 ? joints[slot] : 0;
      evened.weights[4 * v + k] = share / 1024;
    }
  }
  return evened;
}

/** Writes the pose of a frame: the second body `aside` of where it meets the first. */
type WritePose = (body: number, frame: number, aside: number, out: Float64Array) => void;

/** Two creatures walk beside each other, the second a little turned. */
export function walkBeside(walk: Motion, frames: number): WritePose {
  return (body, frame, aside, out) => {
    const cycles = frame / frames;
    if (body === 0) walk.write(cycles, 0, 0, 0, out);
    else walk.write(cycles + 0.29, aside, 0.5, 0.5 + 0.2 * Math.sin(2 * Math.PI * cycles), out);
  };
}

/**
 * For each frame, looks for how far aside the second body must be to touch; `disjoint` is with a gap of a hundredth of the
 * body's size, `light touch` a hundred-and-thirtieth of it inside, `deep` an eighth of it aside from the middle.
 */
export function createSituations({ shape }: Body, frames: number, writePose: WritePose): Situation[] {
  const colliders: [Collider, Collider] = [createCollider(shape), createCollider(shape)];
  const size = longestSide(shape.mesh.positions);
  const joints = 12 * shape.deformer.sets.jointCount;
  const write = (frame: number, aside: number): [Float64Array, Float64Array] =>
    [0, 1].map(body => {
      const pose = new Float64Array(joints);
      writePose(body, frame, aside, pose);
      return pose;
    }) as [Float64Array, Float64Array];
  const place = (frame: number, aside: number): void => {
    write(frame, aside).forEach((jointMatrices, body) => {
      setPose(colliders[body], { jointMatrices });
    });
  };
  const [a, b] = colliders;
  const situations: Situation[] = [
    { name: 'disjoint', poses: [[], []] },
    { name: 'light touch', poses: [[], []] },
    { name: 'deep', poses: [[], []] },
  ];
  for (let frame = 0; frame < frames; frame++) {
    const isFree = (aside: number, gap: number): boolean => {
      place(frame, aside);
      return gap > 0 ? findNearestPair(a, b, { maxDistance: gap }) === null : !touches(a, b);
    };
    const contact = bisect(2 * size, size, aside => isFree(aside, 0));
    const apart = bisect(2 * size, size, aside => isFree(aside, 0.01 * size));
    [apart, contact - size / 130, size / 8].forEach((aside, s) => {
      write(frame, aside).forEach((pose, body) => {
        situations[s].poses[body].push(pose);
      });
    });
  }
  return situations;
}

/** The least distance, coming from `far`, down to which all is free; the place of the first change is found in steps. */
function bisect(far: number, size: number, isFree: (aside: number) => boolean): number {
  let free = far;
  let taken = far;
  while (taken > 0) {
    taken -= size / 40;
    if (!isFree(taken)) break;
    free = taken;
  }
  for (let k = 0; k < 16; k++) {
    const middle = 0.5 * (free + taken);
    if (isFree(middle)) free = middle;
    else taken = middle;
  }
  return free;
}
