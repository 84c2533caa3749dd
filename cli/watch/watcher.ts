import { type BigIntStats, statSync } from 'node:fs';

/** Tells which files have changed, been added or gone since it was last told. */
export interface Watcher {
  /**
   * Looks once. Returns the files that are not as they were, or null if there are none, or if one of them is other than at the last look:
   * whoever writes it may not be done. A file that rests half written is told, and told again when the rest is there.
   */
  look(): Set<string> | null;
}

/**
 * `list`: the files that count, as of now. They are looked at again and again instead of having the system tell: that works alike on all systems
 * and on network drives, and for editors that write another file and give it the name. Cost: a look at each file's time and size.
 */
export function createWatcher(list: () => readonly string[]): Watcher {
  let told = stampAll(list());
  let seen = told;
  return {
    look() {
      const now = stampAll(list());
      const isStill = listDifferent(seen, now).size === 0;
      seen = now;
      const changed = listDifferent(told, now);
      if (!isStill || changed.size === 0) return null;
      told = now;
      return changed;
    },
  };
}

type Stamps = ReadonlyMap<string, string>;

function stampAll(paths: readonly string[]): Stamps {
  return new Map([...new Set(paths)].map(path => [path, stampOf(path)]));
}

/** What is other if a file is: when it was written, how long it is, which file of that name it is. Empty if there is none. */
export function stampOf(path: string): string {
  let info: BigIntStats | undefined;
  try {
    info = statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return ''; // not to be reached: reading it will tell
  }
  return info ? [info.mtimeNs, info.ctimeNs, info.size, info.ino].join(' ') : '';
}

function listDifferent(before: Stamps, now: Stamps): Set<string> {
  const names = [...before.keys(), ...now.keys()];
  return new Set(names.filter(name => before.get(name) !== now.get(name)));
}
