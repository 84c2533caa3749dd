import type { GltfAsset, GltfClip, GltfTrack } from '../../src/gltf/index.ts';
import { copyClip, haveSameRest } from './copy-clip.ts';
import { findBones } from './find-bones.ts';
import { matchJoints, type Named } from './match-joints.ts';
import { nameBones } from './name-bones.ts';
import { restFrames } from './node-frames.ts';
import { findPerson } from './person.ts';
import { createRetarget, type Retarget, retargetClip } from './retarget.ts';
import { listNames } from './say-names.ts';
import { mapShapes } from './shape-tracks.ts';
import { splitMatrices } from './split-matrices.ts';

/** A file, and the bones it names by itself, by node. */
export interface Rigged {
  asset: GltfAsset;
  bones: ReadonlyMap<number, string> | null;
}

/**
 * An asset with the clips of another file, `set`, after its own: on the joints that match (`matchJoints`) and the morph targets of the
 * same names. Where both rest alike the tracks are the same; else they are computed (`retargetClip`). What has no
 * counterpart is told in the gaps. Throws if nothing has.
 */
export function addMotionClips({ asset: given, bones }: Rigged, set: Rigged): GltfAsset {
  const asset = splitMatrices(given);
  if (set.asset.clips.length === 0) throw new Error('there is no clip in the motion file');
  const from = nameJoints(set.asset, set.bones);
  const to = nameJoints(asset, bones);
  const tracks = set.asset.clips.flatMap(clip => clip.tracks);
  const moved = [...new Set(tracks.filter(({ path }) => path !== 'weights').map(({ node }) => node))];
  const matches = matchJoints(from, moved, to);
  for (const [s, t] of matches) if (asset.nodes.hasMatrix[t]) matches.delete(s);
  const shapeTracks = (clip: GltfClip): GltfTrack[] => mapShapes(set.asset, clip, asset);
  if (matches.size === 0 && !set.asset.clips.some(clip => shapeTracks(clip).length > 0)) {
    const ofSet = listNames(moved.map(n => set.asset.nodes.names[n]));
    const own = listNames([...new Set(asset.bodies.flatMap(body => body.jointNames))]);
    throw new Error(
      `nothing of it is called like what the motion file moves (${ofSet || 'no joint'}; here there is ${own || 'no joint'}); ` +
        'give both the same names, or those of a person',
    );
  }
  const isSame = haveSameRest(set.asset, asset, matches);
  const retarget = createRetarget({ ...set, ...from }, { asset, ...to }, matches);
  const taken = new Set(asset.clips.map(({ name }) => name));
  const clips = set.asset.clips.map((clip): GltfClip => {
    const name = taken.has(clip.name) ? `${clip.name} (motion)` : clip.name;
    const turned = isSame ? copyClip(clip, matches) : retargetClip(retarget, clip);
    return { ...turned, name, tracks: [...turned.tracks, ...shapeTracks(clip)] };
  });
  const gaps = [...sayUnmatched(set.asset, moved, retarget, matches), ...(isSame ? [] : retarget.gaps)];
  return { ...asset, clips: [...asset.clips, ...clips], gaps: [...asset.gaps, ...gaps] };
}

function nameJoints(asset: GltfAsset, bones: ReadonlyMap<number, string> | null): Named {
  const { nodes } = asset;
  return { nodes, person: findPerson(findBones(nodes, nameBones(asset, bones)), restFrames(asset)) };
}

/** What of both sides has no counterpart, and what moves though no vertex follows. */
function sayUnmatched(
  set: GltfAsset,
  moved: readonly number[],
  { asset, rig }: Retarget,
  matches: ReadonlyMap<number, number>,
): string[] {
  const { below, isMovable, vertices } = rig;
  const { names } = asset.nodes;
  const reached = new Set(matches.values());
  const joints = names.map((_, n) => n).filter(n => vertices[n].length > 0 && isMovable[n]);
  const left = moved.filter(n => !matches.has(n)).map(n => set.nodes.names[n]);
  const stiff = joints.filter(n => !reached.has(n)).map(n => names[n]);
  const idle = [...reached].filter(n => below[n] === 0).map(n => names[n]);
  const gaps: string[] = [];
  if (left.length > 0) {
    gaps.push(
      `${left.length} of ${moved.length} joints that the motion file moves have no counterpart, and are left out: ${listNames(left)}.`,
    );
  }
  if (stiff.length > 0) {
    gaps.push(
      `${stiff.length} of ${joints.length} joints are moved by nothing in the motion file: ${listNames(stiff)}.`,
    );
  }
  if (idle.length > 0) gaps.push(`The motion file moves ${listNames(idle)}, which no vertex follows.`);
  return gaps;
}
