import * as three from 'three';

/** Puts points into a geometry: into the memory it has if they fill it exactly, else into new memory. None is not drawable. */
export function setPoints(geometry: three.BufferGeometry, places: Float32Array): void {
  const held = geometry.getAttribute('position');
  if (held?.array.length === places.length) {
    held.array.set(places);
    held.needsUpdate = true;
  } else {
    geometry.dispose();
    geometry.setAttribute('position', new three.BufferAttribute(places.slice(), 3));
  }
}
