import type { AccessorDef } from './accessors.ts';
import type { TypedArray } from './typed-arrays.ts';

/** What a stored integer is divided by if its accessor is normalized. */
const divisors: Record<number, number> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

/** Writes the numbers an accessor stands for to `out` from `o` on; refuses those that are not finite. */
export function writeNumbers(
  array: TypedArray,
  def: AccessorDef,
  out: Float32Array | Float64Array,
  o: number,
  name: string,
): void {
  const divisor = def.normalized ? (divisors[def.componentType] ?? 1) : 1;
  const isSigned = divisor === 127 || divisor === 32767;
  for (let k = 0; k < array.length; k++) {
    const value = array[k] / divisor;
    if (!Number.isFinite(value)) {
      throw new Error(
        `readGltf: ${def.where}, used as ${name}, has ${value} in element ${Math.floor(k / def.size)}; ` +
          'only finite numbers are read.',
      );
    }
    out[o + k] = isSigned && value < -1 ? -1 : value;
  }
}

/** The same for weights, of which exporters divide some by a sum of 0: NaN stays, and `cleanSkin` knows what it means. */
export function writeWeights(array: TypedArray, def: AccessorDef, out: Float32Array, name: string): void {
  const numbers = array.some(Number.isNaN) ? array.map(value => (Number.isNaN(value) ? 0 : value)) : array;
  writeNumbers(numbers, def, out, 0, name);
  if (numbers !== array) for (let k = 0; k < array.length; k++) if (Number.isNaN(array[k])) out[k] = NaN;
}

/** The numbers an accessor stands for; the array itself if it holds them. */
export function toNumbers(array: TypedArray, def: AccessorDef, name: string): Float32Array {
  const numbers = array instanceof Float32Array ? array : new Float32Array(array.length);
  writeNumbers(array, def, numbers, 0, name);
  return numbers;
}
