import type { Collider } from '../collider.ts';
import type { Workspace } from '../workspace.ts';
import type { Arena } from './arena.ts';
import { openEngine } from './engine.ts';
import { COLLIDER, packCollider } from './pack-collider.ts';
import { isCompiled, packShape } from './pack-shape.ts';
import { PROBE, PROBE_CAPACITY, PROBE_VOLUME_TESTS, PROBE_WORDS, STACK } from './query-record.ts';

/** Looks into a leaf whose vertices are posed. Returns how near others must begin to be worth a look. */
export type VisitLeaf = (collider: Collider, node: number, workspace: Workspace) => number;

/**
 * Walks by the compiled query of this thread, as `walkNodes` does; false if it has none, or none that knows this collider. Meshes under one joint are left to the general
 * path: its boxes lie in the frame of the mesh, follow it for nothing and are tighter, which for one body is faster (docs/decisions/0034).
 */
export function walkNodesCompiled(collider: Collider, workspace: Workspace, limit: number, visit: VisitLeaf): boolean {
  const { shape } = collider;
  const arena = shape.deformer.skinning !== 'rigid' && isCompiled(shape) ? openEngine() : null;
  return arena !== null && walkNodesIn(arena, collider, workspace, limit, visit);
}

/**
 * Meets every leaf that may hold something within `limit` of the workspace's probe, nearest first: the module finds them and poses their vertices, and they
 * are looked into here. Returns false, having done nothing, if there is no room, or the pose is beyond float32.
 *
 * No leaf is missed: boxes contain every posed vertex (docs/decisions/0019), and distances to them are computed as those of bounds/probe.ts, in
 * float64, widened by the same pad. Making the probe relative to the origin rounds it once more; the pad has room for a hundred roundings.
 */
export function walkNodesIn(
  arena: Arena,
  collider: Collider,
  workspace: Workspace,
  limit: number,
  visit: VisitLeaf,
): boolean {
  const { tree } = collider.shape;
  if (tree.maxArity * (tree.maxArity + tree.depth) > PROBE_CAPACITY) return false;
  arena.clock++; // what is packed from here on is not given up before the next question
  const shape = packShape(arena, collider.shape);
  const packed = shape && packCollider(arena, collider, shape, null);
  if (!packed) return false;

  const { numbers, words, calls } = arena;
  const { probe, posed, counts } = workspace;
  const { origin } = packed;
  const n = PROBE / 8;
  numbers[n] = probe.x - origin[0];
  numbers[n + 1] = probe.y - origin[1];
  numbers[n + 2] = probe.z - origin[2];
  for (let axis = 0; axis < 3; axis++) numbers[n + 3 + axis] = probe.inverse[axis];
  numbers[n + 6] = probe.near;
  numbers[n + 7] = probe.pad;
  const w = PROBE / 4 + PROBE_WORDS;
  const at = packed.block.start;
  words[w] = at;
  words[w + 1] = probe.isRay ? 1 : 0;
  words[w + 2] = STACK;
  posed.vertices = numbers;
  posed.start = packed.vertices;
  posed.stride = 4;
  calls.beginProbe(PROBE, limit);
  for (;;) {
    const node = calls.nextLeaf(PROBE, limit);
    if (node < 0) break;
    limit = visit(collider, words[shape.nodes + node], workspace);
    counts.leafPairs++;
  }
  counts.volumeTests += words[PROBE / 4 + PROBE_VOLUME_TESTS];
  counts.refits += words[at / 4 + COLLIDER.refits];
  counts.vertices += words[at / 4 + COLLIDER.posedVertices];
  return true;
}
