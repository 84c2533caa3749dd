import type { GltfAsset, GltfClip, GltfTrack } from '../../src/gltf/index.ts';
import { inOneLine } from '../subjects/one-line.ts';
import { copyClip, haveSameRest } from './copy-clip.ts';
import { type Bone, findBones } from './find-bones.ts';
import { matchJoints, type Named } from './match-joints.ts';
import { nameBones } from './name-bones.ts';
import { restFrames } from './node-frames.ts';
import { findPerson } from './person.ts';
import { createRetarget, type Retarget, retargetClip } from './retarget.ts';
import { sayNames } from './say-names.ts';
import { mapShapes } from './shape-tracks.ts';
import { splitMatrices } from './split-matrices.ts';

/** A file, and the bones it names by itself, by node. */
export interface Rigged {
  asset: GltfAsset;
  bones: ReadonlyMap<number, string> | null;
}

/** A file whose clips are to be played, and what it is called. */
export interface MotionSet extends Rigged {
  file: string;
}

/** A set as the asset plays it. */
interface Played {
  file: string;
  clips: GltfClip[];
  rig: Retarget['rig'];
  /** Nodes of the asset that it moves. */
  reached: number[];
  /** How many joints of the set move, the names of those that nothing of the asset is called like, and of those that are only turned. */
  moved: number;
  left: string[];
  lost: string[];
}

/**
 * An asset with the clips of other files after its own: on the joints that match (`matchJoints`) and the morph targets of the
 * same names. Where both rest alike the tracks are the same; else they are computed (`retargetClip`). A clip whose name is taken is
 * called after its file too. What has no counterpart is told in the gaps. Throws if nothing of a set has.
 */
export function addMotionClips({ asset: given, bones }: Rigged, sets: readonly MotionSet[]): GltfAsset {
  const asset = splitMatrices(given);
  const played = sets.map(set => playSet({ asset, bones }, set));
  const taken = new Set(asset.clips.map(({ name }) => name));
  const clips = played.flatMap(({ file, clips }) =>
    clips.map((clip): GltfClip => {
      const name = findFreeName(clip.name, inOneLine(file).replace(/\.[^.]*$/, ''), taken);
      taken.add(name);
      return { ...clip, name };
    }),
  );
  return { ...asset, clips: [...asset.clips, ...clips], gaps: [...asset.gaps, ...sayGaps(asset, played)] };
}

/** `walk`, else `walk (file)`, else `walk (file 2)` and so on. */
function findFreeName(name: string, file: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let k = 1; ; k++) {
    const longer = `${name} (${file}${k > 1 ? ` ${k}` : ''})`;
    if (!taken.has(longer)) return longer;
  }
}

function playSet({ asset, bones }: Rigged, set: MotionSet): Played {
  const { file } = set;
  if (set.asset.clips.length === 0) throw new Error(`there is no clip in ${inOneLine(file)}`);
  const from = nameJoints(set.asset, set.bones);
  const to = nameJoints(asset, bones);
  const tracks = set.asset.clips.flatMap(clip => clip.tracks);
  const moved = [...new Set(tracks.filter(({ path }) => path !== 'weights').map(({ node }) => node))];
  const known = matchJoints(from, moved, to);
  const carried = listCarried(from, moved, known);
  const matches = matchJoints(from, [...moved, ...carried], to);
  for (const [s, t] of matches) if (asset.nodes.hasMatrix[t]) matches.delete(s);
  const shapeTracks = (clip: GltfClip): GltfTrack[] => mapShapes(set.asset, clip, asset);
  const { names } = set.asset.nodes;
  if (matches.size === 0 && !set.asset.clips.some(clip => shapeTracks(clip).length > 0)) {
    const ofSet = sayNames(moved.map(n => names[n]));
    const own = sayNames([...new Set(asset.bodies.flatMap(body => body.jointNames))]);
    throw new Error(
      `nothing of it is called like what ${inOneLine(file)} moves (${ofSet || 'no joint'}; here there is ${own || 'no joint'}); ` +
        'give both the same names, or those of a person',
    );
  }
  const isSame = !carried.some(n => matches.has(n)) && haveSameRest(set.asset, asset, matches);
  const retarget = createRetarget({ ...set, ...from }, { asset, ...to }, matches);
  const clips = set.asset.clips.map((clip): GltfClip => {
    const turned = isSame ? copyClip(clip, matches) : retargetClip(retarget, clip);
    return { ...turned, tracks: [...turned.tracks, ...shapeTracks(clip)] };
  });
  const left = moved.filter(n => !matches.has(n)).map(n => names[n]);
  return {
    file,
    clips,
    rig: retarget.rig,
    reached: [...matches.values()],
    moved: moved.length,
    left,
    lost: isSame ? [] : retarget.lost,
  };
}

/**
 * Bones that no track moves and that hang on a joint that is moved and has no counterpart, as hips on a control that takes the whole body
 * along: what has to follow them goes where they are taken.
 */
function listCarried(
  { nodes, person }: Named,
  moved: readonly number[],
  matches: ReadonlyMap<number, number>,
): number[] {
  return (person?.bones ?? []).flatMap(({ node }) => {
    let above = node;
    while (above >= 0 && !moved.includes(above)) above = nodes.parents[above];
    return above >= 0 && above !== node && !matches.has(above) ? [node] : [];
  });
}

function nameJoints(asset: GltfAsset, bones: ReadonlyMap<number, string> | null): Named {
  const { nodes } = asset;
  const found = findBones(nodes, nameBones(asset, bones));
  return { nodes, person: findPerson([...found, ...findNamelessHips(nodes.parents, found)], restFrames(asset)) };
}

/** The joint on which both legs and the spine hang, if it is called otherwise than hips are: else each would go its own way. */
function findNamelessHips(parents: Int32Array, bones: readonly Bone[]): Bone[] {
  const firsts = bones.filter(({ part, number }) => number === 0 && (part === 'upper leg' || part === 'spine'));
  const rows = firsts.map(({ node }) => {
    const row: number[] = [];
    for (let a = parents[node]; a >= 0; a = parents[a]) row.push(a);
    return row;
  });
  const node = rows[0]?.find(a => rows.every(row => row.includes(a)));
  if (node === undefined || bones.some(bone => bone.part === 'hips' || bone.node === node)) return [];
  return [{ part: 'hips', side: '', finger: '', number: 0, node }];
}

/** What of both sides has no counterpart, what moves though no vertex follows, and what is left out of motions. */
function sayGaps(asset: GltfAsset, played: readonly Played[]): string[] {
  const { names } = asset.nodes;
  const { below, isMovable, vertices } = played[0].rig;
  const reached = new Set(played.flatMap(one => one.reached));
  const joints = names.map((_, n) => n).filter(n => vertices[n].length > 0 && isMovable[n]);
  const stiff = joints.filter(n => !reached.has(n)).map(n => names[n]);
  const idle = [...reached].filter(n => below[n] === 0).map(n => names[n]);
  const { files, s } = sayFiles(played);
  const gaps = groupAlike(played, ({ moved, left }) => [moved, left]).map(some => {
    const [{ moved, left }] = some;
    const { files, s } = sayFiles(some);
    return `${left.length} of ${moved} joints that ${files} move${s} have no counterpart, and are left out: ${sayNames(left)}.`;
  });
  if (stiff.length > 0)
    gaps.push(`${stiff.length} of ${joints.length} joints are moved by nothing in ${files}: ${sayNames(stiff)}.`);
  if (idle.length > 0) gaps.push(`No vertex follows ${sayNames(idle)}, which ${files} move${s}.`);
  for (const some of groupAlike(played, ({ lost }) => [lost])) {
    const { files, s } = sayFiles(some);
    gaps.push(
      `${files} also shift${s} or scale${s} ${sayNames(some[0].lost)}, which is left out: bones keep their lengths.`,
    );
  }
  return gaps;
}

/** Those of which the last of what is told is a list with names in it: together, where all that is told of them is the same. */
function groupAlike(played: readonly Played[], told: (one: Played) => [...unknown[], string[]]): Played[][] {
  const groups = new Map<string, Played[]>();
  for (const one of played) {
    const all = told(one);
    if ((all.at(-1) as string[]).length === 0) continue;
    const key = JSON.stringify(all);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** "walk.glb" and the s of what it moves, or "walk.glb and 6 more" and no s. */
function sayFiles([first, ...others]: readonly Played[]): { files: string; s: string } {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return { files: `${inOneLine(first.file)}${more}`, s: more ? '' : 's' };
}
