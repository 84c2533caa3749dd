import type * as three from 'three';

/** What to call a mesh in messages. */
export function nameOf(mesh: three.Object3D): string {
  return mesh.name ? `mesh '${mesh.name}'` : 'the mesh';
}
