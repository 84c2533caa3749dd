import type * as three from 'three';

export type Attribute = three.BufferAttribute | three.InterleavedBufferAttribute;

/** One number of an attribute as three.js reads it. Its own `getComponent` is missing from interleaved ones before r161. */
export function componentOf(attribute: Attribute, vertex: number, component: number): number {
  switch (component) {
    case 0:
      return attribute.getX(vertex);
    case 1:
      return attribute.getY(vertex);
    case 2:
      return attribute.getZ(vertex);
    default:
      return attribute.getW(vertex);
  }
}
