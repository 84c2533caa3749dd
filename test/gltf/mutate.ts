import type { Random } from '../../src/math/random.ts';
import { type AnyJson, binaryOf, jsonOf, packGlb } from './make-glb.ts';

/** Numbers and things that files should not have where they appear. */
const nasty: unknown[] = [
  -1,
  0,
  1,
  2,
  0.5,
  255,
  65535,
  1e6,
  2 ** 31,
  2 ** 32,
  2 ** 40,
  Number.MAX_SAFE_INTEGER,
  1e300,
  'x',
  '',
  '__proto__',
  null,
  true,
  [],
  {},
  [[]],
  [0, 0, 0],
];

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)];
}

/** Damages a .glb in one of many ways; the same random numbers, the same damage. */
export function mutate(glb: Uint8Array, random: Random): { how: string; bytes: Uint8Array } {
  const kind = random();
  const binary = glb.length - binaryOf(glb).length;
  if (kind < 0.1) return flipBytes(glb, random, 0, 64);
  if (kind < 0.2) return flipBytes(glb, random, 0, binary);
  if (kind < 0.4) return flipBytes(glb, random, binary, glb.length);
  if (kind < 0.45) return { how: 'cut off', bytes: glb.slice(0, Math.floor(random() * glb.length)) };
  if (kind < 0.5) return moveBytes(glb, random);
  return changeJson(glb, random);
}

function flipBytes(glb: Uint8Array, random: Random, from: number, to: number): { how: string; bytes: Uint8Array } {
  const bytes = glb.slice();
  for (let k = 1 + Math.floor(8 * random()); k > 0; k--) {
    bytes[from + Math.floor(random() * (to - from))] = Math.floor(256 * random());
  }
  return { how: `bytes flipped from ${from} to ${to}`, bytes };
}

function moveBytes(glb: Uint8Array, random: Random): { how: string; bytes: Uint8Array } {
  const at = Math.floor(random() * glb.length);
  const count = Math.floor(64 * random());
  const [head, tail] = [glb.slice(0, at), glb.slice(random() < 0.5 ? at + count : at - Math.min(at, count))];
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return { how: 'bytes inserted or deleted', bytes };
}

/** Replaces, deletes, repeats or swaps values anywhere in the JSON. */
function changeJson(glb: Uint8Array, random: Random): { how: string; bytes: Uint8Array } {
  const json = jsonOf(glb);
  const changes: string[] = [];
  for (let k = 1 + Math.floor(3 * random()); k > 0; k--) {
    const path: string[] = [];
    let owner: AnyJson = json;
    // Mostly into the lists: the few values beside them would take all the hits.
    const lists = Object.keys(owner).filter(name => random() < 0.1 || owner[name]?.[0] instanceof Object);
    let key = pick(random, lists.length > 0 ? lists : Object.keys(owner));
    while (owner[key] !== null && typeof owner[key] === 'object' && Object.keys(owner[key]).length > 0) {
      if (random() < 0.03) break;
      path.push(key);
      owner = owner[key];
      key = pick(random, Object.keys(owner));
    }
    const way = random();
    if (way < 0.15) {
      if (Array.isArray(owner)) owner.splice(Number(key), 1);
      else delete owner[key];
    } else if (way < 0.25 && Array.isArray(owner)) owner.push(owner[Number(key)]);
    else if (way < 0.5 && typeof owner[key] === 'number') owner[key] += pick(random, [-1, 1, 2, 4, -4, 100]);
    else owner[key] = pick(random, nasty);
    changes.push([...path, key].join('.'));
  }
  return { how: changes.join(', '), bytes: packGlb(JSON.stringify(json), binaryOf(glb)) };
}
