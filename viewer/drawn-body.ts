import * as three from 'three';
import { type BodyTextures, createBodyTextures, disposeBodyTextures, writePose } from './body-textures.ts';
import { createUnderside } from './contact-shadow.ts';
import { type CornerLayer, createCornerLayer } from './corner-layer.ts';
import { deforming } from './deforming-material.ts';
import { createPaintedBody, disposePaintedBody, type PaintedBody } from './painted-body.ts';
import type { DrawnBody, DrawnMaterial, DrawnPose } from './protocol.ts';
import type { SceneImages } from './scene-images.ts';
import { createVertexLayer, type VertexLayer } from './vertex-layer.ts';
import { FRESH_COLOR } from './volume-layer.ts';

/** Shadows are drawn once more from the sun; for crowds of more triangles that is too much. */
const MOST_SHADOWING = 2e6;

/** A body on the stage: the mesh, and the layers drawn over it. */
export interface StagedBody {
  body: DrawnBody;
  object: three.Group;
  textures: BodyTextures;
  mesh: three.Mesh<three.BufferGeometry, three.MeshStandardMaterial>;
  /** As the file has it; null if nothing is known. One of the two is drawn. */
  painted: PaintedBody | null;
  material: three.MeshStandardMaterial;
  /** What darkens the ground; null for crowds. */
  underside: three.Mesh | null;
  touching: CornerLayer;
  clusters: CornerLayer;
  picked: CornerLayer;
  /** Vertices as dots: those that were moved to answer, and all. */
  moved: VertexLayer;
  all: VertexLayer;
}

export function createStagedBody(
  body: DrawnBody,
  pose: DrawnPose,
  materials: readonly DrawnMaterial[],
  images: SceneImages,
): StagedBody {
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
  const isShadowing = (body.instances * body.triangles.length) / 3 < MOST_SHADOWING;
  const underside = isShadowing ? createUnderside(geometry, uniforms) : null;
  const painted = body.paint && createPaintedBody(body.paint, uniforms, materials, images);
  for (const drawn of [mesh, painted?.mesh]) {
    if (!drawn) continue;
    drawn.frustumCulled = false; // three knows where the rest pose is, not where the body is
    drawn.castShadow = isShadowing;
    drawn.receiveShadow = true;
  }
  const touching = createCornerLayer(body, uniforms, { glow: 0.28, order: 2 });
  const clusters = createCornerLayer(body, uniforms, { glow: 0, order: 1 });
  const picked = createCornerLayer(body, uniforms, { glow: 0.5, order: 3 });
  const moved = createVertexLayer(body, uniforms, FRESH_COLOR);
  const all = createVertexLayer(body, uniforms, FRESH_COLOR);
  const object = new three.Group();
  object.add(mesh, clusters.object, touching.object, picked.object, moved.object, all.object);
  if (painted) object.add(painted.mesh);
  if (underside) object.add(underside);
  return { body, object, textures, mesh, painted, material, underside, touching, clusters, picked, moved, all };
}

/** As its file has it, or plain. */
export function paintStagedBody({ mesh, painted, touching }: StagedBody, isPainted: boolean): void {
  mesh.visible = !(isPainted && painted);
  if (painted) painted.mesh.visible = isPainted;
  touching.setEdged(isPainted && painted !== null);
}

export function poseStagedBody(staged: StagedBody, pose: DrawnPose): void {
  writePose(staged.textures, pose);
}

export function disposeStagedBody(staged: StagedBody): void {
  const { object, textures, mesh, painted, material, touching, clusters, picked } = staged;
  object.removeFromParent();
  if (painted) disposePaintedBody(painted);
  mesh.geometry.dispose();
  mesh.customDepthMaterial?.dispose();
  (staged.underside?.material as three.Material | undefined)?.dispose();
  material.dispose();
  for (const layer of [touching, clusters, picked, staged.moved, staged.all]) layer.dispose();
  disposeBodyTextures(textures);
}
