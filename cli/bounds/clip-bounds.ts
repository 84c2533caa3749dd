import {
  createBodyColliders,
  type GltfAsset,
  type GltfClip,
  type GltfTrack,
  poseAt,
  type ScenePose,
} from '../../src/gltf/index.ts';
import { createScenePose, setScenePose } from '../../src/gltf/pose/pose-at.ts';
import { boundsOf, type Collider } from '../../src/index.ts';
import { createBounds } from '../../src/query/bounds/posed-bounds.ts';
import { boundRotation, boundVector, largest, type Rates, sum } from './track-rates.ts';

/** A box that holds all bodies during a whole clip, at every time and not only at those looked at. */
export interface ClipBounds {
  low: [number, number, number];
  high: [number, number, number];
  /** How much wider it is on each side, at most, than what the poses looked at need: the price of the guarantee. */
  margin: number;
}

/**
 * Bounds a clip, or the resting scene for null. The colliders are those of the asset, if there are any already.
 *
 * Why it holds: between two times h apart, a point whose acceleration stays below a is off the straight line between its two
 * places by h^2 a / 8 at most. A vertex is a mean of points that its joints carry, so it accelerates no more than the fastest
 * of them, and what a chain of nodes can do to a point follows from what each track does (`boundRotation`, `boundVector`). Boxes of
 * the poses at both times, wider by that much, hold all between. Steps end at keys; where a track jumps, both of its values
 * are looked at. A step is halved until it costs less than a thousandth of the size, or ten times.
 */
export function boundClip(
  asset: GltfAsset,
  clip: GltfClip | null,
  colliders: Collider[] = createBodyColliders(asset),
): ClipBounds {
  const state: State = {
    asset,
    clip,
    colliders,
    radii: asset.bodies.map((_, b) => measureRadii(asset, b)),
    tracks: findTracks(clip),
    bounds: { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity], margin: 0 },
  };
  if (clip === null || !(clip.end > clip.start)) {
    addBox(state, boxAt(state, clip?.start ?? 0).box, 0);
    return state.bounds;
  }
  const times = [...clip.keyTimes];
  const whole = times.map(time => boxAt(state, time).box);
  const size = Math.max(
    ...[0, 1, 2].map(k => Math.max(...whole.map(box => box[3 + k])) - Math.min(...whole.map(box => box[k]))),
  );
  for (let k = 1; k < times.length; k++) {
    const end = boxAt(state, Math.max(times[k - 1], previous(times[k]))); // before a jump at the key
    boundStep(state, times[k - 1], boxAt(state, times[k - 1]), times[k], end, 1e-3 * size, 0);
  }
  addBox(state, whole[whole.length - 1], 0);
  return state.bounds;
}

const MOST_HALVINGS = 10;

interface State {
  asset: GltfAsset;
  clip: GltfClip | null;
  colliders: Collider[];
  /** For each body and joint: how far its followers are from the origin of the joint's node. */
  radii: Float64Array[];
  tracks: Map<string, GltfTrack>;
  bounds: ClipBounds;
}

interface Instant {
  pose: ScenePose;
  /** Low corner, high corner. */
  box: number[];
}

function boxAt({ asset, clip, colliders }: State, time: number): Instant {
  const pose = createScenePose(asset);
  poseAt(asset, clip, time, { into: pose });
  setScenePose(colliders, pose);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const bounds = createBounds();
  for (const collider of colliders) {
    boundsOf(collider, { into: bounds, tight: true });
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], bounds.low[k]);
      box[3 + k] = Math.max(box[3 + k], bounds.high[k]);
    }
  }
  return { pose, box };
}

function boundStep(
  state: State,
  from: number,
  start: Instant,
  to: number,
  end: Instant,
  most: number,
  halvings: number,
): void {
  const margin = ((to - from) ** 2 / 8) * boundAcceleration(state, from, start.pose, to, end.pose);
  if (margin > most && halvings < MOST_HALVINGS) {
    const middle = 0.5 * (from + to);
    const between = boxAt(state, middle);
    boundStep(state, from, start, middle, between, most, halvings + 1);
    boundStep(state, middle, between, to, end, most, halvings + 1);
    return;
  }
  addBox(state, start.box, margin);
  addBox(state, end.box, margin);
}

function addBox({ bounds }: State, box: number[], margin: number): void {
  for (let k = 0; k < 3; k++) {
    bounds.low[k] = Math.min(bounds.low[k], box[k] - margin);
    bounds.high[k] = Math.max(bounds.high[k], box[3 + k] + margin);
  }
  bounds.margin = Math.max(bounds.margin, margin);
}

/** What no vertex accelerates more than during a step. */
function boundAcceleration(state: State, from: number, start: ScenePose, to: number, end: ScenePose): number {
  const { asset, radii, tracks } = state;
  const local = new Map<number, { translation: Rates; rotation: Rates; scale: Rates }>();
  const ratesOf = (n: number) => {
    const known = local.get(n);
    if (known) return known;
    const part = (pose: Float64Array, size: number): number[] => [...pose.subarray(size * n, size * n + size)];
    const track = (path: string): GltfTrack | null => tracks.get(`${n} ${path}`) ?? null;
    const rates = {
      translation: boundVector(track('translation'), from, to, part(start.translations, 3), part(end.translations, 3)),
      rotation: boundRotation(track('rotation'), from, to, part(start.rotations, 4), part(end.rotations, 4)),
      scale: boundVector(track('scale'), from, to, part(start.scales, 3), part(end.scales, 3), largest),
    };
    local.set(n, rates);
    return rates;
  };
  let most = 0;
  asset.bodies.forEach((body, b) => {
    const morph = boundMorph(state, b, from, to, start, end);
    body.joints.forEach((joint, j) => {
      const bind = stretchOf(body.bindMatrices, 12 * j);
      let point: Rates = {
        value: radii[b][j] + bind * morph.value,
        first: bind * morph.first,
        second: bind * morph.second,
      };
      for (let n = joint; n >= 0; n = asset.nodes.parents[n]) point = carry(asset, n, ratesOf(n), point);
      if (radii[b][j] >= 0) most = Math.max(most, point.second);
    });
  });
  return most;
}

/** What a node does to a point of its space: turned, scaled and moved, each at its pace. */
function carry(
  { nodes }: GltfAsset,
  n: number,
  { translation, rotation, scale }: { translation: Rates; rotation: Rates; scale: Rates },
  point: Rates,
): Rates {
  if (nodes.hasMatrix[n]) {
    const stretch = stretchOf(nodes.matrices, 12 * n);
    const shift = Math.hypot(nodes.matrices[12 * n + 3], nodes.matrices[12 * n + 7], nodes.matrices[12 * n + 11]);
    return { value: shift + stretch * point.value, first: stretch * point.first, second: stretch * point.second };
  }
  const scaled: Rates = {
    value: scale.value * point.value,
    first: scale.first * point.value + scale.value * point.first,
    second: scale.second * point.value + 2 * scale.first * point.first + scale.value * point.second,
  };
  return {
    value: translation.value + scaled.value,
    first: translation.first + rotation.first * scaled.value + scaled.first,
    second: translation.second + rotation.second * scaled.value + 2 * rotation.first * scaled.first + scaled.second,
  };
}

/** How far morph targets move a vertex of a body, how fast, and how fast that changes, at most. */
function boundMorph(
  { asset, tracks }: State,
  b: number,
  from: number,
  to: number,
  start: ScenePose,
  end: ScenePose,
): Rates {
  const { source, node } = asset.bodies[b];
  const targets = 'targets' in source ? source.targets : [];
  if (targets.length === 0) return { value: 0, first: 0, second: 0 };
  const lengths = targets.map(longestVector);
  const track = tracks.get(`${node} weights`) ?? null;
  const moved = (weights: number[]): number => sum(weights.map((weight, k) => weight * lengths[k]));
  return boundVector(track, from, to, [...start.bodies[b].weights], [...end.bodies[b].weights], moved);
}

function longestVector(field: ArrayLike<number>): number {
  let longest = 0;
  for (let k = 0; k < field.length; k += 3)
    longest = Math.max(longest, Math.hypot(field[k], field[k + 1], field[k + 2]));
  return longest;
}

/** -Infinity for joints without followers. */
function measureRadii({ bodies }: GltfAsset, b: number): Float64Array {
  const { mesh, source, joints, bindMatrices: m } = bodies[b];
  const radii = new Float64Array(joints.length).fill(Number.NEGATIVE_INFINITY);
  const skinning = source.kind === 'chain' ? source.skinning : source;
  const skin = 'skin' in skinning ? skinning.skin : null;
  const { positions } = mesh;
  for (let v = 0; 3 * v < positions.length; v++) {
    for (let k = 0; k < (skin?.influences ?? 1); k++) {
      const influence = v * (skin?.influences ?? 1) + k;
      if (skin && skin.weights[influence] === 0) continue;
      const o = 12 * (skin?.joints[influence] ?? 0);
      const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
      const at = [0, 4, 8].map(row => m[o + row] * x + m[o + row + 1] * y + m[o + row + 2] * z + m[o + row + 3]);
      radii[o / 12] = Math.max(radii[o / 12], Math.hypot(...at));
    }
  }
  return radii;
}

/** By what factor a 3x4 matrix lengthens a vector, at most. */
function stretchOf(m: Float64Array, o: number): number {
  let sum = 0;
  for (let row = 0; row < 12; row += 4) sum += m[o + row] ** 2 + m[o + row + 1] ** 2 + m[o + row + 2] ** 2;
  return Math.sqrt(sum);
}

function findTracks(clip: GltfClip | null): Map<string, GltfTrack> {
  return new Map((clip?.tracks ?? []).map(track => [`${track.node} ${track.path}`, track]));
}

/** The number before, of those a float64 can hold. */
function previous(x: number): number {
  const floats = Float64Array.of(x);
  const bits = new BigInt64Array(floats.buffer);
  if (x === 0) return -Number.MIN_VALUE;
  bits[0] += x > 0 ? -1n : 1n;
  return floats[0];
}
