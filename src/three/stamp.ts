import type * as three from 'three';
import type { Attribute } from './component.ts';
import { isSkinned } from './read-geometry.ts';

/** The data a shape was made of, and in which version: three.js counts a version up when it is told of a change. */
export interface Stamp {
  attributes: readonly (Attribute | undefined)[];
  versions: readonly number[];
  /** What its morph targets mean. */
  isRelative: boolean;
}

/** All but the index, of which only the order of faces may change: see face-order.ts. */
export function stampOf(mesh: three.Mesh): Stamp {
  const attributes = Array.from({ length: partCount(mesh) }, (_, part) => partOf(mesh, part));
  return { attributes, versions: attributes.map(versionOf), isRelative: mesh.geometry.morphTargetsRelative };
}

/** Whether a mesh still has the data that was stamped, and none of it was changed. Takes no memory. */
export function isFresh({ attributes, versions, isRelative }: Stamp, mesh: three.Mesh): boolean {
  if (attributes.length !== partCount(mesh) || isRelative !== mesh.geometry.morphTargetsRelative) return false;
  for (let part = 0; part < attributes.length; part++) {
    const attribute = partOf(mesh, part);
    if (attribute !== attributes[part] || versionOf(attribute) !== versions[part]) return false;
  }
  return true;
}

function partCount(mesh: three.Mesh): number {
  return 3 + (mesh.geometry.morphAttributes.position?.length ?? 0);
}

function partOf(mesh: three.Mesh, part: number): Attribute | undefined {
  const { attributes, morphAttributes } = mesh.geometry;
  if (part === 0) return attributes.position;
  if (part > 2) return morphAttributes.position?.[part - 3];
  if (!isSkinned(mesh)) return undefined;
  return part === 1 ? attributes.skinIndex : attributes.skinWeight;
}

export function versionOf(attribute: Attribute | null | undefined): number {
  if (!attribute) return -1;
  return 'isInterleavedBufferAttribute' in attribute ? attribute.data.version : attribute.version;
}
