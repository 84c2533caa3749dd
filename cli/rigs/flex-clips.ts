import type { GltfAsset, GltfClip, GltfTrack } from '../../src/gltf/index.ts';
import { type Motion, type Repertoire, sayMotion, sayTogether, type Together } from './motion.ts';
import { pointInFrame, turnInFrame } from './node-frames.ts';
import type { Rig } from './rig.ts';
import {
  add,
  NO_ROTATION,
  type Rotation,
  subtract,
  turnAbout,
  turnBack,
  turnBoth,
  turnVector,
  type Vector,
} from './vectors.ts';

/** Degrees a second, and the fewest seconds from one end to the next. */
const SPEED = 240;
const LEAST_SECONDS = 0.15;

/** Degrees between keys of joints that do not hang on what they follow: their way is no plain turn. */
const STEP = 6;

/** One end of motions after the other, with rest before, between and after. */
interface Script {
  name: string;
  ends: Together[];
}

/** A clip for each motion, from rest to each of its ends and back, and one for those that go together. */
export function createFlexClips(asset: GltfAsset, rig: Rig, { motions, together }: Repertoire): GltfClip[] {
  const alone = motions.map((motion): Script => {
    const ends = [motion.to, motion.from].filter(degrees => degrees !== 0);
    return { name: `flex: ${sayMotion(motion)}`, ends: ends.map(degrees => [{ motion, degrees }]) };
  });
  const joined = together.map((ends): Script => ({ name: `flex: ${sayTogether(ends)}`, ends: [ends] }));
  return [...alone, ...joined].map(script => createClip(asset, rig, script));
}

function createClip({ nodes }: GltfAsset, rig: Rig, { name, ends }: Script): GltfClip {
  const turned = [...new Set(ends.flat().flatMap(({ motion }) => motion.turns.map(({ node }) => node)))];
  const loose = [...rig.order].filter(n => rig.holders[n] !== nodes.parents[n]);
  const seconds = ends.map(end => Math.max(LEAST_SECONDS, mostDegrees(end) / SPEED));
  const coarse: Key[] = [{ time: 0, end: ends[0], share: 0 }];
  const fine: Key[] = [{ time: 0, end: ends[0], share: 0 }];
  let time = 0;
  ends.forEach((end, k) => {
    const steps = Math.ceil(mostDegrees(end) / STEP);
    for (let s = 1; s <= 2 * steps; s++) {
      const key = { time: time + (s / steps) * seconds[k], end, share: s <= steps ? s / steps : 2 - s / steps };
      fine.push(key);
      if (s % steps === 0) coarse.push(key);
    }
    time += 2 * seconds[k];
  });
  const tracks: GltfTrack[] = [];
  for (const node of turned) {
    if (loose.includes(node)) continue;
    const parent = nodes.parents[node];
    const rest = nodes.rotations.subarray(4 * node, 4 * node + 4);
    const values = coarse.map(({ end, share }) => {
      const turn = turnOf(node, end, share);
      return turnBoth(parent < 0 ? turn : turnInFrame(rig.frames[parent], turn), [rest[0], rest[1], rest[2], rest[3]]);
    });
    tracks.push(createTrack(node, 'rotation', coarse, values));
  }
  for (const node of loose) tracks.push(...followTracks({ nodes }, rig, node, fine));
  const keyTimes = Float64Array.from(
    new Set([...(tracks.some(({ times }) => times.length === fine.length) ? fine : coarse)].map(key => key.time)),
    Math.fround,
  );
  return { name, start: 0, end: keyTimes[keyTimes.length - 1], keyTimes, tracks };
}

/** A share of the way from rest to an end, at a time. */
interface Key {
  time: number;
  end: Together;
  share: number;
}

function mostDegrees(end: Together): number {
  return Math.max(...end.map(({ degrees }) => Math.abs(degrees)));
}

/** How a joint is turned by all motions of an end: axes of the world at rest. */
function turnOf(node: number, end: Together, share: number): Rotation {
  let turn = NO_ROTATION;
  for (const { motion, degrees } of end) turn = turnBoth(turnByMotion(node, motion, share * degrees), turn);
  return turn;
}

function turnByMotion(node: number, { turns }: Motion, degrees: number): Rotation {
  const found = turns.find(turn => turn.node === node);
  return found ? turnAbout(found.axis, found.share * degrees) : NO_ROTATION;
}

/** How something of the world is moved: turned about the origin, then shifted. */
interface Move {
  turn: Rotation;
  shift: Vector;
}

/** How a joint, and all that hangs on it, is moved from rest: turned about itself, then moved as what it hangs on. */
function moveOf(rig: Rig, node: number, end: Together, share: number): Move {
  if (node < 0) return { turn: NO_ROTATION, shift: [0, 0, 0] };
  const above = moveOf(rig, rig.holders[node], end, share);
  const own = turnOf(node, end, share);
  const { origin } = rig.frames[node];
  // x -> above(own (x - origin) + origin)
  const shift = add(turnVector(above.turn, subtract(origin, turnVector(own, origin))), above.shift);
  return { turn: turnBoth(above.turn, own), shift };
}

/**
 * Tracks of a joint that does not hang on what it follows (see `findHolders`): in the frame of its parent, it is where it was at
 * rest, moved as what it follows, less how the parent itself is moved. None if that is nothing.
 */
function followTracks({ nodes }: Pick<GltfAsset, 'nodes'>, rig: Rig, node: number, keys: readonly Key[]): GltfTrack[] {
  const parent = nodes.parents[node];
  const { origin } = rig.frames[node];
  const rest = nodes.rotations.subarray(4 * node, 4 * node + 4);
  let isMoved = false;
  const rotations: Rotation[] = [];
  const places: Vector[] = [];
  for (const { end, share } of keys) {
    const own = moveOf(rig, node, end, share);
    const carried = moveOf(rig, parent, end, share);
    const back = turnBack(carried.turn);
    const turn = turnBoth(back, own.turn);
    const place = turnVector(back, subtract(add(turnVector(own.turn, origin), own.shift), carried.shift));
    if (share > 0 && (Math.abs(turn[3]) < 1 - 1e-12 || place.some((x, k) => x !== origin[k]))) isMoved = true;
    const inParent = parent < 0 ? turn : turnInFrame(rig.frames[parent], turn);
    rotations.push(turnBoth(inParent, [rest[0], rest[1], rest[2], rest[3]]));
    const [x, y, z] = nodes.translations.subarray(3 * node, 3 * node + 3);
    places.push(share === 0 ? [x, y, z] : parent < 0 ? place : pointInFrame(rig.frames[parent], place));
  }
  if (!isMoved) return [];
  return [createTrack(node, 'rotation', keys, rotations), createTrack(node, 'translation', keys, places)];
}

function createTrack(
  node: number,
  path: 'rotation' | 'translation',
  keys: readonly Key[],
  values: readonly (readonly number[])[],
): GltfTrack {
  return {
    node,
    path,
    interpolation: 'LINEAR',
    size: path === 'rotation' ? 4 : 3,
    times: Float32Array.from(keys, ({ time }) => time),
    values: Float32Array.from(values.flat()),
    bodies: [],
  };
}
