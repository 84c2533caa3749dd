import { openCollider } from '../collider.ts';
import { boxNode } from '../query/bounds/outermost.ts';
import type { Shape } from '../shape.ts';
import { nodeCount } from '../tree/tree.ts';
import { createPoseStamp, isStampOf, type PoseStamp, setStamp } from './pose-stamp.ts';
import type { MovingBoxes } from './self/moving-boxes.ts';
import type { Sweep } from './sweep.ts';

/** Boxes of the world around the nodes of a sweep at both ends of its step, made when first met. */
export interface SweepBoxes {
  shape: Shape;
  /** The poses the boxes are of. */
  start: PoseStamp;
  end: PoseStamp;
  boxes: MovingBoxes;
  /** A box is fresh if its number is `epoch`, which goes up whenever a pose has changed. */
  epoch: number;
  boxEpochs: Int32Array;
}

/** The boxes of a sweep, stale where its poses have changed since they were made. */
export function openSweepBoxes(sweep: Sweep, caller: string): SweepBoxes {
  const { start, end } = sweep;
  checkEnds(sweep, caller);
  openCollider(start);
  openCollider(end);
  if (sweep.boxes?.shape !== start.shape) sweep.boxes = createSweepBoxes(start.shape);
  const boxes = sweep.boxes;
  if (isStampOf(boxes.start, start) && isStampOf(boxes.end, end)) return boxes;
  if (boxes.epoch === 0x7fffffff) {
    boxes.epoch = 0;
    boxes.boxEpochs.fill(0);
  }
  boxes.epoch++;
  setStamp(boxes.start, start);
  setStamp(boxes.end, end);
  return boxes;
}

function createSweepBoxes(shape: Shape): SweepBoxes {
  const nodes = nodeCount(shape.tree);
  return {
    shape,
    start: createPoseStamp(),
    end: createPoseStamp(),
    boxes: { start: new Float64Array(6 * nodes), end: new Float64Array(6 * nodes) },
    epoch: 0,
    boxEpochs: new Int32Array(nodes),
  };
}

/** The ends are public, so another collider may have been put there. */
export function checkEnds({ start, end }: Sweep, caller: string): void {
  if (start.shape !== end.shape) {
    throw new Error(`${caller}: the two ends of the sweep are of different shapes; make both from one shape.`);
  }
}

/** Boxes a node whose volumes are fresh at both ends, unless that is done. */
export function refreshBox({ start, end }: Sweep, { boxes, epoch, boxEpochs }: SweepBoxes, node: number): void {
  if (boxEpochs[node] === epoch) return;
  boxNode(start, node, boxes.start, 6 * node);
  boxNode(end, node, boxes.end, 6 * node);
  boxEpochs[node] = epoch;
}
