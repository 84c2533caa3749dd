import { type Arena, createArena } from './arena.ts';
import { MODULE } from './module.ts';
import { QUERY_ROOM } from './query-record.ts';
import { webAssembly } from './web-assembly.ts';

/** What this thread has of the compiled query. */
export interface Engine {
  /** 'untried': nobody has asked yet. 'refused': this thread does not allow it, `reason` says why; 'off': nobody wants it. */
  state: 'untried' | 'ready' | 'refused' | 'off';
  reason: string;
  arena: Arena | null;
}

/**
 * THE only memory of the library that belongs to no record of its users: a compiled program and its memory, of which a thread
 * needs one. What is in the memory is a cache (arena.ts), so no answer depends on it.
 */
const engine: Engine = { state: 'untried', reason: '', arena: null };

/** The memory of the compiled query; null where it is refused or not wanted. The first call compiles it: about a millisecond. */
export function openEngine(): Arena | null {
  if (engine.state !== 'untried') return engine.arena;
  try {
    const { Module } = webAssembly()!;
    engine.arena = createArena(new Module(decode(MODULE)), QUERY_ROOM);
    engine.state = 'ready';
  } catch (error) {
    engine.state = 'refused';
    engine.reason = String(error);
  }
  return engine.arena;
}

function decode(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}
