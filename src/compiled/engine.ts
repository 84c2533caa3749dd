import { type Arena, createArena } from './arena.ts';
import { MODULE } from './module.ts';
import { QUERY_ROOM } from './query-record.ts';
import { type Module, unpack, webAssembly } from './web-assembly.ts';

/** What this thread has of the compiled query. */
interface Engine {
  /** Whether it may be used; and if it may not because the thread does not allow it, what was said. */
  isWanted: boolean;
  refusal: string | null;
  /** The program, compiled, and its memory; null before they are first needed. */
  module: Module | null;
  arena: Arena | null;
}

/**
 * THE only memory of the library that belongs to no record of its users: a compiled program and its memory, of which a thread
 * needs one. What is in the memory is a cache (arena.ts), so no answer depends on it.
 */
const engine: Engine = { isWanted: true, refusal: null, module: null, arena: null };

/** The memory of the compiled query; null where it is refused or not wanted. The first call compiles it: about two milliseconds. */
export function openEngine(): Arena | null {
  if (engine.arena !== null || !engine.isWanted || engine.refusal !== null) return engine.arena;
  try {
    const { Module } = webAssembly()!;
    engine.module ??= new Module(unpack(MODULE));
    engine.arena = createArena(engine.module, QUERY_ROOM);
  } catch (error) {
    engine.refusal = String(error);
  }
  return engine.arena;
}

/** How queries are answered in this thread. */
export interface Setup {
  /** Whether pairs are found by the compiled query where it knows the shapes. */
  isCompiled: boolean;
  /** Why not: '' if they are. */
  reason: string;
  /** The memory of the compiled query, in bytes. */
  bytes: number;
}

export interface SetupOptions {
  /** Whether the compiled query may be used in this thread: by default it may. If not, nothing is compiled, and what memory it has is given back. */
  compiled?: boolean;
}

/**
 * Compiles the query ahead of time, and not while a page waits, and tells what came of it: pairs are found in JavaScript, with the same
 * answers, where a browser has no WebAssembly or none with SIMD, under a content policy without 'wasm-unsafe-eval' (to which
 * `compiled: false` gives nothing to report), or if that is wanted. Never fails. Nobody has to call it: the first query compiles the
 * 26 KB at once, which all but old browsers allow on a page.
 * @example
 * {@includeCode ../../examples/api/setup.ts#set-up}
 */
export async function setUp({ compiled = true }: SetupOptions = {}): Promise<Setup> {
  engine.refusal = null;
  engine.isWanted = compiled;
  if (!compiled) {
    engine.arena = null;
    return { isCompiled: false, reason: 'it is not wanted: compiled is false', bytes: 0 };
  }
  try {
    engine.module ??= await webAssembly()!.compile(unpack(MODULE));
  } catch (error) {
    engine.refusal = String(error);
  }
  const arena = openEngine();
  return { isCompiled: arena !== null, reason: engine.refusal ?? '', bytes: arena?.bytes.length ?? 0 };
}
