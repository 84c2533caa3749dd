import { sayValue } from '../math/say-value.ts';
import { type Arena, createArena, LARGEST_MEMORY, MOST_BYTES } from './arena.ts';
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
  /** How large the memory may become. */
  mostBytes: number;
}

/**
 * THE only memory of the library that belongs to no record of its users: a compiled program and its memory, of which a thread
 * needs one. What is in the memory is a cache (arena.ts), so no answer depends on it.
 */
const engine: Engine = { isWanted: true, refusal: null, module: null, arena: null, mostBytes: MOST_BYTES };

/** The memory of the compiled query; null where it is refused or not wanted. The first call compiles it: about two milliseconds. */
export function openEngine(): Arena | null {
  if (engine.arena !== null || !engine.isWanted || engine.refusal !== null) return engine.arena;
  try {
    const { Module } = webAssembly()!;
    engine.module ??= new Module(unpack(MODULE));
    engine.arena = createArena(engine.module, QUERY_ROOM, engine.mostBytes);
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
  /** The memory of the compiled query, in bytes, and how large it may become. */
  bytes: number;
  mostBytes: number;
}

export interface SetupOptions {
  /** Whether the compiled query may be used in this thread: by default it may. If not, nothing is compiled, and what memory it has is given back. */
  compiled?: boolean;
  /**
   * How large the memory of the compiled query may become, in bytes; by default a gigabyte. It takes 128 megabytes at most, unless one question needs more, or more bodies
   * are asked about in turn than these hold. Those for which there is no room are asked about in JavaScript.
   */
  mostBytes?: number;
}

/** The least that may be given: room for a question, and a few small bodies. */
const LEAST_BYTES = 2 ** 20;

/**
 * Compiles the query ahead of time, and not while a page waits, and tells what came of it: pairs are found in JavaScript, with the same
 * answers, where a browser has no WebAssembly or none with SIMD, under a content policy without 'wasm-unsafe-eval' (to which
 * `compiled: false` gives nothing to report), or if that is wanted. It fails only where `mostBytes` is no such number. Nobody has to call it: the first query compiles the
 * 33 KB at once, which all but old browsers allow on a page.
 * @example
 * {@includeCode ../../examples/api/setup.ts#set-up}
 */
export async function setUp({ compiled = true, mostBytes = MOST_BYTES }: SetupOptions = {}): Promise<Setup> {
  if (!(typeof mostBytes === 'number' && mostBytes >= LEAST_BYTES && mostBytes <= 2 ** 31)) {
    throw new Error(
      `setUp: mostBytes is ${sayValue(mostBytes)}; give a number from ${LEAST_BYTES} (2 ** 20) to 2 ** 31.`,
    );
  }
  engine.mostBytes = Math.min(mostBytes, LARGEST_MEMORY);
  if (engine.arena !== null && engine.arena.mostBytes !== engine.mostBytes) engine.arena = null; // what was in it is packed again
  engine.refusal = null;
  engine.isWanted = compiled;
  if (!compiled) {
    engine.arena = null;
    return { isCompiled: false, reason: 'it is not wanted: compiled is false', bytes: 0, mostBytes: 0 };
  }
  try {
    engine.module ??= await webAssembly()!.compile(unpack(MODULE));
  } catch (error) {
    engine.refusal = String(error);
  }
  const arena = openEngine();
  const reason = engine.refusal ?? '';
  return { isCompiled: arena !== null, reason, bytes: arena?.bytes.length ?? 0, mostBytes: arena?.mostBytes ?? 0 };
}
