import type { GltfBody, GltfClip, GltfNodes, GltfTrack, Interpolation, TrackPath } from '../asset.ts';
import { type AccessorTable, FLOAT, want } from '../container/accessors.ts';
import { POINTER, VISIBILITY } from '../container/extensions.ts';
import { indexOf, type JsonObject, nameOf, objectOf, objectsOf, refuse, toIndex } from '../container/json.ts';
import { toNumbers } from '../container/numbers.ts';
import type { TypedArray } from '../container/typed-arrays.ts';
import { splitMatrix } from './read-nodes.ts';

export interface ClipPlan {
  name: string;
  tracks: TrackPlan[];
  /** Why channels are left out that may move something: one reason for each. */
  leftOut: string[];
}

interface TrackPlan {
  where: string;
  node: number;
  path: TrackPath;
  interpolation: Interpolation;
  /** Accessors of key times and values. */
  times: number;
  values: number;
}

const paths: readonly unknown[] = ['translation', 'rotation', 'scale', 'weights'] satisfies TrackPath[];
const interpolations: readonly unknown[] = ['STEP', 'LINEAR', 'CUBICSPLINE'] satisfies Interpolation[];
const outputTypes: Record<TrackPath, string> = {
  translation: 'VEC3',
  rotation: 'VEC4',
  scale: 'VEC3',
  weights: 'SCALAR',
};

/** Reads which property of which node each clip moves, and marks the accessors it does so with. */
export function planClips(json: JsonObject, nodeCount: number, table: AccessorTable, gaps: string[]): ClipPlan[] {
  const nodesOfMesh = listNodesOfMeshes(json);
  return objectsOf(json, 'animations', '').map((animation, a) => {
    const where = `animations[${a}]`;
    const name = nameOf(animation, `clip ${a}`);
    const samplers = objectsOf(animation, 'samplers', where);
    const tracks: TrackPlan[] = [];
    const leftOut: string[] = [];
    objectsOf(animation, 'channels', where).forEach((channel, c) => {
      const at = `${where}.channels[${c}]`;
      const target = objectOf(channel, 'target', at) ?? {};
      const { nodes, path } = readTarget(target, nodeCount, nodesOfMesh, `${at}.target`);
      if (nodes === null || !paths.includes(path)) {
        const what = sayUnread(target);
        if (what === null) return;
        gaps.push(`Channel ${c} of clip '${name}' is left out: ${what}.`);
        leftOut.push(what);
        return;
      }
      const s = indexOf(channel, 'sampler', samplers.length, at);
      if (s < 0) refuse(`${at}.sampler`, undefined, 'it must say what moves the node');
      for (const node of nodes) {
        tracks.push(planTrack(samplers[s], `${where}.samplers[${s}]`, node, path as TrackPath, table));
      }
    });
    return { name, tracks, leftOut };
  });
}

/**
 * Which property of which nodes a channel moves; no nodes if it is none of a node. KHR_animation_pointer names the same
 * properties by a path from the root of the file (`/nodes/3/rotation`), and weights also by their mesh, which are those
 * of all nodes that carry it and have none of their own.
 */
function readTarget(
  target: JsonObject,
  nodeCount: number,
  nodesOfMesh: readonly number[][],
  where: string,
): { nodes: number[] | null; path: unknown } {
  const pointer = pointerOf(target);
  if (pointer === null) {
    const node = indexOf(target, 'node', nodeCount, where);
    return { nodes: node < 0 ? null : [node], path: target.path };
  }
  const [, list, index, path] = /^\/(nodes|meshes)\/(\d+)\/(\w+)$/.exec(pointer) ?? [];
  if (list === 'nodes') return { nodes: [toIndex(Number(index), nodeCount, where)], path };
  if (list === 'meshes' && path === 'weights') {
    return { nodes: nodesOfMesh[toIndex(Number(index), nodesOfMesh.length, where)], path };
  }
  return { nodes: null, path };
}

function pointerOf({ path, extensions }: JsonObject): string | null {
  const pointer = ((extensions as JsonObject)?.[POINTER] as JsonObject)?.pointer;
  return path === 'pointer' && typeof pointer === 'string' ? pointer : null;
}

/** The nodes that carry each mesh and leave its weights as they are. */
function listNodesOfMeshes(json: JsonObject): number[][] {
  const lists = objectsOf(json, 'meshes', '').map((): number[] => []);
  objectsOf(json, 'nodes', '').forEach((node, n) => {
    const mesh = indexOf(node, 'mesh', lists.length, `nodes[${n}]`);
    if (mesh >= 0 && node.weights === undefined) lists[mesh].push(n);
  });
  return lists;
}

/**
 * Why a channel is not read; null if nothing has to be said, as what it changes moves no vertex (a material, a light).
 * What switches a node on and off is told, as nothing else says that parts are there in turn.
 */
function sayUnread(target: JsonObject): string | null {
  const pointer = pointerOf(target);
  if (pointer === null) return target.node === undefined ? 'it names no node' : `'${String(target.path)}' is not read`;
  if (pointer.endsWith(`/${VISIBILITY}/visible`)) return 'it shows and hides a node, which counts as it is at rest';
  return /^\/(nodes|meshes|skins)\//.test(pointer) ? `'${pointer}' is not read` : null;
}

function planTrack(sampler: JsonObject, where: string, node: number, path: TrackPath, table: AccessorTable): TrackPlan {
  const interpolation = sampler.interpolation ?? 'LINEAR';
  if (!interpolations.includes(interpolation)) {
    refuse(`${where}.interpolation`, interpolation, `it must be one of ${interpolations.join(', ')}`);
  }
  const times = indexOf(sampler, 'input', table.json.length, where);
  const values = indexOf(sampler, 'output', table.json.length, where);
  if (times < 0 || values < 0)
    refuse(`${where}.${times < 0 ? 'input' : 'output'}`, undefined, 'it must name an accessor');
  want(table, times, 'SCALAR', [FLOAT], `${where}.input`);
  want(table, values, outputTypes[path], [FLOAT, 5120, 5121, 5122, 5123], `${where}.output`);
  return { where, node, path, interpolation: interpolation as Interpolation, times, values };
}

/** Fills in the numbers. Tracks that share accessors share arrays. */
export function readClips(
  plans: ClipPlan[],
  nodes: GltfNodes,
  bodies: GltfBody[],
  table: AccessorTable,
  arrays: ReadonlyMap<number, TypedArray>,
  gaps: string[],
): GltfClip[] {
  const shared = new Map<number, Float32Array>();
  const numbersOf = (accessor: number, name: string): Float32Array => {
    const numbers = shared.get(accessor) ?? toNumbers(arrays.get(accessor)!, table.wanted.get(accessor)!, name);
    shared.set(accessor, numbers);
    return numbers;
  };
  const bodiesOf = new Map<number, number[]>();
  bodies.forEach(({ node }, b) => {
    const list = bodiesOf.get(node) ?? [];
    list.push(b);
    bodiesOf.set(node, list);
  });
  const checkedTimes = new Set<number>();
  return plans.map(({ name, tracks: trackPlans, leftOut: unplanned }) => {
    const tracks: GltfTrack[] = [];
    const leftOut = [...unplanned];
    for (const plan of trackPlans) {
      const { where, node, path, interpolation } = plan;
      const times = numbersOf(plan.times, `${where}.input`);
      if (!checkedTimes.has(plan.times)) checkTimes(times, where);
      checkedTimes.add(plan.times);
      const driven = path === 'weights' ? (bodiesOf.get(node) ?? []) : [];
      if (path === 'weights' && !driven.some(b => bodies[b].targetNames.length > 0)) {
        const what = `the weights of node '${nodes.names[node]}', which has no morph targets to read`;
        gaps.push(`Clip '${name}' moves ${what}.`);
        leftOut.push(`it moves ${what}`);
        continue;
      }
      const size = path === 'weights' ? bodies[driven[0]].targetNames.length : path === 'rotation' ? 4 : 3;
      const values = numbersOf(plan.values, `${where}.output`);
      const needed = times.length * size * (interpolation === 'CUBICSPLINE' ? 3 : 1);
      if (values.length !== needed) {
        refuse(`${where}.output`, `${values.length} numbers`, `${times.length} keys of ${path} need ${needed}`);
      }
      if (path !== 'weights' && nodes.hasMatrix[node]) {
        gaps.push(
          `Node '${nodes.names[node]}' has a matrix and is moved by a clip: the matrix is split, shear is lost.`,
        );
        splitMatrix(nodes, node);
      }
      tracks.push({ node, path, interpolation, size, times, values, bodies: driven });
    }
    const isUnread = tracks.length === 0 && leftOut.length > 0;
    return { name, ...measureKeys(tracks), tracks, ...(isUnread && { unread: sayLeftOut(leftOut) }) };
  });
}

/** Why nothing of a clip is read: the reason of its first channel, and how many more there are. */
function sayLeftOut([first, ...others]: readonly string[]): string {
  const more = others.length > 0 ? `; and ${others.length} more` : '';
  return `every channel of it is left out (${first}${more})`;
}

function checkTimes(times: Float32Array, where: string): void {
  if (times.length === 0) refuse(`${where}.input`, 'empty', 'a clip needs a key');
  for (let k = 1; k < times.length; k++) {
    if (times[k] < times[k - 1])
      refuse(
        `${where}.input[${k}]`,
        times[k],
        `the key before is at ${times[k - 1]}, and times of keys must not go back`,
      );
  }
}

function measureKeys(tracks: GltfTrack[]): Pick<GltfClip, 'start' | 'end' | 'keyTimes'> {
  const all = new Set<number>();
  for (const times of new Set(tracks.map(track => track.times))) for (const time of times) all.add(time);
  const keyTimes = Float64Array.from(all).sort();
  return { start: keyTimes[0] ?? 0, end: keyTimes[keyTimes.length - 1] ?? 0, keyTimes };
}
