import type * as three from 'three';
import type { Attribute } from './component.ts';
import { isSkinned } from './read-geometry.ts';

/** The data a shape was made of, and in which version: three.js counts a version up when it is told of a change. */
export interface Stamp {
  attributes: readonly Attribute[];
  versions: readonly number[];
}

export function stampOf(mesh: three.Mesh): Stamp {
  const { geometry } = mesh;
  const { position, skinIndex, skinWeight } = geometry.attributes;
  const attributes = [position, geometry.index, ...(geometry.morphAttributes.position ?? [])];
  if (isSkinned(mesh)) attributes.push(skinIndex, skinWeight);
  const known = attributes.filter(attribute => attribute !== null && attribute !== undefined);
  return { attributes: known, versions: known.map(versionOf) };
}

export function isSameStamp(a: Stamp, b: Stamp): boolean {
  if (a.attributes.length !== b.attributes.length) return false;
  return a.attributes.every((attribute, k) => attribute === b.attributes[k] && a.versions[k] === b.versions[k]);
}

/** Whether what was stamped has not been changed since. Takes no memory. */
export function isFresh({ attributes, versions }: Stamp): boolean {
  for (let k = 0; k < attributes.length; k++) if (versionOf(attributes[k]) !== versions[k]) return false;
  return true;
}

function versionOf(attribute: Attribute): number {
  return 'isInterleavedBufferAttribute' in attribute ? attribute.data.version : attribute.version;
}
