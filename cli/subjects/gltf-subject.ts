import type { BodyPose, CheckBody, CheckClip, CheckSubject } from '../../src/check/index.ts';
import { type GltfAsset, type GltfClip, poseAt, type ScenePose } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { checkFollowing } from './follow-clips.ts';
import { inOneLine } from './one-line.ts';

/** The bodies and clips of a glTF file, as a check wants them. Names are kept to one line. */
export function createGltfSubject(name: string, asset: GltfAsset, metres = 1): CheckSubject {
  const pose = createScenePose(asset);
  return {
    name,
    metres,
    bodies: asset.bodies.map(body => toBody(body)),
    nodes: { parents: asset.nodes.parents },
    rest: copyBodies(pose),
    clips: asset.clips.map(clip => toClip(clip, [clip], (time, out) => poseInto(asset, clip, time, pose, out))),
    gaps: listGaps(asset),
  };
}

/**
 * Two files as one subject: all bodies of the first against all of the second, not against themselves. Clips of the same name play
 * together. Where only the first has a clip, nodes of the second that are called like nodes of the first follow it: that is how
 * a jacket follows the body it is made for. `followsClips` false: the second stands as it is. Percentages
 * are of the height of the first, whatever it is held against.
 */
export function createPairSubject(
  name: string,
  first: GltfAsset,
  second: GltfAsset,
  { metres = 1, followsClips = true, withSelf = false } = {},
): CheckSubject {
  for (const [asset, which] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    if (asset.bodies.length === 0)
      throw new Error(`there is no mesh in the ${which} file, so there is nothing to hold against`);
  }
  const poses = [createScenePose(first), createScenePose(second)];
  const count = first.bodies.length;
  const isDouble = new Set(first.bodies.map(body => body.name));
  const clipsOfSecond = followsClips ? second.clips : [];
  const names = [...new Set([...first.clips, ...clipsOfSecond].map(clip => clip.name))];
  const pairs = names.map(clipName => {
    const ofFirst = first.clips.find(clip => clip.name === clipName) ?? null;
    const ofSecond = clipsOfSecond.find(clip => clip.name === clipName) ?? null;
    return { ofFirst, ofSecond, led: ofSecond ?? (ofFirst && followsClips ? lead(first, ofFirst, second) : null) };
  });
  const behind = followsClips
    ? checkFollowing(
        first,
        second,
        pairs.map(({ led }) => led),
      )
    : [];
  const clips = pairs.map(({ ofFirst, ofSecond, led }) =>
    toClip(joinClips(ofFirst, ofSecond), [ofFirst, ofSecond], (time, out) => {
      poseInto(first, ofFirst, time, poses[0], out.slice(0, count));
      poseInto(second, led, time, poses[1], out.slice(count));
    }),
  );
  return {
    name,
    metres,
    bodies: [
      ...first.bodies.map(body => toBody(body)),
      ...second.bodies
        .map(body => toBody(body, first.nodes.parents.length))
        .map(body => (isDouble.has(body.name) ? { ...body, name: `${body.name} (2)` } : body)),
    ],
    nodes: { parents: joinParents(first.nodes.parents, second.nodes.parents) },
    rest: poses.flatMap(copyBodies),
    measured: first.bodies.map((_, b) => b),
    clips,
    checks: {
      self: withSelf ? first.bodies.map((_, b) => b) : [],
      pairs: [
        ...(withSelf
          ? first.bodies.flatMap((_, a) => first.bodies.slice(a + 1).map((_, k) => [a, a + 1 + k] as const))
          : []),
        ...first.bodies.flatMap((_, a) => second.bodies.map((_, b) => [a, count + b] as const)),
      ],
    },
    gaps: [...listGaps(first), ...second.gaps, ...behind],
  };
}

/** Nodes of a second file are numbered on from those of the first. */
function joinParents(first: Int32Array, second: Int32Array): number[] {
  return [...first, ...Array.from(second, node => (node < 0 ? node : first.length + node))];
}

function toBody(body: GltfAsset['bodies'][number], firstNode = 0): CheckBody {
  const { name, mesh, source, joints, jointNames, materialNames, primitiveOfTriangle, isInvisible, opacities } = body;
  return {
    nodes: joints.map(node => firstNode + node),
    name: inOneLine(name),
    mesh,
    source,
    jointNames: jointNames.map(inOneLine),
    materialNames: materialNames.map(inOneLine),
    materialOfTriangle: primitiveOfTriangle,
    isInvisible,
    opacities,
  };
}

/** A clip that is made of these clips of files. If nothing of one of them is read it cannot be posed, as at rest it would look clean. */
function toClip(
  { name, start, end: duration, keyTimes }: Pick<GltfClip, 'name' | 'start' | 'end' | 'keyTimes'>,
  madeOf: readonly (GltfClip | null)[],
  poseAt: CheckClip['poseAt'],
): CheckClip {
  const unread = madeOf.find(clip => clip?.unread !== undefined)?.unread;
  const refuse = (): void => {
    throw new Error(`not checked: ${unread}`);
  };
  return { name: inOneLine(name), start, end: duration, keyTimes, poseAt: unread === undefined ? poseAt : refuse };
}

function listGaps({ gaps, clips, bodies }: GltfAsset): string[] {
  const own = [...gaps];
  if (bodies.length === 0) own.push('There is no mesh: nothing was checked.');
  else if (clips.length === 0) own.push('There is no clip: nothing moves, so nothing was checked.');
  return own;
}

function copyBodies({ bodies }: ScenePose): BodyPose[] {
  return bodies.map(({ jointMatrices, weights }) => ({
    jointMatrices: jointMatrices.slice(),
    weights: weights.slice(),
  }));
}

function poseInto(
  asset: GltfAsset,
  clip: GltfClip | null,
  time: number,
  pose: ScenePose,
  out: readonly BodyPose[],
): void {
  poseAt(asset, clip, time, { into: pose });
  pose.bodies.forEach(({ jointMatrices, weights }, b) => {
    out[b].jointMatrices.set(jointMatrices);
    out[b].weights.set(weights);
  });
}

/** A clip of one file for the nodes of another that are called the same; morph weights stay out. */
function lead(from: GltfAsset, clip: GltfClip, to: GltfAsset): GltfClip {
  const numbers = new Map(to.nodes.names.map((name, n) => [name, n]));
  const tracks = clip.tracks.flatMap(track => {
    const node = numbers.get(from.nodes.names[track.node]);
    return node === undefined || track.path === 'weights' || to.nodes.hasMatrix[node] ? [] : [{ ...track, node }];
  });
  return { ...clip, tracks };
}

function joinClips(
  one: GltfClip | null,
  other: GltfClip | null,
): Pick<GltfClip, 'name' | 'start' | 'end' | 'keyTimes'> {
  const both = [one, other].filter(clip => clip !== null);
  return {
    name: both[0].name,
    start: Math.min(...both.map(({ start }) => start)),
    end: Math.max(...both.map(({ end: duration }) => duration)),
    keyTimes: Float64Array.from(new Set(both.flatMap(({ keyTimes }) => [...keyTimes]))).sort(),
  };
}
