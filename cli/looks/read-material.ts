import type { JsonObject } from '../../src/gltf/container/json.ts';
import { countOf, indexOf, nameOf, numbersOf, objectOf, objectsOf } from '../../src/gltf/container/json.ts';
import { toShown } from './looks.ts';
import { type Material, PLAIN_MATERIAL, type Wrap } from './material.ts';
import { NO_IMAGE, type PlacedImage, readSurface, type Surface } from './read-surface.ts';

/** A material, and where its image comes from. */
export interface MaterialPlan extends Omit<Material, 'image' | 'wrap'>, PlacedImage {
  /** How it shines; null if that was not asked for. */
  surface: Surface | null;
}

export const PLAIN_PLAN: MaterialPlan = { ...PLAIN_MATERIAL, source: -1, uvSet: 0, uvTransform: null, surface: null };

/** The images of a material by their numbers in the file, each once. */
export function imagesOf({ source, surface }: MaterialPlan): number[] {
  const others = surface ? [surface.metalRoughSource, surface.normalSource, surface.emissiveSource] : [];
  return [...new Set([source, ...others])].filter(each => each >= 0);
}

const SPECULAR = 'KHR_materials_pbrSpecularGlossiness';
const WRAPS: Record<number, Wrap> = { 33071: 'clamp', 33648: 'mirror', 10497: 'repeat' };
/** Where a texture may have an image that is not decoded here. */
const BROWSER_IMAGES = ['EXT_texture_webp', 'EXT_texture_avif'];
const OTHER_IMAGES = ['KHR_texture_basisu', ...BROWSER_IMAGES];

/**
 * What a material of a file says about colour; `inFull` also how it shines, with the images that only browsers decode. What cannot
 * be drawn is told in `notes`.
 */
export function readMaterial(json: JsonObject, index: number, notes: string[], inFull = false): MaterialPlan {
  const where = `materials[${index}]`;
  const def = objectsOf(json, 'materials', '')[index];
  const extensions = objectOf(def, 'extensions', where) ?? {};
  const specular = objectOf(extensions, SPECULAR, `${where}.extensions`);
  const base = specular ?? objectOf(def, 'pbrMetallicRoughness', where) ?? {};
  const [factorKey, textureKey] = specular
    ? ['diffuseFactor', 'diffuseTexture']
    : ['baseColorFactor', 'baseColorTexture'];
  const [r, g, b, a] = numbersOf(base, factorKey, 4, where) ?? [1, 1, 1, 1];
  const texture = objectOf(base, textureKey, where);
  const name = nameOf(def, `material ${index}`);
  const isMask = def.alphaMode === 'MASK';
  const placed: PlacedImage = texture
    ? readTexture(json, texture, `${where}.${textureKey}`, name, notes, inFull)
    : NO_IMAGE;
  const shining = inFull
    ? readSurface(def, where, placed, (info, at) => readTexture(json, info, at, name, notes, inFull), name, notes)
    : { surface: null, placed };
  return {
    ...PLAIN_PLAN,
    name,
    color: [toShown(r), toShown(g), toShown(b), Math.min(1, Math.max(0, a))],
    alpha: isMask ? 'mask' : def.alphaMode === 'BLEND' ? 'blend' : 'opaque',
    cutoff: typeof def.alphaCutoff === 'number' ? def.alphaCutoff : 0.5,
    isDoubleSided: def.doubleSided === true,
    isUnlit: extensions.KHR_materials_unlit !== undefined,
    ...shining.placed,
    source: placed.source,
    surface: shining.surface,
  };
}

function readTexture(
  json: JsonObject,
  info: JsonObject,
  where: string,
  name: string,
  notes: string[],
  inFull: boolean,
): PlacedImage {
  const textures = objectsOf(json, 'textures', '');
  const index = indexOf(info, 'index', textures.length, where);
  if (index < 0) return NO_IMAGE;
  const texture = textures[index];
  const imageCount = objectsOf(json, 'images', '').length;
  const extensions = objectOf(texture, 'extensions', `textures[${index}]`) ?? {};
  const newer = inFull ? BROWSER_IMAGES.find(key => extensions[key] !== undefined) : undefined;
  const owner = newer ? (objectOf(extensions, newer, `textures[${index}].extensions`) ?? {}) : texture;
  const source = indexOf(owner, 'source', imageCount, `textures[${index}]`);
  if (source < 0) {
    const other = OTHER_IMAGES.find(key => extensions[key] !== undefined);
    notes.push(`Material '${name}' is drawn without its image${other ? `, which is of ${other}` : ''}.`);
    return NO_IMAGE;
  }
  const samplers = objectsOf(json, 'samplers', '');
  const sampler = samplers[indexOf(texture, 'sampler', samplers.length, `textures[${index}]`)] ?? {};
  const wrapOf = (key: string): Wrap => WRAPS[countOf(sampler, key, 'samplers', 10497)] ?? 'repeat';
  const moved = objectOf(objectOf(info, 'extensions', where) ?? {}, 'KHR_texture_transform', where);
  const uvSet = countOf(moved?.texCoord === undefined ? info : moved, 'texCoord', where, 0);
  return {
    source,
    uvSet,
    wrap: [wrapOf('wrapS'), wrapOf('wrapT')],
    uvTransform: moved ? readTransform(moved, where) : null,
  };
}

/** Scale, then rotation, then offset, as KHR_texture_transform has it. */
function readTransform(moved: JsonObject, where: string): number[] {
  const [x, y] = numbersOf(moved, 'offset', 2, where) ?? [0, 0];
  const [width, height] = numbersOf(moved, 'scale', 2, where) ?? [1, 1];
  const angle = typeof moved.rotation === 'number' ? moved.rotation : 0;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * width, s * height, x, -s * width, c * height, y];
}
