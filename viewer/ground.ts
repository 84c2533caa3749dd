import * as three from 'three';
import type { Bounds } from './protocol.ts';

/** A grid that fades out, and the shadows that fall on it. */
export interface Ground {
  object: three.Group;
  /** Puts it under a box; its lines are a round number of units apart. */
  place(bounds: Bounds, radius: number): void;
  setDark(isDark: boolean): void;
}

/** Of a plane whose fragments are told something about their place in the `world`. */
export function vertexShaderOf(declared: string, told: string): string {
  return /* glsl */ `
${declared}
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  ${told}
  gl_Position = projectionMatrix * viewMatrix * world;
}`;
}

const fragmentShader = /* glsl */ `
uniform vec3 color;
uniform vec2 middle;
uniform float spacing;
uniform float extent;
varying vec2 vPlane;
float lines(float distanceApart) {
  vec2 at = vPlane / distanceApart;
  vec2 width = fwidth(at);
  vec2 near = 1.0 - smoothstep(vec2(0.0), 1.5 * width, abs(fract(at - 0.5) - 0.5));
  return max(near.x, near.y) * (1.0 - smoothstep(0.2, 0.7, max(width.x, width.y)));
}
void main() {
  float fade = 1.0 - smoothstep(0.2, 1.0, length(vPlane - middle) / extent);
  gl_FragColor = vec4(color, fade * max(0.22 * lines(spacing), 0.4 * lines(5.0 * spacing)));
  #include <colorspace_fragment>
}`;

export function createGround(): Ground {
  const plane = new three.PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
  const lines = new three.ShaderMaterial({
    vertexShader: vertexShaderOf('varying vec2 vPlane;', 'vPlane = world.xz;'),
    fragmentShader,
    uniforms: {
      color: { value: new three.Color() },
      middle: { value: new three.Vector2() },
      spacing: { value: 1 },
      extent: { value: 1 },
    },
    transparent: true,
    depthWrite: false,
    side: three.DoubleSide,
  });
  const shade = new three.ShadowMaterial({ opacity: 0.16, depthWrite: false });
  const grid = new three.Mesh(plane, lines);
  const shadow = new three.Mesh(plane, shade);
  shadow.receiveShadow = true;
  grid.renderOrder = -2;
  shadow.renderOrder = -1;
  const object = new three.Group();
  object.add(grid, shadow);
  return {
    object,
    place([lowX, lowY, lowZ, highX, , highZ], radius) {
      object.position.set(0.5 * (lowX + highX), lowY - 1e-3 * radius, 0.5 * (lowZ + highZ));
      object.scale.setScalar(12 * radius);
      const { uniforms } = lines;
      uniforms.middle.value.set(object.position.x, object.position.z);
      uniforms.extent.value = 6 * radius;
      uniforms.spacing.value = 10 ** Math.round(Math.log10(radius / 2.5));
    },
    setDark(isDark) {
      lines.uniforms.color.value.set(isDark ? 0x9fb0c6 : 0x5a6a80);
      shade.opacity = isDark ? 0.4 : 0.16;
    },
  };
}
