import type { GltfAsset, GltfClip, GltfTrack } from '../../src/gltf/index.ts';
import { poseAt } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { alignArms } from './align-arms.ts';
import type { Named } from './match-joints.ts';
import { type Frame, framesOf, pointInFrame, restFrames, turnOfFrame } from './node-frames.ts';
import { type Facing, findLimbEnds } from './person.ts';
import { createRig, type Rig } from './rig.ts';
import {
  add,
  lengthOf,
  NO_ROTATION,
  type Rotation,
  scale,
  subtract,
  turnBack,
  turnBoth,
  turnVector,
  type Vector,
} from './vectors.ts';

/** What is the same for all clips that one file plays on the joints of another. */
export interface Retarget {
  set: GltfAsset;
  asset: GltfAsset;
  /** By node of the asset, the node of the set that it follows. */
  sources: ReadonlyMap<number, number>;
  framesOfSet: Frame[];
  frames: Frame[];
  rig: Rig;
  /** Joints that go where those of the set go: the ones all others hang on. */
  roots: ReadonlySet<number>;
  /** How the asset looks another way than the set, and how much larger it is. */
  facing: Rotation;
  size: number;
  /** How nodes have to be turned before, so that both sides hold their arms alike (`alignArms`); null: not at all. */
  aligned: Rotation[] | null;
  /** Joints that the set also shifts or scales, which is left out. */
  lost: string[];
}

/** Poses a second where keys are farther apart: between two, joints are turned evenly, which is not quite what the set does. */
const RATE = 30;

type Side = Named & { asset: GltfAsset };

export function createRetarget(from: Side, to: Side, matches: ReadonlyMap<number, number>): Retarget {
  const sources = new Map([...matches].map(([s, t]) => [t, s]));
  const [framesOfSet, frames] = [restFrames(from.asset), restFrames(to.asset)];
  const rig = createRig(to.asset, to.person ? findLimbEnds(to.person, to.asset.nodes.parents) : undefined);
  const roots = findRoots(rig, sources);
  const hips = [...roots].pop();
  const size = hips === undefined ? 1 : compareSizes(framesOfSet, sources.get(hips)!, frames, hips, sources);
  const retarget = { set: from.asset, asset: to.asset, sources, framesOfSet, frames, rig, roots, size };
  const facing = from.person && to.person ? findTurn(from.person, to.person) : NO_ROTATION;
  const aligned = to.person && alignArms(to.person, rig, frames, framesOfSet, sources, facing);
  return { ...retarget, facing, aligned, lost: listLost(from.asset, matches, roots, framesOfSet) };
}

/**
 * A clip of the set for joints that rest otherwise. What is carried over is by how much each joint is turned from its own rest, in
 * the world: if the set has joint s turned from rest by D, so that its rotation is D times that at rest, joint t is to be D times
 * its own at rest. In the frames of the joints D would look different on either side, as every program chooses their axes
 * otherwise; in the world it is the same motion. Where the rest poses differ, poses differ by as much; but for the arms of a person, which are
 * turned to where those of the set rest before (`alignArms`). Bones keep their lengths: only the joints that all others hang on are moved, by the way they go in the set,
 * times how much higher the hips are; and those that follow a limb they do not hang on (`Rig`).
 */
export function retargetClip(retarget: Retarget, clip: GltfClip): GltfClip {
  const { asset, sources, rig, roots } = retarget;
  const isLoose = (n: number): boolean => rig.holders[n] !== asset.nodes.parents[n];
  const mayMove = rig.order.filter(n => asset.nodes.hasMatrix[n] === 0);
  const rotations = new Map(mayMove.filter(n => sources.has(n) || isLoose(n)).map(n => [n, [] as number[]]));
  const places = new Map(mayMove.filter(n => roots.has(n) || isLoose(n)).map(n => [n, [] as number[]]));
  const poses = poseAll(retarget, clip, mayMove.filter(isLoose));
  for (const { posed } of poses) {
    for (const [n, list] of rotations) list.push(...posed.rotations[n]);
    for (const [n, list] of places) list.push(...posed.places[n]);
  }
  const times = poses.map(({ time }) => time);
  const track = (node: number, path: 'rotation' | 'translation', values: number[]): GltfTrack => ({
    node,
    path,
    interpolation: 'LINEAR',
    size: path === 'rotation' ? 4 : 3,
    times: Float32Array.from(times),
    values: Float32Array.from(values),
    bodies: [],
  });
  const tracks = [
    ...[...rotations].map(([n, values]) => track(n, 'rotation', values)),
    ...[...places].map(([n, values]) => track(n, 'translation', values)),
  ];
  return { ...clip, keyTimes: Float64Array.from(times), tracks };
}

interface Timed {
  time: number;
  posed: Posed;
}

/** What follows a limb that it does not hang on goes straight from key to key: this share of the rig at most off its way, half-way. */
const OFF = 0.001;
/** Halvings of a step, at most. */
const HALVINGS = 3;

/** The poses of a clip at its times, and at more of them where the joints of `loose` would leave their limbs between two. */
function poseAll(retarget: Retarget, clip: GltfClip, loose: readonly number[]): Timed[] {
  const { set, asset, frames, rig } = retarget;
  const pose = createScenePose(set);
  const poseSet = (time: number): Timed => {
    poseAt(set, clip, time, { into: pose });
    return { time, posed: poseJoints(retarget, framesOf(pose.nodeMatrices)) };
  };
  const seen = frames.filter((_, n) => rig.vertices[n].length > 0).map(({ origin }) => origin);
  const size = Math.max(0, ...seen.map(origin => lengthOf(subtract(origin, seen[0]))));
  const strays = (n: number, from: Posed, middle: Posed, to: Posed): boolean => {
    const off = subtract(middle.places[n], scale(add(from.places[n], to.places[n]), 0.5));
    const parent = asset.nodes.parents[n];
    const unit = parent < 0 ? 1 : lengthOf(frames[parent].axes[0]); // places are in the frame of the parent
    return unit * lengthOf(off) > OFF * size;
  };
  const listBetween = (from: Timed, to: Timed, halvings: number): Timed[] => {
    const time = Math.fround((from.time + to.time) / 2);
    if (halvings === 0 || loose.length === 0 || !(time > from.time && time < to.time)) return [];
    const middle = poseSet(time);
    if (!loose.some(n => strays(n, from.posed, middle.posed, to.posed))) return [];
    return [...listBetween(from, middle, halvings - 1), middle, ...listBetween(middle, to, halvings - 1)];
  };
  const poses = listTimes(clip).map(poseSet);
  return poses.flatMap((one, k) => [one, ...(k + 1 < poses.length ? listBetween(one, poses[k + 1], HALVINGS) : [])]);
}

/** The key times, and others between them, as they are kept in float32. */
function listTimes({ keyTimes, start, end }: GltfClip): number[] {
  const count = Math.ceil((end - start) * RATE);
  const even = Array.from({ length: count }, (_, k) => Math.fround(start + k / RATE));
  return [...new Set([...keyTimes, ...even])].sort((a, b) => a - b);
}

/** Local rotations of all joints that are turned, and local places of those that are moved. */
interface Posed {
  rotations: Rotation[];
  places: Vector[];
}

/** These for one pose of the set. */
function poseJoints(retarget: Retarget, posedSet: readonly Frame[]): Posed {
  const { asset, sources, framesOfSet, frames, rig, roots, facing, size, aligned } = retarget;
  const { parents } = asset.nodes;
  // How every node stands now: its frame at rest, turned about its origin, which went elsewhere.
  const turns: Rotation[] = [];
  const origins: Vector[] = [];
  for (const n of rig.order) {
    const holder = rig.holders[n];
    turns[n] = holder < 0 ? NO_ROTATION : turns[holder];
    origins[n] =
      holder < 0
        ? frames[n].origin
        : add(origins[holder], turnVector(turns[holder], subtract(frames[n].origin, frames[holder].origin)));
    const source = sources.get(n);
    if (source === undefined) continue;
    const delta = turnBoth(turnOfFrame(posedSet[source]), turnBack(turnOfFrame(framesOfSet[source])));
    const turn = turnBoth(facing, turnBoth(delta, turnBack(facing)));
    turns[n] = aligned ? turnBoth(turn, aligned[n]) : turn;
    if (!roots.has(n)) continue;
    const way = turnVector(facing, subtract(posedSet[source].origin, framesOfSet[source].origin));
    origins[n] = add(frames[n].origin, scale(way, size));
  }
  const rotations: Rotation[] = [];
  const places: Vector[] = [];
  for (const n of rig.order) {
    const parent = parents[n];
    // Its rotation in the world is its turn times that at rest; how its parent stands in the world is taken off.
    const now = turnBoth(turns[n], turnOfFrame(frames[n]));
    if (parent < 0) {
      rotations[n] = now;
      places[n] = origins[n];
      continue;
    }
    rotations[n] = turnBoth(turnBack(turnBoth(turns[parent], turnOfFrame(frames[parent]))), now);
    // The parent is turned and moved: that is undone, then it is a place in its frame at rest.
    const undone = turnVector(turnBack(turns[parent]), subtract(origins[n], origins[parent]));
    places[n] = pointInFrame(frames[parent], add(frames[parent].origin, undone));
  }
  return { rotations, places };
}

/**
 * The joints that carry all others that follow: from those that hang on none, down to where they part. A row of joints that never
 * parts, such as a tail, has only its first. Of those that carry a surface: what only steers, as where a knee points, is nothing's root; and a foot
 * hangs on its leg, wherever the file has put it.
 */
function findRoots({ holders, order, below }: Rig, sources: ReadonlyMap<number, number>): Set<number> {
  const next = new Map<number, number[]>([[-1, []]]);
  for (const n of order) {
    if (!sources.has(n) || below[n] === 0) continue;
    let above = holders[n];
    while (above >= 0 && !sources.has(above)) above = holders[above];
    next.get(above)!.push(n);
    next.set(n, []);
  }
  const roots = new Set<number>();
  for (const first of next.get(-1)!) {
    const row = [first];
    while (next.get(row[row.length - 1])!.length === 1) row.push(next.get(row[row.length - 1])![0]);
    const parts = next.get(row[row.length - 1])!.length > 1;
    for (const n of parts ? row : [first]) roots.add(n);
  }
  return roots;
}

/** How much higher the hips are above the lowest joint; where they are not above it, how much longer the rig is. */
function compareSizes(
  framesOfSet: readonly Frame[],
  hipsOfSet: number,
  frames: readonly Frame[],
  hips: number,
  sources: ReadonlyMap<number, number>,
): number {
  const heightOf = (all: readonly Frame[], at: number, nodes: Iterable<number>): number =>
    Math.max(0, ...[...nodes].map(n => all[at].origin[1] - all[n].origin[1]));
  const lengthFrom = (all: readonly Frame[], at: number, nodes: Iterable<number>): number =>
    Math.max(0, ...[...nodes].map(n => lengthOf(subtract(all[at].origin, all[n].origin))));
  const lengths = [lengthFrom(framesOfSet, hipsOfSet, sources.values()), lengthFrom(frames, hips, sources.keys())];
  const heights = [heightOf(framesOfSet, hipsOfSet, sources.values()), heightOf(frames, hips, sources.keys())];
  const [before, now] = heights.every((height, k) => height > 0.1 * lengths[k]) ? heights : lengths;
  return before > 0 && now > 0 ? now / before : 1;
}

/** Directions of two people that differ by less are those of two rigs, not of two ways to look. */
const SAME_WAY = 30;

/** The turn that takes the way one person stands to the way another does. */
function findTurn(from: Facing, to: Facing): Rotation {
  const frameOf = ({ left, up, forward }: Facing): Frame => ({ origin: [0, 0, 0], axes: [left, up, forward] });
  const turn = turnBoth(turnOfFrame(frameOf(to)), turnBack(turnOfFrame(frameOf(from))));
  const degrees = (360 / Math.PI) * Math.acos(Math.min(1, Math.abs(turn[3])));
  return degrees < SAME_WAY ? NO_ROTATION : turn;
}

/** The joints that tracks do more with than turn them, if it is more than a trace. */
function listLost(
  set: GltfAsset,
  matches: ReadonlyMap<number, number>,
  roots: ReadonlySet<number>,
  framesOfSet: readonly Frame[],
): string[] {
  const { translations, scales, names, parents } = set.nodes;
  const lost = new Set<string>();
  for (const { path, node, values, interpolation } of set.clips.flatMap(clip => clip.tracks)) {
    const t = matches.get(node);
    if (t === undefined || (path !== 'scale' && (path !== 'translation' || roots.has(t)))) continue;
    const rest = (path === 'scale' ? scales : translations).subarray(3 * node, 3 * node + 3);
    const parent = parents[node];
    const bone = parent < 0 ? 1 : lengthOf(pointInFrame(framesOfSet[parent], framesOfSet[node].origin));
    const most = path === 'scale' ? 0.01 : 0.01 * bone;
    const isValue = (k: number): boolean => interpolation !== 'CUBICSPLINE' || Math.floor(k / 3) % 3 === 1;
    if (values.some((x, k) => isValue(k) && Math.abs(x - rest[k % 3]) > most)) lost.add(names[node]);
  }
  return [...lost];
}
