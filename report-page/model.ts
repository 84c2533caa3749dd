import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DataTexture,
  DoubleSide,
  FloatType,
  GLSL3,
  GreaterDepth,
  Group,
  Mesh,
  RawShaderMaterial,
  RGBAFormat,
} from 'three';
import type { PageData, PageScene } from '../cli/reports/page-data.ts';
import { type Body, type Motion, poseBodies, unpackBody, unpackMotion, vertexAt } from './body.ts';
import { FRAGMENT, VERTEX } from './shaders.ts';
import { unpack } from './unpack.ts';

/** An asset as it is drawn. */
export interface Model {
  group: Group;
  bodies: Body[];
  /** Unpacked when first shown. */
  motions: (Motion | null)[];
  scene: PageScene;
  heat: { vertices: Uint32Array; depths: Uint32Array };
  parts: { geometry: BufferGeometry; texture: DataTexture; material: RawShaderMaterial; ghost: RawShaderMaterial }[];
}

export function createModel(scene: PageScene, { stops, clay }: Pick<PageData, 'stops' | 'clay'>): Model {
  const group = new Group();
  const bodies = scene.bodies.map(unpackBody);
  const colors = stops.map(stop => asShown(stop));
  const parts = bodies.map((body, b) => {
    const geometry = createGeometry(body);
    const texture = new DataTexture(
      body.matrices as Float32Array<ArrayBuffer>,
      3,
      body.jointCount,
      RGBAFormat,
      FloatType,
    );
    const uniforms = {
      joints: { value: texture },
      clay: { value: asShown(clay).lerp(asShown(b % 2 === 0 ? '#d8d2c8' : '#a9b6c6'), b === 0 ? 0 : 0.8) },
      stops: { value: colors },
    };
    const shared = {
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: DoubleSide,
      defines: { SETS: body.joints.length, STOPS: colors.length },
    };
    const material = new RawShaderMaterial({ ...shared, uniforms: { ...uniforms, isGhost: { value: false } } });
    const ghost = new RawShaderMaterial({
      ...shared,
      uniforms: { ...uniforms, isGhost: { value: true } },
      transparent: true,
      depthWrite: false,
      depthFunc: GreaterDepth,
    });
    for (const kind of [material, ghost]) {
      const mesh = new Mesh(geometry, kind);
      mesh.frustumCulled = false; // its box is that of the rest pose
      group.add(mesh);
    }
    return { geometry, texture, material, ghost };
  });
  const heat = {
    vertices: new Uint32Array(unpack(scene.heat.vertices)),
    depths: new Uint32Array(unpack(scene.heat.depths)),
  };
  return { group, bodies, motions: scene.motions.map(() => null), scene, heat, parts };
}

/** The numbers of a colour as they are: shaders here compute in what the screen shows. */
function asShown(hex: string): Color {
  const [r, g, b] = [1, 3, 5].map(o => Number.parseInt(hex.slice(o, o + 2), 16) / 255);
  const color = new Color();
  color.r = r;
  color.g = g;
  color.b = b;
  return color;
}

function createGeometry(body: Body): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(body.triangles, 1));
  geometry.setAttribute('position', new BufferAttribute(body.displaced, 3));
  geometry.setAttribute('normal', new BufferAttribute(body.normals, 3));
  geometry.setAttribute('heat', new BufferAttribute(new Float32Array(body.vertices), 1));
  body.joints.forEach((set, s) => {
    geometry.setAttribute(`joints${'AB'[s]}`, new BufferAttribute(set, 4));
    geometry.setAttribute(`weights${'AB'[s]}`, new BufferAttribute(body.weights[s], 4));
  });
  return geometry;
}

export function poseModel(model: Model, motion: number, time: number): void {
  model.motions[motion] ??= unpackMotion(model.scene.motions[motion]);
  poseBodies(model.bodies, model.motions[motion], time);
  model.parts.forEach(({ texture, geometry }, b) => {
    texture.needsUpdate = true;
    if (model.bodies[b].targets.length > 0) geometry.getAttribute('position').needsUpdate = true;
  });
}

/** Paints the depths of some findings, each vertex by its greatest; returns the greatest of all, in units of the model. */
export function paintModel({ bodies, parts, scene, heat }: Model, findings: readonly number[]): number {
  const starts = [0];
  for (const { vertices } of bodies) starts.push(starts[starts.length - 1] + vertices);
  const lists = parts.map(({ geometry }) => geometry.getAttribute('heat') as BufferAttribute);
  for (const list of lists) {
    (list.array as Float32Array).fill(0);
    list.needsUpdate = true;
  }
  let most = 1;
  for (const finding of findings) {
    for (let k = scene.heat.starts[finding]; k < scene.heat.starts[finding + 1]; k++)
      most = Math.max(most, heat.depths[k]);
  }
  for (const finding of findings) {
    for (let k = scene.heat.starts[finding]; k < scene.heat.starts[finding + 1]; k++) {
      const v = heat.vertices[k];
      const b = starts.findIndex((_, i) => v < starts[i + 1]);
      const array = lists[b].array as Float32Array;
      array[v - starts[b]] = Math.max(array[v - starts[b]], heat.depths[k] / most);
    }
  }
  return (most / 65535) * scene.heat.most;
}

/** The box of the model in its pose, of some thousand vertices. */
export function boundModel({ bodies }: Model): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const total = bodies.reduce((sum, { vertices }) => sum + vertices, 0);
  const step = Math.max(1, Math.floor(total / 3000));
  const at = new Float32Array(3);
  for (const body of bodies) {
    for (let v = 0; v < body.vertices; v += step) {
      vertexAt(body, v, at);
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis], at[axis]);
        high[axis] = Math.max(high[axis], at[axis]);
      }
    }
  }
  return { low, high };
}

export function disposeModel({ parts, group }: Model): void {
  group.removeFromParent();
  for (const { geometry, texture, material, ghost } of parts) {
    for (const thing of [geometry, texture, material, ghost]) thing.dispose();
  }
}
