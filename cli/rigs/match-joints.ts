import type { GltfAsset } from '../../src/gltf/index.ts';
import { plainName } from './bone-name.ts';
import type { Bone } from './find-bones.ts';
import type { Person } from './person.ts';

/** One side of a match: the names of all nodes, and the person they are of, if they are. */
export interface Named {
  nodes: GltfAsset['nodes'];
  person: Person | null;
}

/**
 * Which node of `to` stands for each of these nodes of `from`: one of the same name; else of the same name but for prefix, case and
 * separators; else, if both are persons, the same bone. No node stands for two.
 */
export function matchJoints(from: Named, joints: readonly number[], to: Named): Map<number, number> {
  const matches = new Map<number, number>();
  const taken = new Set<number>();
  const take = (keysOfFrom: ReadonlyMap<number, string>, keysOfTo: ReadonlyMap<number, string>): void => {
    const numbers = new Map<string, number>();
    for (const [n, key] of keysOfTo) if (!numbers.has(key) && !taken.has(n)) numbers.set(key, n);
    for (const joint of joints) {
      const key = keysOfFrom.get(joint);
      const n = key === undefined ? undefined : numbers.get(key);
      if (n === undefined || matches.has(joint) || taken.has(n)) continue;
      matches.set(joint, n);
      taken.add(n);
    }
  };
  take(
    keysBy(from, name => name),
    keysBy(to, name => name),
  );
  take(keysBy(from, plainName), keysBy(to, plainName));
  if (from.person && to.person) take(keysOfBones(from.person.bones), keysOfBones(to.person.bones));
  return matches;
}

function keysBy({ nodes }: Named, toKey: (name: string) => string): Map<number, string> {
  return new Map([...nodes.names.entries()].map(([n, name]) => [n, toKey(name)]));
}

function keysOfBones(bones: readonly Bone[]): Map<number, string> {
  return new Map(bones.map(({ part, side, finger, number, node }) => [node, `${side} ${part} ${finger} ${number}`]));
}
