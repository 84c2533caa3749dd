import { type JsonObject, numbersOf, objectOf } from '../../src/gltf/container/json.ts';
import type { Wrap } from './material.ts';

/** An image, and how it is laid out on a surface. */
export interface PlacedImage {
  /** The number of the image in the file; -1: none. */
  source: number;
  /** What is outside the image in x and in y. */
  wrap: [Wrap, Wrap];
  /** Which TEXCOORD the image is laid out by. */
  uvSet: number;
  /** How these are moved before: six numbers, the new u and v by rows; null: not at all. */
  uvTransform: number[] | null;
}

export const NO_IMAGE: PlacedImage = { source: -1, wrap: ['repeat', 'repeat'], uvSet: 0, uvTransform: null };

/** How a surface shines. Images by their numbers in the file (-1: none), laid out as that of its colour. */
export interface Surface {
  metalness: number;
  roughness: number;
  /** Green: roughness, blue: metalness. */
  metalRoughSource: number;
  normalSource: number;
  normalScale: number;
  /** Linear light of its own, and an image it is multiplied with. */
  emissive: [number, number, number];
  emissiveSource: number;
}

/**
 * What a material says of how it shines. `placed`: the image of its colour; without one, all are laid out as the first that there is,
 * which is returned too. A vertex has one place on images here: what is laid out otherwise is left out, and told in `notes`.
 */
export function readSurface(
  def: JsonObject,
  where: string,
  placed: PlacedImage,
  readTexture: (info: JsonObject, where: string) => PlacedImage,
  name: string,
  notes: string[],
): { surface: Surface; placed: PlacedImage } {
  const metal = objectOf(def, 'pbrMetallicRoughness', where);
  const extensions = objectOf(def, 'extensions', where) ?? {};
  const old = objectOf(extensions, 'KHR_materials_pbrSpecularGlossiness', where);
  let layout = placed;
  const find = (owner: JsonObject | undefined, key: string): number => {
    const info = owner && objectOf(owner, key, where);
    const other = info ? readTexture(info, `${where}.${key}`) : NO_IMAGE;
    if (other.source < 0) return -1;
    if (layout.source < 0) layout = other;
    if (layoutOf(other) === layoutOf(layout)) return other.source;
    notes.push(`Material '${name}' is drawn without its ${key}: it is laid out otherwise than its colour.`);
    return -1;
  };
  const strength = objectOf(extensions, 'KHR_materials_emissive_strength', where)?.emissiveStrength;
  const glow = typeof strength === 'number' ? strength : 1;
  const [r, g, b] = numbersOf(def, 'emissiveFactor', 3, where) ?? [0, 0, 0];
  const normal = objectOf(def, 'normalTexture', where);
  const surface: Surface = {
    metalness: old ? 0 : numberOf(metal, 'metallicFactor', 1),
    roughness: old ? 1 - numberOf(old, 'glossinessFactor', 1) : numberOf(metal, 'roughnessFactor', 1),
    metalRoughSource: old ? -1 : find(metal, 'metallicRoughnessTexture'),
    normalSource: find(def, 'normalTexture'),
    normalScale: numberOf(normal, 'scale', 1),
    emissive: [glow * r, glow * g, glow * b],
    emissiveSource: find(def, 'emissiveTexture'),
  };
  return { surface, placed: layout };
}

function layoutOf({ uvSet, uvTransform, wrap }: PlacedImage): string {
  return JSON.stringify([uvSet, uvTransform, wrap]);
}

function numberOf(owner: JsonObject | undefined, key: string, absent: number): number {
  const value = owner?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : absent;
}
