import * as three from 'three';
import type { DrawnVolumes } from './protocol.ts';

/** Volumes as glass: their rims (spheres) or edges (boxes) are seen, their insides hardly. */
export interface VolumeLayer {
  object: three.Group;
  show(volumes: DrawnVolumes[]): void;
  dispose(): void;
}

export const FRESH_COLOR = 0xf28a1c;
export const UNTOUCHED_COLOR = 0x5b8fd6;

const vertexShader = /* glsl */ `
attribute vec3 low;
attribute vec3 size;
attribute float isFresh;
varying vec3 vNormal;
varying vec3 vView;
varying vec3 vCorner;
varying float vFresh;
void main() {
  vec4 view = viewMatrix * vec4(low + size * (0.5 + 0.5 * position), 1.0);
  vNormal = normalMatrix * position;
  vView = view.xyz;
  vCorner = position;
  vFresh = isFresh;
  gl_Position = projectionMatrix * view;
}`;

const fragmentShader = /* glsl */ `
uniform vec3 freshColor;
uniform vec3 untouchedColor;
uniform bool isBox;
uniform float freshStrength;
uniform float untouchedStrength;
varying vec3 vNormal;
varying vec3 vView;
varying vec3 vCorner;
varying float vFresh;
void main() {
  float edge;
  if (isBox) {
    // on a face one coordinate is 1; the larger of the other two tells how near the nearest edge is
    vec3 a = abs(vCorner);
    float middle = max(min(a.x, a.y), min(max(a.x, a.y), a.z));
    edge = smoothstep(1.0 - 2.5 * fwidth(middle), 1.0 - 0.8 * fwidth(middle), middle);
  } else {
    float facing = abs(dot(normalize(vNormal), normalize(vView)));
    edge = pow(1.0 - facing, 2.5);
  }
  gl_FragColor = vFresh > 0.5
    ? vec4(freshColor, freshStrength * mix(0.14, 0.9, edge))
    : vec4(untouchedColor, untouchedStrength * mix(0.025, 0.4, edge));
  #include <colorspace_fragment>
}`;

export function createVolumeLayer(): VolumeLayer {
  const object = new three.Group();
  const layers = {
    sphere: createInstances(new three.IcosahedronGeometry(1, 4), false),
    box: createInstances(new three.BoxGeometry(2, 2, 2), true),
  };
  object.add(layers.sphere.mesh, layers.box.mesh);
  return {
    object,
    show(volumes) {
      for (const shape of ['sphere', 'box'] as const) {
        layers[shape].write(volumes.filter(each => each.shape === shape));
      }
    },
    dispose() {
      for (const { mesh } of Object.values(layers)) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
    },
  };
}

function createInstances(shape: three.BufferGeometry, isBox: boolean) {
  const geometry = new three.InstancedBufferGeometry();
  geometry.setIndex(shape.getIndex());
  geometry.setAttribute('position', shape.getAttribute('position'));
  const material = new three.ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: {
      freshColor: { value: new three.Color(FRESH_COLOR) },
      untouchedColor: { value: new three.Color(UNTOUCHED_COLOR) },
      isBox: { value: isBox },
      freshStrength: { value: 1 },
      untouchedStrength: { value: 1 },
    },
    transparent: true,
    depthWrite: false,
    side: isBox ? three.DoubleSide : three.FrontSide,
  });
  const mesh = new three.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 5;
  mesh.visible = false;
  let room = 0;

  const write = (volumes: DrawnVolumes[]): void => {
    const count = volumes.reduce((sum, { isFresh }) => sum + isFresh.length, 0);
    mesh.visible = count > 0;
    if (count > room) {
      room = 2 ** Math.ceil(Math.log2(count));
      geometry.dispose();
      geometry.setAttribute('low', new three.InstancedBufferAttribute(new Float32Array(3 * room), 3));
      geometry.setAttribute('size', new three.InstancedBufferAttribute(new Float32Array(3 * room), 3));
      geometry.setAttribute('isFresh', new three.InstancedBufferAttribute(new Float32Array(room), 1));
    }
    if (count === 0) return;
    const [low, size, fresh] = ['low', 'size', 'isFresh'].map(name => geometry.getAttribute(name));
    let at = 0;
    for (const { data, isFresh, shape } of volumes) {
      for (let k = 0; k < isFresh.length; k++, at++) {
        for (let axis = 0; axis < 3; axis++) {
          const [from, to] =
            shape === 'sphere'
              ? [data[4 * k + axis] - data[4 * k + 3], data[4 * k + axis] + data[4 * k + 3]]
              : [data[6 * k + axis], data[6 * k + 3 + axis]];
          low.array[3 * at + axis] = from;
          size.array[3 * at + axis] = to - from;
        }
        fresh.array[at] = isFresh[k];
      }
    }
    geometry.instanceCount = count;
    const freshCount = volumes.reduce((sum, { isFresh }) => sum + isFresh.reduce((a, b) => a + b, 0), 0);
    material.uniforms.freshStrength.value = strengthOf(freshCount);
    material.uniforms.untouchedStrength.value = strengthOf(count - freshCount);
    for (const attribute of [low, size, fresh]) (attribute as three.InstancedBufferAttribute).needsUpdate = true;
  };
  return { mesh, write };
}

/** The more there are, the fainter each: thousands over one another must not hide the body. */
function strengthOf(count: number): number {
  return Math.max(0.3, Math.min(1, 4 / Math.log2(count + 16)));
}
