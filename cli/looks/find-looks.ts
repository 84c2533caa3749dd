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
import type { BodyLooks } from './looks.ts';
import { imagesOf, type MaterialPlan, PLAIN_PLAN, readMaterial } from './read-material.ts';
import { type PrimitiveLooks, splitVertices } from './split-vertices.ts';

/** What the bodies of a file look like, with images as the file has them: packed. Needs nothing but the bytes: runs in pages too. */
export interface FoundLooks {
  /** One for each body; `materialOfTriangle` are indices of `materials`. */
  bodies: BodyLooks[];
  materials: MaterialPlan[];
  /** Those that materials use, by their number in the file. */
  images: Map<number, PackedImage>;
}

/** An image in the file itself, or where it is said to be. */
export interface PackedImage {
  bytes: Uint8Array | null;
  uri: unknown;
}

export interface FindLooksOptions {
  /** Without images, places on them are not read either. */
  hasImages: boolean;
  /** Also how it shines, and images that only browsers decode. */
  inFull?: boolean;
  /** Reads buffers that are files of their own. */
  resource?: (uri: string) => Promise<Uint8Array>;
}

/** Finds what the bodies of `asset` look like, which was read from the same bytes. What is left out is told in `notes`. */
export async function findLooks(
  bytes: Uint8Array,
  asset: GltfAsset,
  { hasImages, inFull = false, resource }: FindLooksOptions,
  notes: string[],
): Promise<FoundLooks> {
  const { json, binary } = openContainer(bytes);
  const table = createAccessorTable(json);
  const draco: DracoPrimitive[] = [];
  const materials = new Map<number, MaterialPlan>();
  const read = (index: number): MaterialPlan => {
    const plan = index < 0 ? PLAIN_PLAN : readMaterial(json, index, hasImages ? notes : [], inFull);
    return hasImages ? plan : { ...plan, source: -1, surface: null };
  };
  const plans = asset.bodies.map(body => planBody(json, body, table, draco, materials, read));

  const sources = [...new Set([...materials.values()].flatMap(imagesOf))];
  const images = objectsOf(json, 'images', '');
  const viewCount = objectsOf(json, 'bufferViews', '').length;
  const imageViews = sources.map(source => indexOf(images[source], 'bufferView', viewCount, `images[${source}]`));
  const wanted = listViews(table.wanted.values(), draco);
  for (const view of imageViews) if (view >= 0) wanted.add(view);
  const views = readViews(json, wanted);
  const buffers = await readBuffers(json, binary, views.values(), resource);
  const size = [...buffers.values()].reduce((sum, { length }) => sum + length, bytes.length);
  const arrays = await readElements(table, draco, views, buffers, createBudget(size));

  const packed = new Map<number, PackedImage>();
  for (const [k, source] of sources.entries()) {
    const view = imageViews[k] < 0 ? null : views.get(imageViews[k])!;
    const inside = view && buffers.get(view.buffer)!.subarray(view.offset, view.offset + view.length);
    packed.set(source, { bytes: inside, uri: images[source].uri });
  }
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
    materials: [...materials.values()],
    images: packed,
  };
}

/**
 * What was found, with its images as `unpack` gives them; those that it does not give are left out. Materials as `draw` makes them, given which images
 * there are, by their numbers in the file.
 */
export async function unpackLooks<Image, Material>(
  found: FoundLooks,
  unpack: (packed: PackedImage, number: number) => Promise<Image | null>,
  draw: (plan: MaterialPlan, numbers: readonly number[]) => Material,
  notes: string[],
): Promise<{ bodies: BodyLooks[]; materials: Material[]; images: Image[]; notes: string[] }> {
  const images = new Map<number, Image>();
  for (const [number, packed] of found.images) {
    const image = await unpack(packed, number);
    if (image) images.set(number, image);
  }
  const numbers = [...images.keys()];
  return {
    bodies: found.bodies,
    materials: found.materials.map(plan => draw(plan, numbers)),
    images: [...images.values()],
    notes: [...new Set(notes)],
  };
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
  read: (material: number) => MaterialPlan,
): PrimitiveLooks[] {
  const mesh = objectsOf(json, 'nodes', '')[body.node].mesh as number;
  const defs = objectsOf(objectsOf(json, 'meshes', '')[mesh], 'primitives', `meshes[${mesh}]`);
  return Array.from(body.vertices.primitives, number => {
    const where = `meshes[${mesh}].primitives[${number}]`;
    const def = defs[number];
    const material = indexOf(def, 'material', objectsOf(json, 'materials', '').length, where);
    const plan = materials.get(material) ?? read(material);
    materials.set(material, plan);
    const { uvSet } = plan;
    const attributes = objectOf(def, 'attributes', where) ?? {};
    const at = (name: string): number => indexOf(attributes, name, table.json.length, `${where}.attributes`);
    const uvs = imagesOf(plan).length > 0 ? at(`TEXCOORD_${uvSet}`) : -1;
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
