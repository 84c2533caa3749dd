import * as three from 'three';
import type { BodyUniforms } from './body-textures.ts';
import { deforming } from './deforming-material.ts';
import type { DrawnBody } from './protocol.ts';

/** Some triangles of a body, drawn again over it in colours of their own. */
export interface CornerLayer {
  object: three.Object3D;
  /** `triangles`: indices; of instances, instance x triangles + triangle. Colours: 0xrrggbb, one for all or one each. */
  show(triangles: ArrayLike<number>, colors: number | ((index: number) => number)): void;
  /** Also their corners as dots: few and small triangles would not be seen. */
  setDotted(isDotted: boolean): void;
  /** Also their edges, in white: on a body in colours of its own, theirs may not be seen. */
  setEdged(isEdged: boolean): void;
  dispose(): void;
}

export interface CornerLayerOptions {
  /** How much of them shines through what is in front; 0 for none. */
  glow: number;
  /** Layers of higher order are drawn over others. */
  order: number;
}

export function createCornerLayer(body: DrawnBody, uniforms: BodyUniforms, options: CornerLayerOptions): CornerLayer {
  const perInstance = body.triangles.length / 3;
  const geometry = new three.BufferGeometry();
  const solid = deforming(
    new three.MeshStandardMaterial({
      vertexColors: true,
      roughness: 0.7,
      side: three.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -options.order,
      polygonOffsetUnits: -4 * options.order,
    }),
    uniforms,
    'corners',
  );
  const glowing = deforming(
    new three.MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity: options.glow,
      side: three.DoubleSide,
      depthTest: false,
      depthWrite: false,
    }),
    uniforms,
    'corners',
  );
  const dotted = deforming(
    new three.PointsMaterial({ vertexColors: true, size: 4, sizeAttenuation: false, depthTest: false }),
    uniforms,
    'corners',
  );
  const dots = new three.Points(geometry, dotted);
  const edging = deforming(
    new three.MeshBasicMaterial({
      wireframe: true,
      transparent: true,
      opacity: 0.35,
      depthTest: false,
      depthWrite: false,
    }),
    uniforms,
    'corners',
  );
  const edges = new three.Mesh(geometry, edging);
  edges.visible = false;
  const object = new three.Group();
  object.add(new three.Mesh(geometry, solid), dots, edges);
  if (options.glow > 0) object.add(new three.Mesh(geometry, glowing));
  for (const child of object.children) {
    child.frustumCulled = false;
    child.renderOrder = options.order;
  }
  object.visible = false;
  dots.visible = false;
  let room = 0;

  return {
    object,
    show(triangles, colors) {
      object.visible = triangles.length > 0;
      if (!object.visible) return;
      if (triangles.length > room) {
        room = Math.max(256, 2 ** Math.ceil(Math.log2(triangles.length)));
        geometry.dispose();
        geometry.setAttribute('position', new three.BufferAttribute(new Float32Array(9 * room), 3));
        geometry.setAttribute('color', new three.BufferAttribute(new Float32Array(9 * room), 3));
      }
      const corners = geometry.getAttribute('position') as three.BufferAttribute;
      const shades = geometry.getAttribute('color') as three.BufferAttribute;
      const color = new three.Color();
      for (let k = 0; k < triangles.length; k++) {
        const instance = Math.floor(triangles[k] / perInstance);
        const triangle = triangles[k] % perInstance;
        color.setHex(typeof colors === 'number' ? colors : colors(k));
        for (let c = 0; c < 3; c++) {
          corners.setXYZ(3 * k + c, body.triangles[3 * triangle + c], instance, 0);
          shades.setXYZ(3 * k + c, color.r, color.g, color.b);
        }
      }
      corners.needsUpdate = true;
      shades.needsUpdate = true;
      geometry.setDrawRange(0, 3 * triangles.length);
    },
    setDotted(isDotted) {
      dots.visible = isDotted;
    },
    setEdged(isEdged) {
      edges.visible = isEdged;
    },
    dispose() {
      geometry.dispose();
      for (const material of [solid, glowing, dotted, edging]) material.dispose();
    },
  };
}
