import { encloseMinimally } from '../../bounds/miniball.ts';
import { roundUpToFloat32 } from '../../math/rounding.ts';
import type { ProxyTree } from './proxy-tree.ts';

/** Turns a float64 sum or length of a few roundings into one that holds in real arithmetic. */
const OUTWARD = 1 + 2 ** -48;

/**
 * How the sphere of each node moves with the amplitudes: centre + sum of amplitude * shift, radius + sum of |amplitude|
 * * growth. All numbers are float32; centres and shifts may be anything, radii and growths are rounded up to fit them.
 */
export interface NodeBounds {
  modes: number;
  /** Three per node. */
  centers: Float32Array;
  radii: Float32Array;
  /** Three per node and mode. */
  shifts: Float32Array;
  /** One per node and mode. */
  growths: Float32Array;
}

/**
 * Bounds every node of the tree for all amplitudes at once.
 *
 * A proxy holds its vertices: |p + Uq - c - Sq| <= |p - c| + sum |q_j| |U_j - S_j|, whatever S is; taking the centre of
 * the smallest ball of the mode vectors makes the growth smallest ([James2004] takes their mean). An inner node holds
 * its proxies as spheres, not only their vertices, by the same inequality on centres, shifts and growths. (The paper
 * enlarges radii at rest only, which lets proxies stick out once the body bends.) Holding the proxies it holds the
 * vertices.
 *
 * Cost: one smallest ball per node and mode, over the vertices of a proxy or the proxies of a node.
 */
export function boundNodes(tree: ProxyTree, positions: Float64Array, modeVectors: readonly Float64Array[]): NodeBounds {
  const nodes = tree.links.length;
  const modes = modeVectors.length;
  const bounds: NodeBounds = {
    modes,
    centers: new Float32Array(3 * nodes),
    radii: new Float32Array(nodes),
    shifts: new Float32Array(3 * nodes * modes),
    growths: new Float32Array(nodes * modes),
  };
  const ball = new Float64Array(4);
  const ids = tree.vertices.slice();
  for (let proxy = 0; proxy < tree.proxyNodes.length; proxy++) {
    const node = tree.proxyNodes[proxy];
    const from = tree.vertexStarts[proxy];
    const to = tree.vertexStarts[proxy + 1];
    encloseMinimally(positions, ids, from, to, ball, 0);
    bounds.centers.set(ball.subarray(0, 3), 3 * node);
    bounds.radii[node] = reachOf(positions, ids, from, to, bounds.centers, 3 * node);
    for (let j = 0; j < modes; j++) {
      const k = node * modes + j;
      encloseMinimally(modeVectors[j], ids, from, to, ball, 0);
      bounds.shifts.set(ball.subarray(0, 3), 3 * k);
      bounds.growths[k] = reachOf(modeVectors[j], ids, from, to, bounds.shifts, 3 * k);
    }
  }
  boundInnerNodes(tree, bounds);
  return bounds;
}

/** The greatest distance of the points from `at[o..o+2]`, rounded up. */
function reachOf(
  points: Float64Array,
  ids: Uint32Array,
  from: number,
  to: number,
  at: Float32Array,
  o: number,
): number {
  let farthest = 0;
  for (let k = from; k < to; k++) {
    const p = 3 * ids[k];
    farthest = Math.max(farthest, length(points[p] - at[o], points[p + 1] - at[o + 1], points[p + 2] - at[o + 2]));
  }
  return roundUpToFloat32(farthest * OUTWARD);
}

function boundInnerNodes(tree: ProxyTree, bounds: NodeBounds): void {
  const { modes, centers, radii, shifts, growths } = bounds;
  const proxies = tree.proxyNodes.length;
  const ids = new Uint32Array(proxies);
  const points = new Float64Array(3 * proxies);
  const ball = new Float64Array(4);
  const encloseProxies = (from: number, to: number, values: Float32Array, stride: number, start: number): void => {
    for (let proxy = from; proxy < to; proxy++) {
      const o = tree.proxyNodes[proxy] * stride + start;
      ids[proxy] = proxy;
      for (let axis = 0; axis < 3; axis++) points[3 * proxy + axis] = values[o + axis];
    }
    encloseMinimally(points, ids, from, to, ball, 0);
  };
  for (let node = 0; node < tree.links.length; node++) {
    if (tree.links[node] < 0) continue;
    const from = tree.proxyStarts[node];
    const to = tree.proxyEnds[node];
    encloseProxies(from, to, centers, 3, 0);
    centers.set(ball.subarray(0, 3), 3 * node);
    let radius = 0;
    for (let proxy = from; proxy < to; proxy++) {
      const p = tree.proxyNodes[proxy];
      radius = Math.max(radius, distanceBetween(centers, 3 * node, 3 * p) + radii[p]);
    }
    radii[node] = roundUpToFloat32(radius * OUTWARD);
    for (let j = 0; j < modes; j++) {
      const k = node * modes + j;
      encloseProxies(from, to, shifts, 3 * modes, 3 * j);
      shifts.set(ball.subarray(0, 3), 3 * k);
      let growth = 0;
      for (let proxy = from; proxy < to; proxy++) {
        const kp = tree.proxyNodes[proxy] * modes + j;
        growth = Math.max(growth, distanceBetween(shifts, 3 * k, 3 * kp) + growths[kp]);
      }
      growths[k] = roundUpToFloat32(growth * OUTWARD);
    }
  }
}

function distanceBetween(values: Float32Array, a: number, b: number): number {
  return length(values[a] - values[b], values[a + 1] - values[b + 1], values[a + 2] - values[b + 2]);
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
