import type { GltfAsset, GltfClip } from '../../src/gltf/index.ts';
import { isHelperName, readBoneName } from './bone-name.ts';
import { findBones } from './find-bones.ts';
import { createFlexClips } from './flex-clips.ts';
import { flexShapes } from './flex-shapes.ts';
import { limbMotions } from './limb-motions.ts';
import { nameBones } from './name-bones.ts';
import { restFrames } from './node-frames.ts';
import { findLimbEnds, findPerson } from './person.ts';
import { personMotions } from './person-motions.ts';
import { createRig } from './rig.ts';
import { sayNames } from './say-names.ts';
import { splitMatrices } from './split-matrices.ts';
import type { Expression } from './vrm.ts';

/** Clips of one file take no more seconds than this together: where they would, all go faster. */
const MOST_SECONDS = 100;

/** Joints that twist along with others, and those inside a palm, bend in no rig. */
const STIFF = /twist|roll|metacarpal/i;

/**
 * An asset with clips that pose each of its joints and morph targets through what it may be asked for, after its own. `boneNames`,
 * by node, goes before the names of the nodes, and then they are all the bones of a person that there are. `expressions` are
 * flexed instead of the morph targets they are made of. The same file gives the same clips. Cost: some milliseconds, and as much again for each hundred thousand vertices.
 */
export function addFlexClips(
  given: GltfAsset,
  boneNames: ReadonlyMap<number, string> | null = null,
  expressions: readonly Expression[] = [],
): GltfAsset {
  const asset = splitMatrices(given);
  const { nodes } = asset;
  const names = nameBones(asset, boneNames);
  const person = findPerson(findBones(nodes, names), restFrames(asset));
  const rig = createRig(asset, person ? findLimbEnds(person, nodes.parents) : undefined);
  const mayTurn = (n: number): boolean => nodes.hasMatrix[n] === 0;
  const known = person
    ? personMotions(person, { ...rig, isMovable: rig.isMovable.map((is, n) => is && mayTurn(n)) })
    : null;
  const others = limbMotions(rig, nodes.names, n => {
    const isKnown = person !== null && (readBoneName(names[n]) !== null || isHelperName(nodes.names[n]));
    return mayTurn(n) && !isKnown && !rig.isWorn[n] && !STIFF.test(nodes.names[n]);
  });
  const repertoire = {
    motions: [...(known?.motions ?? []), ...others.motions],
    together: [...(known?.together ?? []), ...others.together],
  };
  const shapes = flexShapes(asset, expressions);
  const clips = fitInto(MOST_SECONDS, [...createFlexClips(asset, rig, repertoire), ...shapes.clips]);
  const gaps: string[] = [];
  const idle = (person?.bones ?? []).filter(({ node }) => rig.below[node] === 0).map(({ node }) => nodes.names[node]);
  if (idle.length > 0) gaps.push(`Flexing leaves out ${sayNames(idle)}: no vertex follows them.`);
  const stiff = nodes.names.filter((_, n) => rig.isMovable[n] && !mayTurn(n));
  if (stiff.length > 0) gaps.push(`Flexing leaves out ${sayNames(stiff)}: their matrices cannot be turned.`);
  if (shapes.left > 0)
    gaps.push(`Flexing leaves out ${shapes.left} pairs of morph targets that move the same vertices.`);
  if (clips.length === 0)
    gaps.push('There is nothing to flex: no joint moves part of a mesh, and there is no morph target.');
  return { ...asset, clips: [...asset.clips, ...clips], gaps: [...asset.gaps, ...gaps] };
}

/** The same clips, all faster by the same factor if they take longer together. */
function fitInto(seconds: number, clips: GltfClip[]): GltfClip[] {
  const total = clips.reduce((sum, { end }) => sum + end, 0);
  if (total <= seconds) return clips;
  const faster = (time: number): number => Math.fround((time * seconds) / total);
  return clips.map(clip => {
    const keyTimes = clip.keyTimes.map(faster);
    const tracks = clip.tracks.map(track => ({ ...track, times: track.times.map(faster) }));
    return { ...clip, keyTimes, tracks, end: keyTimes[keyTimes.length - 1] };
  });
}
