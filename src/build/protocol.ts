import type { DeformerSource } from '../deform/deformer.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Shape, ShapeOptions } from '../shape.ts';

/** What a build worker is asked for: the arguments of `createShape`. */
export interface BuildRequest {
  mesh: Mesh;
  source: DeformerSource;
  options: Omit<ShapeOptions, 'progress'>;
}

/** What it says: that it is there, how far it is, and in the end the shape, or the message of the error that `createShape` threw. */
export type BuildReply =
  | { kind: 'ready' }
  | { kind: 'progress'; share: number }
  | { kind: 'built'; shape: Shape }
  | { kind: 'failed'; message: string };

/** The memory of all arrays of a record, each once: what can be handed to another thread without a copy. */
export function listBuffers(record: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(record)) {
    if (record.buffer instanceof ArrayBuffer) found.add(record.buffer);
  } else if (typeof record === 'object' && record !== null) {
    for (const value of Object.values(record)) listBuffers(value, found);
  }
  return found;
}
