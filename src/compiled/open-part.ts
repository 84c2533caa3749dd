import type { Arena, Part } from './arena.ts';
import { type PackedModule, unpack, webAssembly } from './web-assembly.ts';

/**
 * The functions of a module beside the first, in the memory of the arena; null where they are refused. It is a module of its own, so that pages that never ask do
 * not load it: compiled when first asked for, in about a millisecond.
 */
export function openPart<Calls extends object>(
  { memory }: Arena,
  part: Part<Calls>,
  packed: PackedModule,
): Calls | null {
  if (part.calls !== null) return part.calls;
  try {
    const { Module, Instance } = webAssembly()!;
    part.module ??= new Module(unpack(packed));
    part.calls = new Instance(part.module, { env: { memory } }).exports as Calls;
  } catch {
    return null;
  }
  return part.calls;
}
