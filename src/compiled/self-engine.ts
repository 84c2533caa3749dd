import type { Arena, SelfCalls } from './arena.ts';
import { SELF_MODULE } from './self-module.ts';
import { unpack, webAssembly } from './web-assembly.ts';

/**
 * The functions for a surface against itself, in the memory of the arena; null where they are refused. A module of its own, so that pages that never ask do
 * not load it: compiled when first asked for, in about a millisecond.
 */
export function openSelf(arena: Arena): SelfCalls | null {
  if (arena.selfCalls !== null) return arena.selfCalls;
  try {
    const { Module, Instance } = webAssembly()!;
    arena.selfModule ??= new Module(unpack(SELF_MODULE));
    arena.selfCalls = new Instance(arena.selfModule, { env: { memory: arena.memory } }).exports as SelfCalls;
  } catch {
    return null;
  }
  return arena.selfCalls;
}
