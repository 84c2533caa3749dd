import type { AccessorTable } from '../../src/gltf/container/accessors.ts';
import { createAccessorTable, FLOAT, want } from '../../src/gltf/container/accessors.ts';
import { createBudget } from '../../src/gltf/container/budget.ts';
import { readBuffers } from '../../src/gltf/container/buffers.ts';
import { openContainer } from '../../src/gltf/container/container.ts';
import { readElements } from '../../src/gltf/container/elements.ts';
import { DRACO, PRIMITIVE_RESTART } from '../../src/gltf/container/extensions.ts';
import { countOf, indexOf, type JsonObject, objectOf, objectsOf, stringsOf } from '../../src/gltf/container/json.ts';
import type { DracoPrimitive } from '../../src/gltf/container/unpack-draco.ts';
import { readViews } from '../../src/gltf/container/views.ts';
import type { GltfAsset, GltfBody } from '../../src/gltf/index.ts';
import { listViews } from '../../src/gltf/read/read-gltf.ts';
import { TRIANGLES } from '../../src/gltf/read/triangles.ts';
import type { Image } from '../images/image.ts';
import { type AssetFile, bytesOfResource } from '../subjects/load-asset.ts';
import { sayError } from '../subjects/one-line.ts';
import { type BodyLooks, createPlainLooks, type Looks, type Material, type ReadLooksOptions } from './looks.ts';
import { readImage } from './read-image.ts';
import { type MaterialPlan, PLAIN_PLAN, readMaterial } from './read-material.ts';
import { type PrimitiveLooks, splitVertices } from './split-vertices.ts';

/**
 * Reads what the bodies of `asset`, which was read from the same file, look like. Never fails: what cannot be read is told in `notes`,
 * and drawn plainly. Cost: 5 ms for a character of ten thousand triangles, and for its images 40 ms a million pixels.
 */
export async function readLooks(file: AssetFile, asset: GltfAsset, options: ReadLooksOptions): Promise<Looks> {
  try {
    return await readAll(file, asset, options);
  } catch (error) {
    return createPlainLooks(asset.bodies, [`Colours are left out: ${sayError(error).replace(/^readGltf: /, '')}`]);
  }
}

async function readAll(file: AssetFile, asset: GltfAsset, options: ReadLooksOptions): Promise<Looks> {
  const { json, binary } = openContainer(file.bytes);
  const notes: string[] = [];
  const table = createAccessorTable(json);
  const draco: DracoPrimitive[] = [];
  const materials = new Map<number, MaterialPlan>();
  const hasImages = options.imageSize > 0;
  const plans = asset.bodies.map(body => planBody(json, body, table, draco, materials, hasImages, notes));

  const sources = [...new Set([...materials.values()].map(({ source }) => source))].filter(source => source >= 0);
  const images = objectsOf(json, 'images', '');
  const viewCount = objectsOf(json, 'bufferViews', '').length;
  const imageViews = sources.map(source => indexOf(images[source], 'bufferView', viewCount, `images[${source}]`));
  const wanted = listViews(table.wanted.values(), draco);
  for (const view of imageViews) if (view >= 0) wanted.add(view);
  const views = readViews(json, wanted);
  const buffers = await readBuffers(json, binary, views.values(), async uri => bytesOfResource(file, uri));
  const size = [...buffers.values()].reduce((sum, { length }) => sum + length, file.bytes.length);
  const arrays = await readElements(table, draco, views, buffers, createBudget(size));

  const decoded = new Map<number, Image>();
  for (const [k, source] of sources.entries()) {
    const view = imageViews[k] < 0 ? null : views.get(imageViews[k])!;
    const inside = view && buffers.get(view.buffer)!.subarray(view.offset, view.offset + view.length);
    const image = await readImage(inside, images[source].uri, `image ${source}`, options, notes);
    if (image) decoded.set(source, image);
  }
  const found = [...decoded.keys()];
  const numbers = [...materials.keys()];
  const restarts = stringsOf(json, 'extensionsUsed', '').includes(PRIMITIVE_RESTART);
  const known = new Map<GltfBody['vertices'], BodyLooks>();
  return {
    bodies: asset.bodies.map((body, b) => {
      const looks =
        known.get(body.vertices) ?? splitVertices(body, plans[b], numbers, materials, { table, arrays, restarts });
      known.set(body.vertices, looks);
      return looks;
    }),
    materials: [...materials.values()].map(plan => toMaterial(plan, found)),
    images: [...decoded.values()],
    notes: [...new Set(notes)],
  };
}

function toMaterial({ source, uvSet, uvTransform, ...material }: MaterialPlan, found: readonly number[]): Material {
  return { ...material, image: found.indexOf(source) };
}

const UV_KINDS = [FLOAT, 5120, 5121, 5122, 5123];
const COLOR_KINDS = [FLOAT, 5121, 5123];
const INDEX_KINDS = [5121, 5123, 5125];

/** The primitives of a body, and which accessors their looks are in; marks those as wanted. */
function planBody(
  json: JsonObject,
  body: GltfBody,
  table: AccessorTable,
  draco: DracoPrimitive[],
  materials: Map<number, MaterialPlan>,
  hasImages: boolean,
  notes: string[],
): PrimitiveLooks[] {
  const mesh = objectsOf(json, 'nodes', '')[body.node].mesh as number;
  const defs = objectsOf(objectsOf(json, 'meshes', '')[mesh], 'primitives', `meshes[${mesh}]`);
  return Array.from(body.vertices.primitives, number => {
    const where = `meshes[${mesh}].primitives[${number}]`;
    const def = defs[number];
    const material = indexOf(def, 'material', objectsOf(json, 'materials', '').length, where);
    if (!materials.has(material)) {
      const plan = material < 0 ? PLAIN_PLAN : readMaterial(json, material, hasImages ? notes : []);
      materials.set(material, hasImages ? plan : { ...plan, source: -1 });
    }
    const { source, uvSet } = materials.get(material)!;
    const attributes = objectOf(def, 'attributes', where) ?? {};
    const at = (name: string): number => indexOf(attributes, name, table.json.length, `${where}.attributes`);
    const uvs = source >= 0 ? at(`TEXCOORD_${uvSet}`) : -1;
    const colors = at('COLOR_0');
    const indices = indexOf(def, 'indices', table.json.length, where);
    const vertices = countOf(table.json[at('POSITION')], 'count', where);
    if (uvs >= 0) want(table, uvs, 'VEC2', UV_KINDS, `${where}.TEXCOORD_${uvSet}`);
    if (colors >= 0) {
      const type = table.json[colors].type === 'VEC3' ? 'VEC3' : 'VEC4';
      want(table, colors, type, COLOR_KINDS, `${where}.COLOR_0`);
    }
    if (indices >= 0 && (uvs >= 0 || colors >= 0)) {
      want(table, indices, 'SCALAR', INDEX_KINDS, `${where}.indices`);
      planDraco(def, table, draco, where, indices, { [`TEXCOORD_${uvSet}`]: uvs, COLOR_0: colors });
    }
    return { material, uvs, colors, indices, vertices, mode: countOf(def, 'mode', where, TRIANGLES) };
  });
}

function planDraco(
  def: JsonObject,
  table: AccessorTable,
  draco: DracoPrimitive[],
  where: string,
  indices: number,
  accessors: Record<string, number>,
): void {
  const packed = objectOf(objectOf(def, 'extensions', where) ?? {}, DRACO, where);
  if (!packed) return;
  const ids = objectOf(packed, 'attributes', where) ?? {};
  const attributes = Object.entries(accessors).flatMap(([name, accessor]): DracoPrimitive['attributes'] =>
    accessor >= 0 && ids[name] !== undefined ? [[name, accessor, countOf(ids, name, where)]] : [],
  );
  draco.push({ view: indexOf(packed, 'bufferView', table.viewCount, where), attributes, indices });
}
