import * as three from 'three';
import type { BodyUniforms } from './body-textures.ts';
import { deforming } from './deforming-material.ts';
import type { DrawnMaterial, DrawnPaint } from './protocol.ts';
import type { SceneImages } from './scene-images.ts';

type Painted = three.MeshStandardMaterial | three.MeshBasicMaterial;

/** A body drawn as its file has it: a mesh with a group of triangles for each material. */
export interface PaintedBody {
  mesh: three.Mesh;
  materials: Painted[];
}

/** Images that are still being decoded show up when they are there. */
export function createPaintedBody(
  paint: DrawnPaint,
  uniforms: BodyUniforms,
  materials: readonly DrawnMaterial[],
  images: SceneImages,
): PaintedBody {
  const { geometry, used } = createGeometry(paint);
  const painted = used.map(m => createMaterial(materials[m], paint, uniforms, images));
  const mesh = new three.Mesh(geometry, painted);
  mesh.customDepthMaterial = deforming(
    new three.MeshDepthMaterial({ depthPacking: three.RGBADepthPacking, side: three.DoubleSide }),
    uniforms,
    'corners',
  );
  return { mesh, materials: painted };
}

export function disposePaintedBody({ mesh, materials }: PaintedBody): void {
  mesh.geometry.dispose();
  mesh.customDepthMaterial?.dispose();
  for (const material of materials) material.dispose();
}

/** Triangles ordered by material, what is seen through last. `position` has the number of the vertex that is deformed. */
function createGeometry({ vertexOf, corners, uvs, colors, materialOfTriangle }: DrawnPaint) {
  const geometry = new three.BufferGeometry();
  const numbers = new Float32Array(3 * vertexOf.length);
  for (let v = 0; v < vertexOf.length; v++) numbers[3 * v] = vertexOf[v];
  geometry.setAttribute('position', new three.BufferAttribute(numbers, 3));
  if (uvs) geometry.setAttribute('uv', new three.BufferAttribute(uvs, 2));
  if (colors) geometry.setAttribute('color', new three.BufferAttribute(toLinear(colors), 4));
  const used = [...new Set(materialOfTriangle)];
  const index = new Uint32Array(corners.length);
  let at = 0;
  used.forEach((material, group) => {
    const first = at;
    for (let t = 0; t < materialOfTriangle.length; t++) {
      if (materialOfTriangle[t] !== material) continue;
      for (let k = 0; k < 3; k++) index[at++] = corners[3 * t + k];
    }
    geometry.addGroup(first, at - first, group);
  });
  geometry.setIndex(new three.BufferAttribute(index, 1));
  return { geometry, used };
}

/** Bytes as a screen shows them, as the linear light that is calculated with. */
function toLinear(colors: Uint8Array): Float32Array {
  const color = new three.Color();
  const light = Float32Array.from({ length: 256 }, (_, byte) => color.setScalar(byte / 255).convertSRGBToLinear().r);
  return Float32Array.from(colors, (byte, k) => (k % 4 === 3 ? byte / 255 : light[byte]));
}

function createMaterial(
  drawn: DrawnMaterial,
  { uvs, colors }: DrawnPaint,
  uniforms: BodyUniforms,
  images: SceneImages,
): Painted {
  const [r, g, b, a] = drawn.color;
  const common = {
    color: new three.Color().setRGB(r, g, b, three.SRGBColorSpace),
    vertexColors: colors !== null,
    side: three.DoubleSide,
    opacity: drawn.alpha === 'opaque' ? 1 : a,
    transparent: drawn.alpha === 'blend',
    depthWrite: drawn.alpha !== 'blend',
    alphaTest: drawn.alpha === 'mask' ? drawn.cutoff : 0,
  };
  const { metalness, roughness, emissive } = drawn;
  const shining = { metalness, roughness, emissive: new three.Color(...emissive) };
  const material = drawn.isUnlit
    ? new three.MeshBasicMaterial(common)
    : new three.MeshStandardMaterial({ ...common, ...shining });
  if (uvs) hang(material, drawn, images);
  return deforming(material, uniforms, 'corners', !drawn.isDoubleSided);
}

/** Hangs the images into a material as they come. */
function hang(material: Painted, drawn: DrawnMaterial, images: SceneImages): void {
  const put = (image: number, isColor: boolean, into: (texture: three.Texture) => void): void => {
    images.use(image, drawn.wrap, isColor, texture => {
      into(texture);
      material.needsUpdate = true;
    });
  };
  put(drawn.image, true, texture => {
    material.map = texture;
  });
  if (material instanceof three.MeshBasicMaterial) return;
  put(drawn.metalRoughImage, false, texture => {
    material.roughnessMap = material.metalnessMap = texture;
  });
  put(drawn.emissiveImage, true, texture => {
    material.emissiveMap = texture;
  });
  put(drawn.normalImage, false, texture => {
    material.normalMap = texture;
    material.normalScale.setScalar(drawn.normalScale);
  });
}
