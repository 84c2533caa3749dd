import type { Deformer } from '../deform/deformer.ts';
import type { JointSets } from '../deform/joint-sets.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { SharedBoxes } from './shared-boxes.ts';

/** What records are built for: all inner nodes of a tree over a mesh in slot order. */
export interface RecordsSource {
  mesh: Mesh;
  deformer: Deformer;
  /** Node `i` owns the triangles `slotStarts[i]..slotEnds[i])`; it is a leaf if `links[i] < 0`. */
  tree: { links: Int32Array; slotStarts: Uint32Array; slotEnds: Uint32Array };
  /** The vertices of node `i`: `ids[starts[i]..ends[i])`, some of them more than once. */
  vertices: { ids: Uint32Array; starts: Uint32Array; ends: Uint32Array };
  /** What groups are bounded by: 1 for spheres, 3 for boxes. */
  extents: 1 | 3;
  /** Of k-DOPs; 0 for other volumes. */
  slabs: number;
  progress?: (share: number) => void;
}

/**
 * What the refit rules of skinned meshes read (morph.ts, modal.ts and field-dops.ts have records of their own): one stream of
 * 32-bit words in the order of the inner nodes (leaves have none: they are bounded from their vertices). The record of a node:
 *   [number of groups], then for each group (the vertices of the node that follow one joint-set)
 *   [n = joints of the set] [joint if n = 1, else the set] [x y z r: a sphere around the group's rest positions; or a box:
 *   its centre and three half extents] [n lowest weights, if n > 1: the least weight any vertex of the group gives each joint].
 * Where groups are those of single joints, their boxes may be shared with other nodes: [0] [number of the box] each
 * (shared-boxes.ts). record-forms.ts tells how groups may be merged.
 *
 * Where quaternions are blended, a record may begin with minus the number of groups: they are bounded linearly, and what
 * bending adds comes from [number of sets], then [set] [largest mixed distance of the node's vertices of that set from the
 * set's reference point, spherical-bend.ts] for each, before the groups. The same node by joint-sets follows. Under spherical
 * blending that is for poses in which bending adds too much, if there are at most MOST_SETS; under dual quaternion blending
 * with boxes it is what the rule reads, and what comes before it is for the compiled query.
 *
 * Numbers are float32, rounded so that they stay bounds: the centre first, then the radius measured about the rounded
 * centre and rounded up, weights rounded down. Arithmetic on them is float64.
 */
export interface RefitRecords {
  /** Two views of one buffer: counts and indices, and numbers. */
  words: Int32Array;
  values: Float32Array;
  /** Where the record of each inner node begins. */
  starts: Uint32Array;
  /** The most groups any node has. */
  maxGroups: number;
  /** The joints of list `l`, which groups name as their set: `members[memberStarts[l]..memberStarts[l+1])`. */
  memberStarts: Uint32Array;
  members: Uint32Array;
  /** The slabs of k-DOPs. */
  slabs: number;
  /** Boxes that records of several nodes name (shared-boxes.ts). */
  shared: SharedBoxes;
  /** Under a chain: words of the longest record of its skinning. */
  longest: number;
  /** Under a chain, room for one displaced record (chain.ts): of the records of one instance; a shape's have none. */
  displaced: RefitRecords | null;
}

/** Under spherical blending, nodes with more sets than this are never bounded set by set: that costs more than it saves. */
export const MOST_SETS = 64;

/** Words a group takes before its weights. */
export const GROUP_HEADER = 6;
/** The same if it is bounded by a box: [n] [joint or set] [centre, half extents]. */
export const BOX_GROUP_HEADER = 8;

/** Records that share nothing. */
export function createNoSharedBoxes(): SharedBoxes {
  return { joints: new Uint32Array(0), boxes: new Float32Array(0) };
}

export function createRecords(
  words: Int32Array,
  starts: Uint32Array,
  maxGroups: number,
  memberStarts: Uint32Array,
  members: Uint32Array,
  slabs: number,
  shared: SharedBoxes,
  longest: number,
): RefitRecords {
  const values = new Float32Array(words.buffer, words.byteOffset, words.length);
  return { words, values, starts, maxGroups, memberStarts, members, slabs, shared, longest, displaced: null };
}

/**
 * The records of a shape as one instance reads them: the same arrays, and under a chain room of its own for the record
 * of one node, displaced. Shapes are shared, and never written to.
 */
export function instanceRecords(records: RefitRecords): RefitRecords {
  if (records.longest === 0) return records;
  const starts = new Uint32Array(records.starts.length); // whichever node it is, its displaced record is at 0
  const { maxGroups, memberStarts, members, slabs, shared, longest } = records;
  const own = createRecords(records.words, records.starts, maxGroups, memberStarts, members, slabs, shared, longest);
  own.displaced = createRecords(new Int32Array(longest), starts, maxGroups, memberStarts, members, slabs, shared, 0);
  return own;
}

/** What a group names as its mover: the joint itself if there is only one, else the set. */
export function groupKey(sets: JointSets, set: number): number {
  const start = sets.starts[set];
  return sets.starts[set + 1] - start === 1 ? sets.joints[start] : set;
}
