import { isFlawed } from './inside.ts';
import type { Moment, Snapshot } from './snapshot.ts';
import { facesOutward, sideOfEdge } from './winding.ts';

/** Lines along each of two axes: 1024 in all. */
const LINES = 32;

/**
 * How much space is inside two closed bodies at once (or twice inside one): the sum over even lines across the box that both have in common of how long each
 * is inside both. Of smooth bodies right to about 1 %. Null if one is open, as nothing is inside it for certain. Cost: 2 ms for 10,000 triangles.
 */
export function measureVolume({ plan, bodies }: Moment, a: number, b: number): number | null {
  if (isFlawed(plan, a) || isFlawed(plan, b)) return null;
  const box = commonBox(bodies[a], bodies[b]);
  const sizes = [0, 1, 2].map(axis => box[3 + axis] - box[axis]);
  if (!sizes.every(size => size > 0)) return 0;
  const axis = sizes.indexOf(Math.max(...sizes));
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const facings = [a, b].map(body => (facesOutward(bodies[body]) ? 1 : -1));
  const crossings: Crossing[] = [];
  const at = [0, 0, 0];
  let length = 0;
  for (let i = 0; i < LINES; i++) {
    for (let j = 0; j < LINES; j++) {
      at[u] = box[u] + ((i + 0.5) / LINES) * sizes[u];
      at[v] = box[v] + ((j + 0.5) / LINES) * sizes[v];
      crossings.length = 0;
      listCrossings(bodies[a], axis, at, 0, facings[0], crossings);
      if (a !== b) listCrossings(bodies[b], axis, at, 1, facings[1], crossings);
      length += measureLine(crossings, a === b);
    }
  }
  return (length * sizes[u] * sizes[v]) / LINES ** 2;
}

function commonBox({ boxes: p }: Snapshot, { boxes: q }: Snapshot): number[] {
  return [0, 1, 2, 3, 4, 5].map(k => (k < 3 ? Math.max(p[k], q[k]) : Math.min(p[k], q[k])));
}

/** Where a line enters (+1) or leaves (-1) one of two bodies. */
interface Crossing {
  height: number;
  body: 0 | 1;
  turn: number;
}

function measureLine(crossings: Crossing[], isOne: boolean): number {
  crossings.sort((p, q) => p.height - q.height);
  const windings = [0, 0];
  let length = 0;
  for (let k = 0; k + 1 < crossings.length; k++) {
    windings[crossings[k].body] += crossings[k].turn;
    const isInside = isOne ? windings[0] >= 2 : windings[0] >= 1 && windings[1] >= 1;
    if (isInside) length += crossings[k + 1].height - crossings[k].height;
  }
  return length;
}

/** All places where the line through a point along an axis crosses a body; triangles agree on which side of a common edge it passes. */
function listCrossings(
  { shape, positions: x, boxes, stack }: Snapshot,
  axis: number,
  at: readonly number[],
  body: 0 | 1,
  facing: number,
  out: Crossing[],
): void {
  const { links, ends, slotStarts, slotEnds } = shape.tree;
  const { triangles } = shape.mesh;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const [low, high] = [6 * node, 6 * node + 3];
    if (at[u] < boxes[low + u] || at[u] > boxes[high + u] || at[v] < boxes[low + v] || at[v] > boxes[high + v])
      continue;
    if (links[node] >= 0) {
      for (let child = links[node]; child < ends[node]; child++) stack[top++] = child;
      continue;
    }
    for (let k = 3 * slotStarts[node]; k < 3 * slotEnds[node]; k += 3) {
      const [a, b, c] = [triangles[k], triangles[k + 1], triangles[k + 2]];
      const wa = sideOfEdge(x, b, c, u, v, at);
      const wb = sideOfEdge(x, c, a, u, v, at);
      const wc = sideOfEdge(x, a, b, u, v, at);
      const isCounter = wa >= 0 && wb >= 0 && wc >= 0;
      if (isCounter === (wa <= 0 && wb <= 0 && wc <= 0)) continue;
      const height = (wa * x[3 * a + axis] + wb * x[3 * b + axis] + wc * x[3 * c + axis]) / (wa + wb + wc);
      out.push({ height, body, turn: isCounter ? -facing : facing }); // counter-clockwise from ahead: it faces ahead, so the line leaves
    }
  }
}
