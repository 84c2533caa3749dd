import type { CostedUnit } from './cut-units.ts';

/** One of `count` equal parts of the work, counted from 1. */
export interface Shard {
  index: number;
  count: number;
}

/**
 * The numbers of the units of each asset that belong to a shard. Units follow each other, asset by asset, and are dealt out by
 * their cost in that order, so a shard has few assets to read. Every unit belongs to exactly one shard of `count`.
 */
export function chooseUnits(units: readonly (readonly CostedUnit[])[], { index, count }: Shard): number[][] {
  const total = units.flat().reduce((sum, { seconds }) => sum + seconds, 0);
  let before = 0;
  return units.map(ofAsset =>
    ofAsset.flatMap(({ seconds }, u) => {
      const middle = before + 0.5 * seconds;
      before += seconds;
      const shard = Math.min(count, 1 + Math.floor((count * middle) / total));
      return shard === index ? [u] : [];
    }),
  );
}
