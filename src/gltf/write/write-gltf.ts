import { type DeformerSource, skinningOf } from '../../deform/deformer.ts';
import { type Mesh, vertexCount } from '../../mesh/mesh.ts';
import type { Skin } from '../../mesh/skin.ts';
import type { GltfAsset, GltfBody, GltfClip, GltfNodes } from '../asset.ts';
import type { AnimationJson, ChannelJson, NodeJson, PrimitiveJson } from './gltf-json.ts';
import { createGlbWriter, type GlbWriter, INDICES, packGlb, VERTICES, writeArray } from './pack-glb.ts';

/** Red, green and blue, linear, from 0 to 1, for each vertex of a body's mesh; null: it has no colours. */
export type VertexColors = Float32Array | Float64Array | null;

/**
 * Writes an asset as a .glb that still plays: nodes, bodies, skins, morph targets and clips, and a colour for each vertex
 * (COLOR_0) of the bodies for which `colors` has some: a map of how often, or how deep, something touches. Materials keep
 * their names and are otherwise matt and white, so that colours show as they are. Arrays become float32.
 * @example
 * {@includeCode ../../../examples/api/gltf.ts#write}
 */
export function writeGltf(asset: GltfAsset, colors?: readonly VertexColors[]): Uint8Array {
  if (colors) checkColors(asset, colors);
  const copyright = asset.copyright ? { copyright: asset.copyright } : {};
  const writer = createGlbWriter({ version: '2.0', generator: 'poseclash', ...copyright });
  writeNodes(writer, asset.nodes);
  const meshes: MeshNumbers = new Map();
  const skins = new Map<Float64Array, number>();
  const carriers = asset.bodies.map((body, b) => {
    const carrier = chooseCarrier(writer, body);
    const node = writer.json.nodes[carrier];
    node.mesh = writeMesh(writer, body, colors?.[b] ?? null, meshes);
    if (body.restWeights.length > 0) node.weights = [...body.restWeights];
    if (isSkinned(body)) node.skin = writeSkin(writer, body, skins);
    return carrier;
  });
  const animations = asset.clips
    .filter(({ tracks }) => tracks.length > 0)
    .map(clip => writeClip(writer, clip, carriers));
  if (animations.length > 0) writer.json.animations = animations;
  return packGlb(writer);
}

function checkColors({ bodies }: GltfAsset, colors: readonly VertexColors[]): void {
  if (colors.length !== bodies.length) {
    throw new Error(
      `writeGltf: colours for ${colors.length} bodies; give an entry (or null) for each of ${bodies.length}.`,
    );
  }
  colors.forEach((list, b) => {
    if (!list) return;
    const vertices = vertexCount(bodies[b].mesh);
    if (list.length !== 3 * vertices) {
      throw new Error(
        `writeGltf: body ${b} has ${vertices} vertices and ${list.length} numbers of colour; give 3 for each.`,
      );
    }
    const wrong = list.findIndex(value => !(value >= 0 && value <= 1));
    if (wrong >= 0) {
      const vertex = Math.floor(wrong / 3);
      throw new Error(
        `writeGltf: a colour of vertex ${vertex} of body ${b} is ${list[wrong]}; colours go from 0 to 1.`,
      );
    }
  });
}

/** All nodes, with their numbers, in one scene. */
function writeNodes({ json }: GlbWriter, nodes: GltfNodes): void {
  nodes.names.forEach((name, n) => {
    const pose = nodes.hasMatrix[n]
      ? { matrix: toColumns(nodes.matrices, 12 * n) }
      : {
          translation: [...nodes.translations.subarray(3 * n, 3 * n + 3)],
          rotation: [...nodes.rotations.subarray(4 * n, 4 * n + 4)],
          scale: [...nodes.scales.subarray(3 * n, 3 * n + 3)],
        };
    json.nodes.push({ name, ...pose });
  });
  const roots: number[] = [];
  nodes.parents.forEach((parent, n) => {
    if (parent >= 0) addChild(json.nodes[parent], n);
    else roots.push(n);
  });
  if (roots.length === 0) return;
  json.scene = 0;
  json.scenes = [{ nodes: roots }];
}

function addChild(node: NodeJson, child: number): void {
  node.children ??= [];
  node.children.push(child);
}

function isSkinned({ source }: GltfBody): boolean {
  return skinningOf(source).kind !== 'rigid';
}

/** The node that carries the body: its own, or one below it for what stands apart from it or shares it. */
function chooseCarrier({ json }: GlbWriter, body: GltfBody): number {
  const isApart = !isSkinned(body) && body.bindMatrices.some((value, k) => value !== (k % 5 === 0 ? 1 : 0));
  if (!isApart && json.nodes[body.node].mesh === undefined) return body.node;
  const matrix = isApart ? { matrix: toColumns(body.bindMatrices, 0) } : {};
  const carrier = json.nodes.push({ name: body.name, ...matrix }) - 1;
  addChild(json.nodes[body.node], carrier);
  return carrier;
}

type MeshNumbers = Map<Mesh, Map<VertexColors, number>>;

/** A mesh with one primitive for each primitive of the body, all over the same vertices; shared by bodies of one colour. */
function writeMesh(writer: GlbWriter, body: GltfBody, colors: VertexColors, meshes: MeshNumbers): number {
  const byColors = meshes.get(body.mesh) ?? new Map<VertexColors, number>();
  meshes.set(body.mesh, byColors);
  const known = byColors.get(colors);
  if (known !== undefined) return known;
  const { positions, triangles } = body.mesh;
  const attributes: Record<string, number> = { POSITION: writeArray(writer, positions, 'VEC3', VERTICES) };
  const skinning = skinningOf(body.source);
  if (skinning.kind !== 'rigid') writeInfluences(writer, skinning.skin, vertexCount(body.mesh), attributes);
  if (colors) attributes.COLOR_0 = writeArray(writer, colors, 'VEC3', VERTICES);
  const targets = targetsOf(body.source).map(target => ({ POSITION: writeArray(writer, target, 'VEC3', VERTICES) }));
  const primitives: PrimitiveJson[] = [];
  body.materialNames.forEach((name, p) => {
    const list = triangles.filter((_, k) => body.primitiveOfTriangle[Math.floor(k / 3)] === p);
    if (list.length === 0) return;
    const indices = writeArray(writer, list, 'SCALAR', INDICES);
    const material = writeMaterial(writer, name);
    primitives.push({ attributes, indices, material, ...(targets.length > 0 && { targets }) });
  });
  const names = targets.length > 0 ? { extras: { targetNames: body.targetNames } } : {};
  const number = writer.json.meshes.push({ name: body.name, primitives, ...names }) - 1;
  byColors.set(colors, number);
  return number;
}

/** Joints and weights in sets of four: JOINTS_0, WEIGHTS_0, JOINTS_1 and so on. */
function writeInfluences(writer: GlbWriter, skin: Skin, vertices: number, attributes: Record<string, number>): void {
  const { influences, joints, weights } = skin;
  for (let set = 0; 4 * set < influences; set++) {
    const jointsOfSet = new Uint16Array(4 * vertices);
    const weightsOfSet = new Float32Array(4 * vertices);
    for (let k = 0; k < 4 * vertices; k++) {
      const influence = 4 * set + (k % 4);
      if (influence >= influences) continue;
      jointsOfSet[k] = joints[Math.floor(k / 4) * influences + influence];
      weightsOfSet[k] = weights[Math.floor(k / 4) * influences + influence];
    }
    attributes[`JOINTS_${set}`] = writeArray(writer, jointsOfSet, 'VEC4', VERTICES);
    attributes[`WEIGHTS_${set}`] = writeArray(writer, weightsOfSet, 'VEC4', VERTICES);
  }
}

function targetsOf(source: DeformerSource): readonly (Float64Array | Float32Array)[] {
  return source.kind === 'morph' || source.kind === 'chain' ? source.targets : [];
}

function writeMaterial({ json }: GlbWriter, name: string): number {
  const known = json.materials.findIndex(material => material.name === name);
  if (known >= 0) return known;
  const matt = { metallicFactor: 0, roughnessFactor: 1 };
  return json.materials.push({ name, doubleSided: true, pbrMetallicRoughness: matt }) - 1;
}

/** Bodies that share their bind matrices share the skin. */
function writeSkin(writer: GlbWriter, body: GltfBody, skins: Map<Float64Array, number>): number {
  const known = skins.get(body.bindMatrices);
  if (known !== undefined) return known;
  const matrices = new Float32Array(16 * body.joints.length);
  for (let j = 0; j < body.joints.length; j++) matrices.set(toColumns(body.bindMatrices, 12 * j), 16 * j);
  const inverseBindMatrices = writeArray(writer, matrices, 'MAT4');
  const number = writer.json.skins.push({ joints: [...body.joints], inverseBindMatrices }) - 1;
  skins.set(body.bindMatrices, number);
  return number;
}

function writeClip(writer: GlbWriter, { name, tracks }: GltfClip, carriers: readonly number[]): AnimationJson {
  const types = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;
  const channels: ChannelJson[] = [];
  const samplers = tracks.map(({ node, path, interpolation, times, values, bodies }, sampler) => {
    const nodes = path === 'weights' ? bodies.map(b => carriers[b]) : [node];
    for (const target of nodes) channels.push({ sampler, target: { node: target, path } });
    const input = writeArray(writer, times, 'SCALAR');
    return { input, output: writeArray(writer, values, types[path]), interpolation };
  });
  return { name, channels, samplers };
}

/** A 3x4 matrix by rows as a 4x4 matrix by columns. */
function toColumns(rows: Float64Array, o: number): number[] {
  const columns: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) columns.push(rows[o + 4 * row + column]);
    columns.push(column === 3 ? 1 : 0);
  }
  return columns;
}
