import * as three from 'three';
import type { BodyUniforms } from './body-textures.ts';
import { deforming } from './deforming-material.ts';
import { vertexShaderOf } from './ground.ts';
import type { Bounds } from './protocol.ts';

/** The ground is darker where a body is near it, as little light comes there from any side. */
export interface ContactShadow {
  object: three.Mesh;
  /** Looks up from the ground. Before each picture; leaves the renderer as it was. */
  draw(renderer: three.WebGLRenderer, scene: three.Scene): void;
  /** Puts it under a box. */
  place(bounds: Bounds, radius: number): void;
  setDark(isDark: boolean): void;
}

/** What is in this layer is seen from below only. */
const LAYER = 1;
const SIZE = 512;
/** Above this share of the radius of a scene a body does not darken the ground. */
const HEIGHT = 0.3;

/** Smaller pictures of a picture are blurred ones: a ring of eight such, and one in the middle, are soft enough. */
const fragmentShader = /* glsl */ `
uniform sampler2D nearness;
uniform float strength;
varying vec2 vAt;
void main() {
  float sum = 2.0 * textureLod(nearness, vAt, 2.0).r;
  for (int k = 0; k < 8; k++) {
    float angle = 0.7853982 * float(k);
    sum += textureLod(nearness, vAt + 0.012 * vec2(cos(angle), sin(angle)), 3.0).r;
  }
  gl_FragColor = vec4(0.0, 0.0, 0.0, strength * 0.1 * sum);
}`;

/** All of a body as it is seen from below: the lighter, the nearer to the ground. */
export function createUnderside(geometry: three.BufferGeometry, uniforms: BodyUniforms): three.Mesh {
  const material = deforming(new three.MeshDepthMaterial({ side: three.DoubleSide }), uniforms, 'mesh');
  const mesh = new three.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.layers.set(LAYER);
  return mesh;
}

export function createContactShadow(): ContactShadow {
  const target = new three.WebGLRenderTarget(SIZE, SIZE, {
    generateMipmaps: true,
    minFilter: three.LinearMipmapLinearFilter,
  });
  const camera = new three.OrthographicCamera(-1, 1, 1, -1, 0, 1);
  camera.layers.set(LAYER);
  camera.up.set(0, 0, 1);
  const fromBelow = new three.Matrix4();
  const shade = new three.ShaderMaterial({
    vertexShader: vertexShaderOf(
      'uniform mat4 fromBelow; varying vec2 vAt;',
      'vAt = 0.5 + 0.5 * (fromBelow * world).xy;',
    ),
    fragmentShader,
    uniforms: { nearness: { value: target.texture }, fromBelow: { value: fromBelow }, strength: { value: 0 } },
    transparent: true,
    depthWrite: false,
  });
  const object = new three.Mesh(new three.PlaneGeometry(2, 2).rotateX(-Math.PI / 2), shade);
  object.renderOrder = -1;
  return {
    object,
    draw(renderer, scene) {
      const { background } = scene;
      scene.background = null; // nothing is near
      renderer.shadowMap.autoUpdate = false;
      renderer.setRenderTarget(target);
      renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      renderer.shadowMap.autoUpdate = true;
      scene.background = background;
    },
    place([lowX, lowY, lowZ, highX, , highZ], radius) {
      const side = 1.5 * radius;
      object.position.set(0.5 * (lowX + highX), lowY - 1e-3 * radius, 0.5 * (lowZ + highZ));
      object.scale.setScalar(side);
      Object.assign(camera, { left: -side, right: side, top: side, bottom: -side, far: HEIGHT * radius });
      camera.position.copy(object.position);
      camera.lookAt(object.position.clone().add(new three.Vector3(0, 1, 0)));
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      fromBelow.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    },
    setDark(isDark) {
      shade.uniforms.strength.value = isDark ? 0.75 : 0.55;
    },
  };
}
