import { hasMasks } from '../self/adjacency.ts';
import type { KnownFans } from '../self/certify-fans.ts';
import type { SelfPlan } from '../self/plan.ts';
import { type Arena, type Block, giveUp, MOST_POSES, takeBlock } from './arena.ts';
import { SELF_STACK_CAPACITY } from './query-record.ts';

/** A plan in the memory of the compiled query, with room for one pose: `SelfInstant` of assembly/self/records.ts, and all that this names. */
export interface PlanBlock {
  block: Block;
  /** Where vertices, joints and stretches of joints are, in float64 numbers. */
  vertices: number;
  joints: number;
  stretches: number;
  /** Where the module lists uncertain vertices, in words, and marks flat ones, in bytes. */
  uncertain: number;
  isFlat: number;
  /** How the library sees them, and the vertices, in the memory that they were in last (`seeFans`). */
  fans: KnownFans;
  memory: Uint8Array;
  /** How many poses it has been in. */
  poses: number;
}

/** Sizes of the records. */
const BYTES = {
  instant: 96,
  follower: 32,
  box: 32,
  nodeDrift: 24,
  leaf: 80,
  leafBoxes: 192,
  leafVertex: 8,
  adjacent: 24,
  fan: 32,
  ring: 8,
  spoke: 48,
};
/** Where fields of the instant are, in words; the first of all is `hidden`, a float64 number. */
const WORDS = { counts: 3, uncertainCount: 6, places: 7 };
const ARITY_BITS = 4;

/** Whether the compiled query knows such a plan: leaves of at most 8 triangles, and records with room for its nodes. */
export function isPlanCompiled({ shape }: SelfPlan): boolean {
  const { tree } = shape;
  return (
    hasMasks(tree) &&
    tree.maxArity < 2 ** ARITY_BITS &&
    tree.links.length < 2 ** 27 &&
    (tree.depth + 2) * (tree.maxArity ** 2 + 1) <= SELF_STACK_CAPACITY
  );
}

/** The plan in memory, packed if it is not there; null if there is no room. Cost: some 0.2 us a triangle. */
export function packPlan(arena: Arena, plan: SelfPlan): PlanBlock | null {
  const known = arena.plans.get(plan);
  if (known !== undefined && known.block.used >= 0 && known.poses < MOST_POSES) {
    known.block.used = arena.clock;
    known.poses++;
    return known;
  }
  if (known !== undefined) giveUp(arena.blocks, known.block);
  const packed = placePlan(arena, plan, known?.block);
  if (packed !== null) arena.plans.set(plan, packed);
  return packed;
}

/** Takes room, and writes what no pose changes. */
function placePlan(arena: Arena, plan: SelfPlan, before: Block | undefined): PlanBlock | null {
  const { shape, fans, followers, adjacency, usedVertices } = plan;
  const { tree, mesh, leafVertices, deformer } = shape;
  const nodes = tree.links.length;
  const { jointCount } = deformer.sets;
  let size = BYTES.instant;
  const place = (bytes: number): number => {
    const at = size;
    size += 16 * Math.ceil(bytes / 16);
    return at;
  };
  const places = {
    uncertain: place(4 * usedVertices + 4),
    isFlat: place(usedVertices),
    joints: place(128 * jointCount),
    stretches: place(8 * jointCount),
    vertices: place(8 * mesh.positions.length),
    narrowVertices: place(16 * usedVertices),
    followers: place(BYTES.follower * followers.vertices.length),
    followerEnds: place(4 * jointCount),
    squares: place(8 * followers.vertices.length),
    boxes: place(BYTES.box * nodes),
    drifts: place(BYTES.nodeDrift * nodes),
    leaves: place(BYTES.leaf * tree.leafCount),
    leafBoxes: place(BYTES.leafBoxes * tree.leafCount),
    corners: place(4 * mesh.triangles.length),
    fans: place(BYTES.fan * usedVertices),
    spokes: place(BYTES.spoke * longestRing(plan)),
  };
  const lists = {
    leafVertices: place(BYTES.leafVertex * leafVertices.ids.length),
    adjacents: place(BYTES.adjacent * adjacency.leaves.length),
    rings: place(BYTES.ring * fans.rings.length),
  };
  const block = takeBlock(arena, size, plan, before);
  if (block === null) return null;
  const { start } = block;
  for (const at of [places, lists] as Record<string, number>[]) for (const name in at) at[name] += start;
  arena.words.set([jointCount, nodes, usedVertices], start / 4 + WORDS.counts);
  arena.words.set(Object.values(places), start / 4 + WORDS.places);
  arena.words.set(mesh.triangles, places.corners / 4);
  packFollowers(arena, plan, places);
  packNodes(arena, plan, places);
  packLeaves(arena, plan, places, lists);
  packFans(arena, plan, places, lists);
  return {
    block,
    vertices: places.vertices / 8,
    joints: places.joints / 8,
    stretches: places.stretches / 8,
    uncertain: places.uncertain / 4,
    isFlat: places.isFlat,
    fans: { plan, positions: NOTHING, isFlat: NO_BYTES, uncertain: NO_WORDS, uncertainCount: 0 },
    memory: NO_BYTES,
    poses: 1,
  };
}

/** What the module knows of the fans of a plan, in its memory. Takes no memory unless that has been replaced. */
export function seeFans({ bytes, words, numbers }: Arena, packed: PlanBlock): KnownFans {
  const { fans, uncertain, isFlat, vertices, block } = packed;
  if (packed.memory !== bytes) {
    const { shape, usedVertices } = fans.plan;
    packed.memory = bytes;
    fans.positions = numbers.subarray(vertices, vertices + shape.mesh.positions.length);
    fans.isFlat = bytes.subarray(isFlat, isFlat + usedVertices);
    fans.uncertain = words.subarray(uncertain, uncertain + usedVertices);
  }
  fans.uncertainCount = words[block.start / 4 + WORDS.uncertainCount];
  return fans;
}

const NOTHING = new Float64Array(0);
const NO_WORDS = new Uint32Array(0);
const NO_BYTES = new Uint8Array(0);

function longestRing({ fans, usedVertices }: SelfPlan): number {
  let longest = 0;
  for (let v = 0; v < usedVertices; v++) longest = Math.max(longest, fans.starts[v + 1] - fans.starts[v]);
  return longest;
}

/** Addresses of what is packed, in bytes. */
type Places = Record<'followers' | 'followerEnds' | 'boxes' | 'drifts' | 'leaves' | 'leafBoxes' | 'fans', number>;
type Lists = Record<'leafVertices' | 'adjacents' | 'rings', number>;

function packFollowers({ words, numbers }: Arena, { shape, followers }: SelfPlan, places: Places): void {
  const { positions } = shape.mesh;
  followers.vertices.forEach((v, k) => {
    const at = places.followers + BYTES.follower * k;
    numbers.set(positions.subarray(3 * v, 3 * v + 3), at / 8);
    words[at / 4 + 6] = 24 * v;
  });
  for (let joint = 0; joint + 1 < followers.starts.length; joint++) {
    words[places.followerEnds / 4 + joint] = places.followers + BYTES.follower * followers.starts[joint + 1];
  }
}

function packNodes({ words, numbers }: Arena, { shape, mainJoints, restGaps }: SelfPlan, places: Places): void {
  const { links, ends } = shape.tree;
  for (let node = 0; node < links.length; node++) {
    const first = links[node];
    const box = (places.boxes + BYTES.box * node) / 4;
    words[box + 3] = first < 0 ? first : (first << ARITY_BITS) | (ends[node] - first);
    words[box + 7] = mainJoints.ofNodes[node];
    const drift = (places.drifts + BYTES.nodeDrift * node) / 8;
    numbers[drift + 1] = restGaps.across[node];
    numbers[drift + 2] = restGaps.within[node];
  }
}

function packLeaves(arena: Arena, plan: SelfPlan, places: Places, lists: Lists): void {
  const { words, numbers, floats } = arena;
  const { shape, nodeOfLeaf, adjacency, followers, restGaps } = plan;
  const { tree, leafVertices } = shape;
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    const node = nodeOfLeaf[leaf];
    const at = places.leaves + BYTES.leaf * leaf;
    numbers.set(restGaps.boxes.subarray(6 * leaf, 6 * leaf + 6), at / 8);
    words.set(
      [
        ...[tree.slotStarts[node], tree.slotEnds[node] - tree.slotStarts[node]],
        ...[leaf, leaf + 1].map(next => lists.leafVertices + BYTES.leafVertex * leafVertices.starts[next]),
        ...[leaf, leaf + 1].map(next => lists.adjacents + BYTES.adjacent * adjacency.starts[next]),
      ],
      at / 4 + 12,
    );
    const boxes = (places.leafBoxes + BYTES.leafBoxes * leaf) / 4;
    floats.fill(Infinity, boxes, boxes + 24);
    floats.fill(-Infinity, boxes + 24, boxes + 48);
  }
  leafVertices.ids.forEach((v, k) => {
    words[lists.leafVertices / 4 + 2 * k] = 16 * v;
    words[lists.leafVertices / 4 + 2 * k + 1] = 8 * followers.ofLeaves[k];
  });
  adjacency.leaves.forEach((leaf, k) => {
    const at = lists.adjacents + BYTES.adjacent * k;
    words[at / 4] = adjacency.low[k];
    words[at / 4 + 1] = adjacency.high[k];
    numbers[at / 8 + 1] = restGaps.ofAdjacent[k];
    words[at / 4 + 4] = leaf;
  });
}

function packFans({ words, numbers }: Arena, plan: SelfPlan, places: Places, lists: Lists): void {
  const { fans, followers, leeways, topology, usedVertices } = plan;
  for (let v = 0; v < usedVertices; v++) {
    const at = places.fans + BYTES.fan * v;
    numbers[at / 8] = leeways[v];
    words[at / 4 + 2] = 8 * followers.joints[v];
    words[at / 4 + 3] = 8 * followers.ofVertices[v];
    words[at / 4 + 4] = lists.rings + BYTES.ring * fans.starts[v];
    words[at / 4 + 5] = lists.rings + BYTES.ring * fans.starts[v + 1];
    words[at / 4 + 6] = topology.vertexStarts[v + 1] - topology.vertexStarts[v];
  }
  fans.rings.forEach((w, k) => {
    words[lists.rings / 4 + 2 * k] = 24 * w;
    words[lists.rings / 4 + 2 * k + 1] = 8 * followers.ofRings[k];
  });
}
