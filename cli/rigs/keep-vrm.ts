import { findJson, includesText, parseJson } from '../subjects/container-json.ts';
import { fieldsOf, listOf } from './vrm-bones.ts';

type Fields = Record<string, unknown>;

/** Extensions of the whole file that say nothing of looks. */
const KEPT = ['VRMC_vrm', 'VRMC_springBone', 'VRM'];
const OF_NODES = 'VRMC_node_constraint';

/**
 * A .glb that `writeGltf` has made of a .vrm, with the extensions that make it one: a person, expressions, spring bones, constraints. Nodes
 * have kept their numbers; meshes and materials have others now, by which they are named again. Materials are what `writeGltf` makes
 * them, so what refers to images, and MToon, is left out. Returns other files as they are.
 */
export function keepVrm(glb: Uint8Array, original: Uint8Array): Uint8Array {
  if (!includesText(findJson(original), '"VRM')) return glb;
  const from = fieldsOf(parseJson(original));
  const known = fieldsOf(from.extensions);
  const names = KEPT.filter(name => known[name] !== undefined);
  if (names.length === 0) return glb;
  const json = fieldsOf(parseJson(glb));
  const numbers = { meshes: renumberMeshes(from, json), materials: renumberMaterials(from, json) };
  json.extensions = Object.fromEntries(
    names.map(name => [name, name === 'VRM' ? mendZero(known[name], numbers) : mendOne(known[name], numbers)]),
  );
  const nodes = listOf(json.nodes);
  for (const [n, node] of listOf(from.nodes).entries()) {
    const constraint = fieldsOf(fieldsOf(node).extensions)[OF_NODES];
    if (constraint === undefined || !nodes[n]) continue;
    fieldsOf(nodes[n]).extensions = { [OF_NODES]: constraint };
    if (!names.includes(OF_NODES)) names.push(OF_NODES);
  }
  json.extensionsUsed = names;
  return replaceJson(glb, json);
}

interface Numbers {
  meshes: ReadonlyMap<unknown, number>;
  materials: ReadonlyMap<unknown, number>;
}

/** A mesh is now the one that the same node shows. */
function renumberMeshes(from: Fields, to: Fields): Map<unknown, number> {
  const nodes = listOf(to.nodes).map(fieldsOf);
  const pairs = listOf(from.nodes).flatMap((node, n): [unknown, number][] => {
    const { mesh } = fieldsOf(node);
    const now = nodes[n]?.mesh;
    return mesh !== undefined && typeof now === 'number' ? [[mesh, now]] : [];
  });
  return new Map(pairs);
}

/** A material is now the one of the same name. */
function renumberMaterials(from: Fields, to: Fields): Map<unknown, number> {
  const names = listOf(to.materials).map(material => fieldsOf(material).name);
  const pairs = listOf(from.materials).map((material, m): [unknown, number] => [
    m,
    names.indexOf(fieldsOf(material).name),
  ]);
  return new Map(pairs.filter(([, now]) => now >= 0));
}

/** VRMC_vrm: expressions name materials, the thumbnail is an image. VRMC_springBone names nodes only. */
function mendOne(value: unknown, { materials }: Numbers): unknown {
  const { meta, expressions, ...rest } = structuredClone(fieldsOf(value));
  const { thumbnailImage: _, ...kept } = fieldsOf(meta);
  for (const records of Object.values(fieldsOf(expressions))) {
    for (const expression of Object.values(fieldsOf(records))) {
      const fields = fieldsOf(expression);
      for (const key of ['materialColorBinds', 'textureTransformBinds']) {
        if (fields[key] !== undefined) fields[key] = renumber(fields[key], 'material', materials);
      }
    }
  }
  return { ...rest, ...(meta !== undefined && { meta: kept }), ...(expressions !== undefined && { expressions }) };
}

/** VRM: groups and annotations name meshes; materials and the thumbnail are made of images. */
function mendZero(value: unknown, { meshes }: Numbers): unknown {
  const { meta, materialProperties: _, ...rest } = structuredClone(fieldsOf(value));
  const { texture: __, ...kept } = fieldsOf(meta);
  for (const group of listOf(fieldsOf(rest.blendShapeMaster).blendShapeGroups)) {
    const fields = fieldsOf(group);
    if (fields.binds !== undefined) fields.binds = renumber(fields.binds, 'mesh', meshes);
  }
  const first = fieldsOf(rest.firstPerson);
  if (first.meshAnnotations !== undefined) first.meshAnnotations = renumber(first.meshAnnotations, 'mesh', meshes);
  return { ...rest, ...(meta !== undefined && { meta: kept }) };
}

/** Entries with the numbers of now; without those that name what is no longer there. */
function renumber(list: unknown, key: string, numbers: ReadonlyMap<unknown, number>): unknown[] {
  return listOf(list).flatMap(entry => {
    const now = numbers.get(fieldsOf(entry)[key]);
    return now === undefined ? [] : [{ ...fieldsOf(entry), [key]: now }];
  });
}

/** A .glb with other JSON; what comes after it stays. */
function replaceJson(glb: Uint8Array, json: Fields): Uint8Array {
  const words = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const rest = glb.subarray(20 + words.getUint32(12, true));
  const text = new TextEncoder().encode(JSON.stringify(json));
  const length = 4 * Math.ceil(text.length / 4);
  const out = new Uint8Array(20 + length + rest.length).fill(0x20, 20, 20 + length);
  out.set(glb.subarray(0, 20));
  out.set(text, 20);
  out.set(rest, 20 + length);
  const view = new DataView(out.buffer);
  view.setUint32(8, out.length, true);
  view.setUint32(12, length, true);
  return out;
}
