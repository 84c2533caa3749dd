/*
 * Where one question is asked: at the beginning of the memory, for nothing else runs while one is answered. `Query` of
 * assembly/records.ts, in words from QUERY on; then room for the slots of a leaf, for pairs found and for pairs of nodes.
 */

export const QUERY = 1024;
/** The fields, in words; the first two are the colliders. */
export const STACK_START = 2;
export const TOP = 3;
export const NEAR_START = 4;
export const PAIRS_START = 5;
export const MOST_PAIRS = 6;
export const FOUND = 7;
export const UNSURE = 8;
export const WANTS_ALL = 9;
export const VOLUME_TESTS = 10;
export const LEAF_PAIRS = 11;
export const TRIANGLE_TESTS = 12;
export const LEAF_A = 13;
export const LEAF_B = 14;
export const SLOT_A = 15;
export const SLOT_B = 16;

/** `Probe` of assembly/records.ts, in the same place: float64 numbers, then words. Its stack is that of pairs. */
export const PROBE = QUERY;
export const PROBE_WORDS = 16;
export const PROBE_VOLUME_TESTS = PROBE_WORDS + 4;
/** The most nodes on its stack, 16 bytes each. */
export const PROBE_CAPACITY = 4096;

/** `SelfQuery` of assembly/self/records.ts, in the same place; the first word is the instant. Its stack is that of pairs too. */
export const SELF_STACK_START = 1;
export const SELF_TOP = 2;
export const SELF_PAIRS_START = 3;
export const SELF_MOST_PAIRS = 4;
export const SELF_FOUND = 5;
export const SELF_WANTS_ALL = 6;
export const SELF_VOLUME_TESTS = 7;
export const SELF_LEAF_PAIRS = 8;
export const SELF_TRIANGLE_TESTS = 9;
/** The most pairs of nodes on its stack, 12 bytes each. */
export const SELF_STACK_CAPACITY = 4096;

/** A leaf has up to 64 triangles. */
export const NEAR = QUERY + 128;
/** Room for the pairs of two leaves at least. */
export const PAIRS = NEAR + 4 * 64;
export const CAPACITY = 2 * 64 * 64;
export const STACK = PAIRS + 8 * CAPACITY;
/** The most pairs of nodes on the stack. */
export const STACK_CAPACITY = 8192;
export const QUERY_ROOM = STACK + 8 * STACK_CAPACITY;
