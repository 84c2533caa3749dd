import * as three from 'three';
import type { BodyUniforms } from './body-textures.ts';
import { deforming } from './deforming-material.ts';
import type { DrawnBody } from './protocol.ts';

/** Vertices of a body as dots. */
export interface VertexLayer {
  object: three.Points;
  /** Indices of vertices; of instances, instance x vertices + vertex. */
  show(vertices: ArrayLike<number>): void;
  /** Of a crowd as many as can be drawn, spread over all. */
  showAll(): void;
  dispose(): void;
}

const MOST_DOTS = 300_000;

export function createVertexLayer(body: DrawnBody, uniforms: BodyUniforms, color: number): VertexLayer {
  const perInstance = body.positions.length / 3;
  const geometry = new three.BufferGeometry();
  const material = deforming(
    new three.PointsMaterial({ color, size: 2.5, sizeAttenuation: false, depthTest: false }),
    uniforms,
    'corners',
  );
  const object = new three.Points(geometry, material);
  object.frustumCulled = false;
  object.renderOrder = 1;
  object.visible = false;
  let isAll = false;
  const show = (count: number, vertexAt: (k: number) => number): void => {
    const held = geometry.getAttribute('position') as three.BufferAttribute | undefined;
    if (!held || held.count < count) {
      geometry.dispose();
      geometry.setAttribute('position', new three.BufferAttribute(new Float32Array(3 * Math.max(count, 64)), 3));
    }
    const places = geometry.getAttribute('position') as three.BufferAttribute;
    for (let k = 0; k < count; k++) {
      const vertex = vertexAt(k);
      places.setXYZ(k, vertex % perInstance, Math.floor(vertex / perInstance), 0);
    }
    places.needsUpdate = true;
    geometry.setDrawRange(0, count);
  };
  show(0, () => 0);
  return {
    object,
    show(vertices) {
      isAll = false;
      show(vertices.length, k => vertices[k]);
    },
    showAll() {
      if (isAll) return;
      isAll = true;
      const every = Math.ceil((perInstance * body.instances) / MOST_DOTS);
      show(Math.floor((perInstance * body.instances) / every), k => k * every);
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
