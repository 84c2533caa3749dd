import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { InstancedMesh } from '@babylonjs/core/Meshes/instancedMesh.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';

/** The mesh that has the data: itself, or what an instance is an instance of. Skeleton and morph targets are those of that mesh, too. */
export function sourceOf(mesh: AbstractMesh): Mesh {
  return (mesh as InstancedMesh).sourceMesh ?? (mesh as Mesh);
}

/** Whether bones move it: Babylon leaves a mesh without weights where it is, whatever its skeleton does. */
export function isSkinned(source: Mesh): boolean {
  return (
    source.skeleton !== null &&
    source.isVerticesDataPresent('matricesIndices') &&
    source.isVerticesDataPresent('matricesWeights')
  );
}
