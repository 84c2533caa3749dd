import { findJson, includesText, parseJson } from '../subjects/container-json.ts';

/**
 * The bones of a person that a .vrm names by itself, by node: `humanBones` of the extensions VRMC_vrm (a record) and VRM (a list,
 * of version 0). Null for other files. Entries that name no node are left out: reading the file has already told what is wrong.
 */
export function readVrmBones(bytes: Uint8Array): Map<number, string> | null {
  if (!includesText(findJson(bytes), '"humanBones"')) return null;
  const { VRMC_vrm: one, VRM: zero } = fieldsOf(fieldsOf(parseJson(bytes)).extensions);
  const { humanBones } = fieldsOf(fieldsOf(one ?? zero).humanoid);
  const entries: [unknown, unknown][] = Array.isArray(humanBones)
    ? humanBones.map(fieldsOf).map(({ bone, node }) => [bone, node])
    : Object.entries(fieldsOf(humanBones)).map(([bone, def]) => [bone, fieldsOf(def).node]);
  const bones = new Map<number, string>();
  for (const [bone, node] of entries) {
    if (typeof bone === 'string' && Number.isSafeInteger(node)) bones.set(node as number, bone);
  }
  return bones.size > 0 ? bones : null;
}

/** What is there, if it is a record; JSON of strangers may be anything. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
