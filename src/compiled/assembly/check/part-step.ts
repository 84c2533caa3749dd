import { findSeparatingDirection } from './stay-apart';
import { Near, NearQuery } from './window-records';

/** For each pair of the list the direction that tells that it stays apart in a step, in place of the one that is tried first (its `steps`); -1 if there is none. `from` and `to` are instants, `room`: for 18 vectors. */
export function partStep(query: NearQuery, from: u32, to: u32, room: usize): void {
  const a = query.a;
  const b = query.b;
  const startA = a.positions + <usize>from * a.instantSize;
  const endA = a.positions + <usize>to * a.instantSize;
  const startB = b.positions + <usize>from * b.instantSize;
  const endB = b.positions + <usize>to * b.instantSize;
  let at = query.pairs;
  for (const end = at + <usize>query.found * offsetof<Near>(); at < end; at += offsetof<Near>()) {
    const near = changetype<Near>(at);
    const p = a.plan.corners + 12 * <usize>near.one;
    const q = b.plan.corners + 12 * <usize>near.other;
    // biome-ignore format: one call
    near.steps = findSeparatingDirection(
      startA, endA, startB, endB,
      3 * load<u32>(p), 3 * load<u32>(p, 4), 3 * load<u32>(p, 8), 3 * load<u32>(q), 3 * load<u32>(q, 4), 3 * load<u32>(q, 8),
      query.margin, near.steps, room,
    );
  }
}
