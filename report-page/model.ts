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
import { type Body, type Motion, poseBodies, spread, unpackBody, unpackMotion, vertexAt } from './body.ts';
import { createLook, disposeTextures, type Look, loadTextures, type Textures } from './looks.ts';
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
  parts: Part[];
  /** The images of materials, which come a moment later. */
  textures: Textures;
}

/** A body as it is drawn. */
interface Part {
  geometry: BufferGeometry;
  texture: DataTexture;
  /** One for each group of triangles. */
  materials: RawShaderMaterial[];
  ghost: RawShaderMaterial;
}

/** `onLoaded` is called when images have come in. */
export function createModel(
  scene: PageScene,
  { stops, clay }: Pick<PageData, 'stops' | 'clay'>,
  onLoaded: () => void,
): Model {
  const group = new Group();
  const bodies = scene.bodies.map(unpackBody);
  const colors = stops.map(stop => asShown(stop));
  const looks = scene.materials.map(createLook);
  const parts = bodies.map((body, b) => {
    const own = asShown(clay).lerp(asShown(b % 2 === 0 ? '#d8d2c8' : '#a9b6c6'), b === 0 ? 0 : 0.8);
    const groups = scene.bodies[b].groups;
    const part = createPart(
      body,
      groups.map(([material]) => looks[material] ?? createLook(null)),
      own,
      colors,
    );
    let first = 0;
    groups.forEach(([, triangles], g) => {
      part.geometry.addGroup(first, 3 * triangles, g);
      first += 3 * triangles;
    });
    for (const kind of [part.materials, part.ghost]) {
      const mesh = new Mesh(part.geometry, kind);
      mesh.frustumCulled = false; // its box is that of the rest pose
      group.add(mesh);
    }
    return part;
  });
  const heat = {
    vertices: new Uint32Array(unpack(scene.heat.vertices)),
    depths: new Uint32Array(unpack(scene.heat.depths)),
  };
  const textures = loadTextures(scene, looks, onLoaded);
  return { group, bodies, motions: scene.motions.map(() => null), scene, heat, parts, textures };
}

function createPart(body: Body, looks: readonly Look[], clay: Color, stops: readonly Color[]): Part {
  const { matrices, jointCount, joints, drawn } = body;
  const texture = new DataTexture(matrices as Float32Array<ArrayBuffer>, 3, jointCount, RGBAFormat, FloatType);
  const defines: Record<string, number> = { SETS: joints.length, STOPS: stops.length };
  if (drawn.uvs) defines.UVS = 1;
  if (drawn.colors) defines.TONES = 1;
  const create = (look: Look, isGhost: boolean): RawShaderMaterial =>
    new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: DoubleSide,
      defines,
      uniforms: {
        joints: { value: texture },
        clay: { value: clay },
        stops: { value: stops },
        isGhost: { value: isGhost },
        ...look,
      },
      ...(isGhost ? { transparent: true, depthWrite: false, depthFunc: GreaterDepth } : {}),
    });
  return {
    geometry: createGeometry(body),
    texture,
    materials: looks.map(look => create(look, false)),
    ghost: create(createLook(null), true),
  };
}

/** Shows bodies as the file has them, or of clay. */
export function dressModel({ parts, scene }: Model, showsLooks: boolean): void {
  const isDressed = showsLooks && scene.materials.length > 0;
  for (const { materials } of parts) for (const { uniforms } of materials) uniforms.showsLooks.value = isDressed;
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
  const { drawn } = body;
  const geometry = new BufferGeometry();
  const add = (name: string, numbers: Float32Array, size: number): void => {
    const list = new Float32Array(size * drawn.count);
    spread(drawn, numbers, size, list);
    geometry.setAttribute(name, new BufferAttribute(list, size));
  };
  geometry.setIndex(new BufferAttribute(drawn.corners, 1));
  add('position', body.displaced, 3);
  add('normal', body.normals, 3);
  add('heat', new Float32Array(body.vertices), 1);
  body.joints.forEach((set, s) => {
    add(`joints${'AB'[s]}`, set, 4);
    add(`weights${'AB'[s]}`, body.weights[s], 4);
  });
  if (drawn.uvs) geometry.setAttribute('uv', new BufferAttribute(drawn.uvs, 2));
  if (drawn.colors) geometry.setAttribute('tone', new BufferAttribute(drawn.colors, 4, true));
  return geometry;
}

/** Gives the graphics card new numbers of vertices. */
function update({ geometry }: Part, { drawn }: Body, name: string, numbers: Float32Array, size: number): void {
  const attribute = geometry.getAttribute(name) as BufferAttribute;
  spread(drawn, numbers, size, attribute.array as Float32Array);
  attribute.needsUpdate = true;
}

export function poseModel(model: Model, motion: number, time: number): void {
  model.motions[motion] ??= unpackMotion(model.scene.motions[motion]);
  poseBodies(model.bodies, model.motions[motion], time);
  model.parts.forEach((part, b) => {
    part.texture.needsUpdate = true;
    const body = model.bodies[b];
    if (body.targets.length > 0) update(part, body, 'position', body.displaced, 3);
  });
}

/** Paints the depths of some findings, each vertex by its greatest; returns the greatest of all, in units of the model. */
export function paintModel({ bodies, parts, scene, heat }: Model, findings: readonly number[]): number {
  const starts = [0];
  for (const { vertices } of bodies) starts.push(starts[starts.length - 1] + vertices);
  const lists = bodies.map(({ vertices }) => new Float32Array(vertices));
  let most = 1;
  for (const finding of findings) {
    for (let k = scene.heat.starts[finding]; k < scene.heat.starts[finding + 1]; k++)
      most = Math.max(most, heat.depths[k]);
  }
  for (const finding of findings) {
    for (let k = scene.heat.starts[finding]; k < scene.heat.starts[finding + 1]; k++) {
      const v = heat.vertices[k];
      const b = starts.findIndex((_, i) => v < starts[i + 1]);
      lists[b][v - starts[b]] = Math.max(lists[b][v - starts[b]], heat.depths[k] / most);
    }
  }
  parts.forEach((part, b) => {
    update(part, bodies[b], 'heat', lists[b], 1);
  });
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

export function disposeModel({ parts, group, textures }: Model): void {
  group.removeFromParent();
  for (const { geometry, texture, materials, ghost } of parts) {
    for (const thing of [geometry, texture, ...materials, ghost]) thing.dispose();
  }
  disposeTextures(textures);
}
