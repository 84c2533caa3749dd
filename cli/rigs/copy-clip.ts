import type { GltfAsset, GltfClip } from '../../src/gltf/index.ts';
import { type Frame, restFrames } from './node-frames.ts';
import { dot, lengthOf, subtract, type Vector } from './vectors.ts';

/** A clip for the nodes that match, number for number; morph weights stay out. Valid if both rest alike. */
export function copyClip(clip: GltfClip, matches: ReadonlyMap<number, number>): GltfClip {
  const tracks = clip.tracks.flatMap(track => {
    const node = track.path === 'weights' ? undefined : matches.get(track.node);
    return node === undefined ? [] : [{ ...track, node }];
  });
  return { ...clip, tracks };
}

/** Of the size of a rig, and of a turn: what exporters differ by. */
const TOLERANCE = 1e-4;

/**
 * Whether the joints that match rest in the same places, turned the same way, each below the same one: then the same tracks give the
 * same poses. Joints between them that do not match are not moved, so it is enough to look at those that do, and their parents.
 */
export function haveSameRest(set: GltfAsset, asset: GltfAsset, matches: ReadonlyMap<number, number>): boolean {
  const [framesOfSet, frames] = [restFrames(set), restFrames(asset)];
  const origins = [...matches.values()].map(t => frames[t].origin);
  const size = Math.max(0, ...origins.map(origin => lengthOf(subtract(origin, origins[0]))));
  const nearest = (parents: Int32Array, n: number, isMatch: (n: number) => boolean): number => {
    let a = parents[n];
    while (a >= 0 && !isMatch(a)) a = parents[a];
    return a;
  };
  const reached = new Set(matches.values());
  for (const [s, t] of matches) {
    const [above, aboveOfSet] = [
      nearest(asset.nodes.parents, t, n => reached.has(n)),
      nearest(set.nodes.parents, s, n => matches.has(n)),
    ];
    if ((matches.get(aboveOfSet) ?? -1) !== above) return false;
    const [parent, parentOfSet] = [asset.nodes.parents[t], set.nodes.parents[s]];
    if (parent < 0 !== parentOfSet < 0 || !areAlike(framesOfSet[s], frames[t], size)) return false;
    if (parent >= 0 && !areAlike(framesOfSet[parentOfSet], frames[parent], size)) return false;
  }
  return true;
}

function areAlike(a: Frame, b: Frame, size: number): boolean {
  const isNear = (p: Vector, q: Vector, most: number): boolean => lengthOf(subtract(p, q)) <= most;
  return (
    isNear(a.origin, b.origin, TOLERANCE * size) &&
    a.axes.every((axis, k) => isNear(axis, b.axes[k], TOLERANCE * Math.sqrt(dot(axis, axis))))
  );
}
