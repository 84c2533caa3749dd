import { pointOn } from 'poseclash';
import * as three from 'three';

const CORNERS = Object.freeze([
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]);

/** Draws some faces of colliders, as they are posed, in one bright colour over whatever is there. */
export function createTouchedFaces(color, most = 8000) {
  const geometry = new three.BufferGeometry();
  const corners = new three.BufferAttribute(new Float32Array(9 * most), 3);
  geometry.setAttribute('position', corners);
  const material = new three.MeshBasicMaterial({ color, side: three.DoubleSide, polygonOffset: true });
  material.polygonOffsetFactor = material.polygonOffsetUnits = -4;
  const mesh = new three.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.raycast = () => {};
  let count = 0;
  return Object.assign(mesh, {
    clear() {
      count = 0;
      geometry.setDrawRange(0, 0);
    },
    /** Adds every face that is the first (`side` 0) or the second (`side` 1) of a pair. */
    add(collider, pairs, side) {
      for (const face of new Set(pairs.filter((_, k) => k % 2 === side))) {
        for (const corner of CORNERS) {
          if (count < 3 * most) corners.setXYZ(count++, ...pointOn(collider, face, corner).point);
        }
      }
      corners.needsUpdate = true;
      geometry.setDrawRange(0, count);
    },
  });
}
