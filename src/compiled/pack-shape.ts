import type { Deformer, DeformerKind, SkinningKind } from '../deform/deformer.ts';
import { fullReach } from '../deform/displacements.ts';
import { LARGEST_UNION } from '../deform/posed-joints.ts';
import type { Shape } from '../shape.ts';
import { type Arena, type Block, giveUp, takeBlock } from './arena.ts';
import { LARGEST_NARROW, MOST_INFLUENCES } from './narrow-rounding.ts';

/** A shape in the memory of the compiled query: `Shape` of assembly/records.ts, and all that this names. */
export interface ShapeBlock {
  block: Block;
  /** How many nodes it has here, and which of the library each is: from this word on. */
  nodeCount: number;
  nodes: number;
  /** Joints that a vertex or a group follows at most. */
  influences: number;
  /** The bytes of the longest record of a node that fields displace. */
  longest: number;
  /** The bytes of all joint-sets in a pose. */
  posedSets: number;
}

/** Where `Shape` of assembly/records.ts says so, in words. */
const WORDS = { nodes: 4, longest: 13, posedSets: 20 };

/** How the refit records of a deformer are written (assembly/shape-source.ts); the compiled query knows those that are named. */
const forms: Partial<Record<DeformerKind, number>> = {
  'linear-blend': 0,
  chain: 1,
  'modal-chain': 1,
  rigid: 2,
  morph: 2,
  'spherical-blend': 3,
  'dual-quaternion-blend': 3,
};
/** How joints are blended (assembly/records.ts). */
const skinnings: Record<SkinningKind, number> = {
  rigid: 0,
  'linear-blend': 0,
  'spherical-blend': 1,
  'dual-quaternion-blend': 2,
};

/**
 * Whether the compiled query knows this kind of shape: any skinning, morph targets with one joint, or fields (without volumes in between) before linear blending; bounded by boxes, with fewer joints,
 * nodes and children than its records have room for (16, 27 and 4 bits), and no coordinate beyond float32.
 */
export function isCompiled({ volumeKind, deformer, tree }: Shape): boolean {
  return (
    volumeKind === 'box' &&
    deformer.kind in forms &&
    !(deformer.kind === 'chain' && deformer.inBetweens >= 0) &&
    (skinnings[deformer.skinning] === 0 || isBent(deformer)) &&
    deformer.sets.jointCount < 2 ** 16 - 1 &&
    deformer.sets.maxInfluences <= MOST_INFLUENCES &&
    tree.maxArity < 2 ** 4 &&
    tree.links.length < 2 ** 27 &&
    fullReach(deformer) < LARGEST_NARROW
  );
}

/** Whether records and sets of a deformer that blends quaternions are as they must be: shapes that were saved before may have no references. */
function isBent({ displacements, references, sets }: Deformer): boolean {
  return displacements.count === 0 && references.length === 3 * (sets.starts.length - 1);
}

/** The shape in memory, packed if it is not there; null if there is no room. */
export function packShape(arena: Arena, shape: Shape): ShapeBlock | null {
  const known = arena.shapes.get(shape);
  if (known !== undefined && known.block.used >= 0) {
    known.block.used = arena.clock;
    return known;
  }
  const source = copyArrays(arena, shape, known?.block);
  if (source === null) return null;
  const block = takeBlock(arena, arena.calls.measureShape(source.start), shape, known?.block);
  if (block !== null) arena.calls.packShape(source.start, block.start);
  giveUp(arena.blocks, source);
  if (block === null) return null;
  const packed = {
    block,
    nodeCount: arena.words[block.start / 4],
    nodes: arena.words[block.start / 4 + WORDS.nodes] / 4,
    influences: Math.max(shape.deformer.sets.maxInfluences, LARGEST_UNION),
    longest: arena.words[block.start / 4 + WORDS.longest],
    posedSets: arena.words[block.start / 4 + WORDS.posedSets],
  };
  arena.shapes.set(shape, packed);
  return packed;
}

/** `ShapeSource` of assembly/shape-source.ts: the arrays of a shape as they are, to be packed by the module. */
function copyArrays(arena: Arena, shape: Shape, before: Block | undefined): Block | null {
  const { tree, mesh, deformer, records } = shape;
  const { sets, displacements, references, paths } = deformer;
  const counts = [
    tree.links.length,
    mesh.positions.length / 3,
    mesh.triangles.length / 3,
    records.shared.joints.length,
    sets.maxInfluences,
    displacements.count,
    forms[deformer.kind]!,
    skinnings[deformer.skinning],
    sets.jointCount,
    sets.starts.length - 1,
  ];
  const arrays = [
    ...[tree.links, tree.ends, tree.slotStarts, tree.slotEnds],
    new Uint32Array(tree.links.length),
    ...[mesh.positions, mesh.triangles, shape.triangleOrder],
    ...[sets.setOfVertex, sets.starts, sets.joints, sets.weightStarts, sets.weights],
    ...[records.starts, records.words, records.memberStarts, records.members],
    ...[records.shared.joints, records.shared.boxes],
    ...[displacements.starts, displacements.fields, displacements.offsets],
    ...[references, paths.starts, paths.edges, paths.distances, paths.parents, paths.junctions],
  ];
  let size = 4 * (counts.length + arrays.length);
  const places = arrays.map(array => {
    const place = 8 * Math.ceil(size / 8);
    size = place + array.byteLength;
    return place;
  });
  const block = takeBlock(arena, size, shape, before);
  if (block === null) return null;
  const { start } = block;
  arrays.forEach((array, k) => {
    const { buffer, byteOffset, byteLength } = array;
    arena.bytes.set(new Uint8Array(buffer, byteOffset, byteLength), start + places[k]);
  });
  arena.words.set([...counts, ...places.map(place => start + place)], start / 4);
  return block;
}
