import { measureBent, packBent } from './pack-bends';
import { DisplacedRecord, GroupRecord, Member, NodeRecord, Patch, PatchField, Shape } from './records';
import { BENT, CHAINED, ShapeSource, SKINNED, wordAt, WHOLE } from './shape-source';

/** Words of a group in refit/records.ts before its weights; words of a box. */
export const BOX_GROUP_HEADER: u32 = 8;
export const SPHERE_GROUP_HEADER: u32 = 6;
const BOX: u32 = 6;

/** The bytes that the record of an inner node takes. */
export function measureNode(source: ShapeSource, node: u32): usize {
  const at = wordAt(source.recordStarts, node);
  if (source.form == SKINNED) return measureGroups(source, at + 1, wordAt(source.recordWords, at), BOX_GROUP_HEADER);
  if (source.form == WHOLE) return measureWhole(source, beginWhole(source, at));
  if (source.form == BENT) return measureBent(source, at);
  const groups = wordAt(source.recordWords, at + 1);
  const patches = at + 1 + wordAt(source.recordWords, at);
  return (
    offsetof<DisplacedRecord>() +
    measureGroups(source, at + 2, groups, BOX_GROUP_HEADER) +
    measurePatches(source, patches)
  );
}

/** Writes it at `at`, and returns where the next one begins. */
export function packNode(source: ShapeSource, shape: Shape, node: u32, at: usize): usize {
  const start = wordAt(source.recordStarts, node);
  const words = source.recordWords;
  if (source.form == SKINNED) return packGroups(source, start + 1, wordAt(words, start), BOX_GROUP_HEADER, at);
  if (source.form == WHOLE) return packWhole(source, shape, beginWhole(source, start), at);
  if (source.form == BENT) return packBent(source, shape, start, at);
  const record = at + offsetof<DisplacedRecord>();
  const end = packGroups(source, start + 2, wordAt(words, start + 1), BOX_GROUP_HEADER, record);
  beginDisplaced(shape, at, end);
  return packPatches(source, start + 1, record, changetype<DisplacedRecord>(at), end);
}

function beginDisplaced(shape: Shape, at: usize, end: usize): void {
  const length = <u32>(end - at - offsetof<DisplacedRecord>());
  changetype<DisplacedRecord>(at).length = length;
  shape.longest = max<u32>(shape.longest, length);
}

/** The groups of a skinned node, from word `at` on; `header` words before the weights of each. */
export function measureGroups(source: ShapeSource, at: u32, groups: u32, header: u32): usize {
  let bytes = offsetof<NodeRecord>();
  for (let g: u32 = 0; g < groups; g++) {
    const joints = wordAt(source.recordWords, at);
    bytes += joints == 0 ? 4 : offsetof<GroupRecord>() + joints * offsetof<Member>();
    at += joints == 0 ? 2 : header + (joints > 1 ? joints : 0);
  }
  return bytes;
}

/** The joints of a group, which the library keeps in a table, are written out beside its weights. A group that has a sphere gets its box. */
export function packGroups(source: ShapeSource, i: u32, groups: u32, header: u32, at: usize): usize {
  const words = source.recordWords;
  const isShared = wordAt(words, i) == 0;
  changetype<NodeRecord>(at).groups = isShared ? -groups : groups;
  at += offsetof<NodeRecord>();
  for (let g: u32 = 0; g < groups; g++) {
    const count = wordAt(words, i);
    const key = wordAt(words, i + 1);
    if (isShared) {
      store<u32>(at, key << 5);
      at += 4;
      i += 2;
      continue;
    }
    changetype<GroupRecord>(at).joints = count;
    memory.copy(at + offsetof<GroupRecord>('x'), words + (<usize>(i + 2) << 2), 24);
    if (header == SPHERE_GROUP_HEADER) {
      store<u32>(at + offsetof<GroupRecord>('halfY'), wordAt(words, i + 5));
      store<u32>(at + offsetof<GroupRecord>('halfZ'), wordAt(words, i + 5));
    }
    const group = changetype<GroupRecord>(at);
    group.rest = 1;
    at += offsetof<GroupRecord>();
    i += header;
    for (let k: u32 = 0; k < count; k++) {
      const joint = count == 1 ? key : wordAt(source.members, wordAt(source.memberStarts, key) + k);
      changetype<Member>(at).joint = joint << 7;
      store<u32>(at + offsetof<Member>('lowest'), count == 1 ? 0 : wordAt(words, i++));
      group.rest -= changetype<Member>(at).lowest;
      at += offsetof<Member>();
    }
  }
  return at;
}

/** The patches of a chain (refit/chain.ts), from their number at word `at` on. */
function measurePatches(source: ShapeSource, at: u32): usize {
  let bytes: usize = 0;
  for (let patches = wordAt(source.recordWords, at++); patches > 0; patches--) {
    const fields = wordAt(source.recordWords, at + 2);
    bytes += offsetof<Patch>() + fields * offsetof<PatchField>();
    at += 3 + (1 + BOX) * fields;
  }
  return bytes;
}

/**
 * Writes the patches of the skinned record that begins at word `start` and has been packed at `record`. They name boxes by their place in the words; they come in the order
 * of the groups, so one pass over these finds where each is now.
 */
function packPatches(source: ShapeSource, start: u32, record: usize, head: DisplacedRecord, at: usize): usize {
  const words = source.recordWords;
  let i = start + wordAt(words, start - 1);
  head.patches = wordAt(words, i++);
  let group = record + offsetof<NodeRecord>();
  let groupWord = start + 1;
  for (let p: u32 = 0; p < head.patches; p++) {
    const box = start + wordAt(words, i); // two words behind the beginning of its group
    while (groupWord + 2 < box) {
      const joints = changetype<GroupRecord>(group).joints;
      group += offsetof<GroupRecord>() + joints * offsetof<Member>();
      groupWord += BOX_GROUP_HEADER + (joints > 1 ? joints : 0);
    }
    const fields = wordAt(words, i + 2);
    changetype<Patch>(at).place = <u32>(group - record + offsetof<GroupRecord>('x'));
    changetype<Patch>(at).fields = fields;
    at += offsetof<Patch>();
    i += 3;
    for (let f: u32 = 0; f < fields; f++) at = packPatchField(words, (i += 1 + BOX) - 1 - BOX, at);
  }
  return at;
}

/** Word `i` is the field, the six behind it are a box. */
@inline
function packPatchField(words: usize, i: u32, at: usize): usize {
  changetype<PatchField>(at).field = wordAt(words, i) << 3;
  memory.copy(at + offsetof<PatchField>('x'), words + (<usize>(i + 1) << 2), 24);
  return at + offsetof<PatchField>();
}

/** A node of a mesh that follows one joint as a whole (refit/morph.ts): behind volumes in between there are [fields that move it] and its box at rest. */
function beginWhole(source: ShapeSource, at: u32): u32 {
  const keys = -(<i32>wordAt(source.recordWords, at));
  return keys > 0 ? at + 1 + BOX * keys : at;
}

function measureWhole(source: ShapeSource, at: u32): usize {
  const record = offsetof<NodeRecord>() + offsetof<GroupRecord>() + offsetof<Member>();
  if (source.fieldCount == 0) return record;
  const fields = wordAt(source.recordWords, at);
  return offsetof<DisplacedRecord>() + record + offsetof<Patch>() + fields * offsetof<PatchField>();
}

/** One group under the one joint there is, which all fields change that move the node; of these, the boxes of displacements, not of whole shapes. */
function packWhole(source: ShapeSource, shape: Shape, i: u32, at: usize): usize {
  const words = source.recordWords;
  const isDisplaced = source.fieldCount > 0;
  const head = at;
  if (isDisplaced) at += offsetof<DisplacedRecord>();
  changetype<NodeRecord>(at).groups = 1;
  const group = at + offsetof<NodeRecord>();
  changetype<GroupRecord>(group).joints = 1;
  memory.copy(group + offsetof<GroupRecord>('x'), words + (<usize>(i + 1) << 2), 24);
  const member = group + offsetof<GroupRecord>();
  changetype<Member>(member).joint = 0;
  changetype<Member>(member).lowest = 0;
  at = member + offsetof<Member>();
  if (!isDisplaced) return at;
  beginDisplaced(shape, head, at);
  changetype<DisplacedRecord>(head).patches = 1;
  const fields = wordAt(words, i);
  changetype<Patch>(at).place = <u32>(offsetof<NodeRecord>() + offsetof<GroupRecord>('x'));
  changetype<Patch>(at).fields = fields;
  at += offsetof<Patch>();
  i += 1 + BOX;
  for (let f: u32 = 0; f < fields; f++) {
    at = packPatchField(words, i, at);
    i += 1 + 2 * BOX;
  }
  return at;
}
