import { type JsonObject, stringsOf } from './json.ts';

export const DRACO = 'KHR_draco_mesh_compression';
export const MESHOPT = 'EXT_meshopt_compression';
/** The same data under its later name; wherever it stands, it is read as `MESHOPT`. */
export const MESHOPT_RATIFIED = 'KHR_meshopt_compression';
export const INSTANCING = 'EXT_mesh_gpu_instancing';
export const PRIMITIVE_RESTART = 'KHR_mesh_primitive_restart';

/** Which nodes, with all that hang on them, are not drawn. */
export const VISIBILITY = 'KHR_node_visibility';
/** Clips that name what they move by a path from the root of the file. */
export const POINTER = 'KHR_animation_pointer';
/** How much light goes through a material that does not blend. */
export const TRANSMISSION = 'KHR_materials_transmission';

const understood = new Set([
  DRACO,
  MESHOPT,
  MESHOPT_RATIFIED,
  INSTANCING,
  PRIMITIVE_RESTART,
  VISIBILITY,
  POINTER,
  'KHR_mesh_quantization',
]);

/** These say how things look or who made them. They move no vertex, so leaving them out leaves no gap in a shape. */
const looks =
  /^(KHR_materials_|KHR_texture_|EXT_texture_|MSFT_texture_|KHR_lights_|EXT_lights_|KHR_xmp|ADOBE_materials_)/;

/**
 * Refuses a file that cannot be understood without an extension unknown here, and lists the unknown ones it can be
 * understood without. `has` tells whether a file uses an extension.
 */
export function checkExtensions(json: JsonObject, gaps: string[]): { has: (name: string) => boolean } {
  for (const name of stringsOf(json, 'extensionsRequired', '')) {
    if (!understood.has(name) && !looks.test(name)) {
      throw new Error(`readGltf: the file requires the extension ${name}, which is not read; export it without.`);
    }
  }
  const used = stringsOf(json, 'extensionsUsed', '');
  for (const name of new Set(used)) {
    if (!understood.has(name) && !looks.test(name)) {
      gaps.push(`The extension ${name} is not read; whatever it adds to the file is left out.`);
    }
  }
  return { has: name => used.includes(name) };
}
