import { measureNode } from './pack-node';
import { isLeaf } from './pack-shape';
import { LINEAR, Shape } from './records';
import { ShapeSource, wordAt } from './shape-source';

/** What it costs to bring a leaf to a pose, in bytes of records that cost as much: some eighteen vertices, of which neighbours have posed a third or more. */
const LEAF: f32 = 560;

/**
 * Of the nodes that are brought to a pose, so many are not divided then: measured over scenes near, touching and deep (docs/decisions/0050, docs/decisions/0065). Where joints are blended by quaternions, most of a record is
 * not looked at: so it must have twice the bytes before joining is cheaper (docs/decisions/0056).
 */
const UNDIVIDED: f32 = 0.5;
const UNDIVIDED_BENT: f32 = 0.8;

/**
 * Chooses the nodes that are *joined*: they have no record, and their box is the least around those of their children, which is tighter. Writes into the sizes of the shape
 * what the box of each node costs, below 0 where it is joined. That is the bytes of its record, or the costs of its children; these are wanted
 * anyway, unless the node is not divided. So it is joined if its record costs no less than what its children cost where they are not wanted.
 */
export function chooseJoined(source: ShapeSource, shape: Shape): void {
  const undivided = source.skinning == LINEAR ? UNDIVIDED : UNDIVIDED_BENT;
  for (let node = <i32>source.nodeCount - 1; node >= 0; node--) {
    let cost = LEAF;
    if (!isLeaf(source, node)) {
      let below: f32 = 0;
      for (let child = wordAt(source.links, node); child < wordAt(source.ends, node); child++) {
        below += abs<f32>(load<f32>(shape.sizes + (<usize>child << 2)));
      }
      const own = <f32>measureNode(source, node);
      cost = own < undivided * below ? own : -below;
    }
    store<f32>(shape.sizes + (<usize>node << 2), cost);
  }
}
