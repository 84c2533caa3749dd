import type { GltfAsset, GltfClip } from '../../src/gltf/index.ts';
import { inOneLine } from './one-line.ts';

/** Joints named in a note; more say nothing new. */
const MOST_NAMES = 3;

/**
 * Refuses two files of which the second would stand in its rest pose whatever the first does, since nothing of it is called like
 * anything the clips move: what is found then means nothing. Returns notes on joints that stay behind while others follow.
 */
export function checkFollowing(first: GltfAsset, second: GltfAsset, led: readonly (GltfClip | null)[]): string[] {
  const joints = listJoints(second);
  const carriers = withParents(second, joints);
  const clips = led.filter(clip => clip !== null);
  if (first.clips.length === 0 || clips.length === 0) return [];
  if (!clips.some(({ tracks }) => tracks.some(({ node }) => carriers.has(node)))) {
    throw new Error(
      'no joint or node of the second file is called like one that the clips of the first move, so it would stay in its rest ' +
        'pose; give both the same names, or use --against for a file that rests',
    );
  }
  if (second.clips.length > 0) return [];
  const known = new Set(first.nodes.names);
  const unknown = joints.map(joint => second.nodes.names[joint]).filter(name => !known.has(name));
  if (unknown.length === 0 || joints.length === 1) return [];
  const some = unknown.slice(0, MOST_NAMES).map(name => `'${inOneLine(name)}'`);
  const more = unknown.length > MOST_NAMES ? ` and ${unknown.length - MOST_NAMES} more` : '';
  const rest = `${unknown.length} of ${joints.length} joints of the second file are called like none of the first`;
  return [`${rest}, and stay behind: ${some.join(', ')}${more}.`];
}

/** Nodes that carry vertices of some body. */
function listJoints({ bodies }: GltfAsset): number[] {
  return [...new Set(bodies.flatMap(({ joints }) => [...joints]))];
}

function withParents({ nodes }: GltfAsset, joints: readonly number[]): Set<number> {
  const all = new Set<number>();
  for (const joint of joints) for (let n = joint; n >= 0 && !all.has(n); n = nodes.parents[n]) all.add(n);
  return all;
}
