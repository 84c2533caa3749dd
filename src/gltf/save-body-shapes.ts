import { mix, type PackedArray, type PackedFormat, readPacked, writePacked } from '../math/packed-arrays.ts';
import { sayValue } from '../math/say-value.ts';
import { loadShape, saveShape } from '../save-shape.ts';
import type { Shape } from '../shape.ts';
import type { GltfAsset, GltfBody } from './asset.ts';

/** The header has, for each body, the number of its shape and the fingerprint of what that was built of; then the saved shapes. */
const FORMAT: PackedFormat = {
  magic: 0x50434c42, // 'PCLB'
  version: 1,
  reader: 'loadBodyShapes',
  noun: 'file of shapes',
  cure: 'build it again',
};

interface Header {
  bodies: { shape: number; fingerprint: number }[];
  shapes: PackedArray[];
}

/**
 * Writes the shapes of all bodies of a file to one buffer, each once: what `poseclash build hero.glb -o hero.shapes` does. Those of the colliders that
 * `createBodyColliders` has made, say.
 * @example
 * {@includeCode ../../examples/api/gltf.ts#shapes}
 */
export function saveBodyShapes(asset: GltfAsset, shapes: readonly Shape[]): ArrayBuffer {
  if (shapes.length !== asset.bodies.length) {
    throw new Error(
      `saveBodyShapes: ${shapes.length} shapes for ${asset.bodies.length} bodies; give one for each, in their order.`,
    );
  }
  const distinct = [...new Set(shapes)];
  const bodies = asset.bodies.map((body, b) => ({
    shape: distinct.indexOf(shapes[b]),
    fingerprint: fingerprintOf(body),
  }));
  return writePacked(FORMAT, pack => {
    const header: Header = { bodies, shapes: distinct.map(shape => pack(new Uint8Array(saveShape(shape)))) };
    return JSON.stringify(header);
  }) as ArrayBuffer;
}

/**
 * The shapes of all bodies of a file, for `createBodyColliders(asset, { shapes })`: of bytes that `saveBodyShapes` or `poseclash build` have
 * written. Refuses data that is cut off, damaged or foreign, and shapes that were built of other meshes or skins than the file has. The
 * checksum guards against accidents, not against forgery: load only shapes you trust. Cost: a copy, and a few ns for each number of the file.
 * @example
 * {@includeCode ../../examples/api/gltf.ts#shapes}
 */
export function loadBodyShapes(asset: GltfAsset, bytes: ArrayBuffer | Uint8Array): Shape[] {
  if (!(bytes instanceof ArrayBuffer || bytes instanceof Uint8Array)) {
    throw new Error(
      `loadBodyShapes: the bytes are ${sayValue(bytes)}; give those of a file of shapes, as an ArrayBuffer or a Uint8Array.`,
    );
  }
  const buffer = bytes instanceof ArrayBuffer ? bytes : new Uint8Array(bytes).buffer;
  const { headerText, view } = readPacked(buffer, FORMAT);
  const header = JSON.parse(headerText) as Header;
  if (header.bodies.length !== asset.bodies.length) {
    throw new Error(
      `loadBodyShapes: shapes of ${header.bodies.length} bodies, the file has ${asset.bodies.length}; build them of this file.`,
    );
  }
  asset.bodies.forEach((body, b) => {
    if (header.bodies[b].fingerprint === fingerprintOf(body)) return;
    throw new Error(
      `loadBodyShapes: the shape of body ${b} ('${body.name}') was built of another mesh or skin; build the shapes of this file again.`,
    );
  });
  const shapes = header.shapes.map(place => {
    const { byteOffset, byteLength } = view(place) as Uint8Array;
    return loadShape(buffer.slice(byteOffset, byteOffset + byteLength));
  });
  return header.bodies.map(({ shape }) => shapes[shape]);
}

/** Mixes all numbers and words that a shape is built of: another mesh has the same one once in four thousand million times. */
function fingerprintOf({ mesh, source }: GltfBody): number {
  let sum = 0x811c9dc5;
  const add = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      const numbers = Float64Array.from(value as Float64Array); // whatever they are kept in
      const words = new Uint32Array(numbers.buffer);
      for (let k = 0; k < words.length; k++) sum = mix(sum, words[k]);
      sum = mix(sum, words.length);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) {
        add(key);
        add(part);
      }
    } else for (const character of String(value)) sum = mix(sum, character.codePointAt(0)!);
  };
  add(mesh);
  add(source);
  return sum >>> 0;
}
