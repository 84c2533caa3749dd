import { basename } from 'node:path';
import type { AssetFile } from '../subjects/load-asset.ts';
import { type Bundle, hashBundle, type SourceKind } from '../units/bundle.ts';

/*
 * A bundle as one run of bytes: 'PCB3', the length of a JSON head (32 bits, little end first), the head, then all bytes in the
 * order of the head. Unpacking trusts nothing: lengths are held against what is there, and the whole against its hash.
 */

const MAGIC = 'PCB3';
const MOST_HEAD = 2 ** 24;

interface Head {
  kind: SourceKind;
  flex: boolean;
  /** The names of the last files, whose clips are added. */
  motions: string[];
  files: { bytes: number; resources: { uri: string; bytes?: number; error?: string }[] }[];
}

export function packBundle({ kind, files: models, added }: Bundle): Buffer {
  const { flex = false, motions = [] } = added ?? {};
  const files = [...models, ...motions];
  const head: Head = {
    kind,
    flex,
    motions: motions.map(({ name }) => basename(name)),
    files: files.map(({ bytes, resources }) => ({
      bytes: bytes.length,
      resources: resources.map(resource => ({
        uri: resource.uri,
        bytes: resource.bytes?.length,
        error: resource.error,
      })),
    })),
  };
  const text = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(8);
  start.write(MAGIC);
  start.writeUInt32LE(text.length, 4);
  const blobs = files.flatMap(({ bytes, resources }) => [bytes, ...resources.flatMap(one => one.bytes ?? [])]);
  return Buffer.concat([start, text, ...blobs]);
}

/** Throws if these are not the bytes of the bundle that has this hash. */
export function unpackBundle(packed: Uint8Array, hash: string): Bundle {
  const refuse = (): never => {
    throw new Error(`the bytes stored for asset ${hash.slice(0, 12)} are not those of it; enqueue it again`);
  };
  const buffer = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (buffer.length < 8 || buffer.toString('latin1', 0, 4) !== MAGIC) refuse();
  const length = buffer.readUInt32LE(4);
  if (length > MOST_HEAD || 8 + length > buffer.length) refuse();
  let at = 8 + length;
  // Into memory that threads can share.
  const take = (count: unknown): Uint8Array => {
    if (!Number.isSafeInteger(count) || (count as number) < 0 || at + (count as number) > buffer.length) refuse();
    const bytes = new Uint8Array(new SharedArrayBuffer(count as number));
    bytes.set(buffer.subarray(at, (at += count as number)));
    return bytes;
  };
  try {
    const { kind, flex, motions: names, files } = JSON.parse(buffer.toString('utf8', 8, 8 + length)) as Head;
    if (typeof flex !== 'boolean' || !names.every(name => typeof name === 'string')) refuse();
    const count = files.length - names.length;
    const unpacked = files.map(
      ({ bytes, resources }, f): AssetFile => ({
        name: names[f - count] ?? (count > 1 ? `file ${f + 1}` : ''),
        bytes: take(bytes),
        resources: resources.map(({ uri, bytes: count, error }) =>
          count === undefined ? { uri, error: String(error) } : { uri, bytes: take(count) },
        ),
      }),
    );
    const added = { flex, motions: unpacked.slice(count) };
    const models = unpacked.slice(0, count);
    if (hashBundle(kind, models, added) !== hash) refuse();
    return { kind, hash, files: models, added };
  } catch {
    return refuse();
  }
}
