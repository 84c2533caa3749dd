import { type PackedArray, type PackedFormat, readPacked, writePacked } from '../../math/packed-arrays.ts';
import { checksumSide, type Side } from '../motion/side.ts';
import type { Table } from './table.ts';

/** The header is the table as JSON; in the place of an array stands { array: [type, byte offset, length] }. */
const FORMAT: PackedFormat = {
  magic: 0x50435442, // 'PCTB'
  version: 1,
  reader: 'loadTable',
  noun: 'table',
  cure: 'make the table again',
};

type SavedArray = { array: PackedArray };

/**
 * Writes the table to one buffer, for a file or another thread. It names the meshes it is for by their checksums.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#pairs}
 */
export function saveTable(table: Table): ArrayBuffer {
  return writePacked(FORMAT, pack =>
    JSON.stringify(table, (_, value) => (ArrayBuffer.isView(value) ? { array: pack(value) } : value)),
  ) as ArrayBuffer;
}

/**
 * Reads a saved table; its arrays are views of `buffer`. Refuses data that is cut off, damaged or foreign, and a table
 * that was made for other meshes (or deformers) than these. The checksums guard against accidents, not against forgery.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#pairs}
 */
export function loadTable(buffer: ArrayBuffer, sideA: Side, sideB: Side): Table {
  const { headerText, view } = readPacked(buffer, FORMAT);
  const table: Table = JSON.parse(headerText, (_, value) => {
    if (!isSavedArray(value)) return value;
    const array = view(value.array);
    if (array !== null) return array;
    throw new Error(`loadTable: an array reaches beyond the ${buffer.byteLength} bytes given; make the table again.`);
  });
  checkSide(table.a.spheres.checksum, sideA, 'a');
  checkSide(table.b.spheres.checksum, sideB, 'b');
  return table;
}

function isSavedArray(value: unknown): value is SavedArray {
  return typeof value === 'object' && value !== null && Array.isArray((value as SavedArray).array);
}

function checkSide(expected: number, side: Side, name: string): void {
  const given = checksumSide(side);
  if (given === expected) return;
  throw new Error(
    `loadTable: the table was made for another side ${name} (checksum ${expected}, given ${given}); ` +
      'load it for the mesh and deformer it was made for, or make it again.',
  );
}
