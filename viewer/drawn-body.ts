import * as three from 'three';
import { type BodyTextures, createBodyTextures, disposeBodyTextures, writePose } from './body-textures.ts';
import { type CornerLayer, createCornerLayer } from './corner-layer.ts';
import { deforming } from './deforming-material.ts';
import type { DrawnBody, DrawnPose } from './protocol.ts';

/** Shadows are drawn once more from the sun; for crowds of more triangles that is too much. */
const MOST_SHADOWING = 2e6;

/** A body on the stage: the mesh, and the layers drawn over it. */
export interface StagedBody {
  body: DrawnBody;
  object: three.Group;
  textures: BodyTextures;
  material: three.MeshStandardMaterial;
  touching: CornerLayer;
  clusters: CornerLayer;
  picked: CornerLayer;
}

export function createStagedBody(body: DrawnBody, pose: DrawnPose): StagedBody {
  const textures = createBodyTextures(body);
  const { uniforms } = textures;
  writePose(textures, pose);
  const geometry = new three.InstancedBufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(body.positions, 3)); // for its count alone
  geometry.setIndex(new three.BufferAttribute(body.triangles, 1));
  geometry.instanceCount = body.instances;
  const material = deforming(
    new three.MeshStandardMaterial({ color: body.color, roughness: 0.72, metalness: 0, side: three.DoubleSide }),
    uniforms,
    'mesh',
  );
  const mesh = new three.Mesh(geometry, material);
  mesh.customDepthMaterial = deforming(
    new three.MeshDepthMaterial({ depthPacking: three.RGBADepthPacking, side: three.DoubleSide }),
    uniforms,
    'mesh',
  );
  mesh.frustumCulled = false; // three knows where the rest pose is, not where the body is
  mesh.castShadow = (body.instances * body.triangles.length) / 3 < MOST_SHADOWING;
  mesh.receiveShadow = true;
  const touching = createCornerLayer(body, uniforms, { glow: 0.28, order: 2 });
  const clusters = createCornerLayer(body, uniforms, { glow: 0, order: 1 });
  const picked = createCornerLayer(body, uniforms, { glow: 0.5, order: 3 });
  const object = new three.Group();
  object.add(mesh, clusters.object, touching.object, picked.object);
  return { body, object, textures, material, touching, clusters, picked };
}

export function poseStagedBody(staged: StagedBody, pose: DrawnPose): void {
  writePose(staged.textures, pose);
}

export function disposeStagedBody({ object, textures, material, touching, clusters, picked }: StagedBody): void {
  object.removeFromParent();
  const [mesh] = object.children as three.Mesh[];
  mesh.geometry.dispose();
  mesh.customDepthMaterial?.dispose();
  material.dispose();
  for (const layer of [touching, clusters, picked]) layer.dispose();
  disposeBodyTextures(textures);
}
