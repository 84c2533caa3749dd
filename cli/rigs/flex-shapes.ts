import type { GltfAsset, GltfBody, GltfClip, GltfTrack } from '../../src/gltf/index.ts';
import type { Expression } from './vrm.ts';

/** Seconds from rest to an extreme. */
const SECONDS = 0.2;

/** The most pairs of shapes that are tried together: those that move most of the same vertices. */
const MOST_PAIRS = 40;

/** Two shapes move the same vertices if they have at least this share of those of the smaller one in common. */
const SHARED = 0.25;

/** A morph target by its name, in all bodies that have one called so: lashes blink with the lids; or an expression, made of several. */
interface Shape {
  name: string;
  /** `full`: the weight it has when the shape is at 1. */
  targets: { body: number; target: number; full: number }[];
}

/**
 * A clip for each morph target that takes it to its extremes, 0 and 1, and one for each pair that moves the same vertices. Joints
 * stay at rest. Targets of which `expressions` are made are moved by these alone, as in applications. `left` is how many such pairs were left out.
 */
export function flexShapes(
  asset: GltfAsset,
  expressions: readonly Expression[] = [],
): { clips: GltfClip[]; left: number } {
  const expressed = listExpressions(asset, expressions);
  const isBound = new Set(expressed.flatMap(({ targets }) => targets.map(({ body, target }) => `${body} ${target}`)));
  const others = listShapes(asset).map(({ name, targets }) => ({
    name,
    targets: targets.filter(({ body, target }) => !isBound.has(`${body} ${target}`)),
  }));
  const shapes = [...expressed, ...others].filter(({ targets }) => targets.length > 0);
  const alone = shapes.map(shape => createClip(asset, [shape], [1, 0]));
  const moved = shapes.map(shape => listMoved(asset, shape));
  const pairs = shapes
    .flatMap((_, a) => shapes.slice(a + 1).map((_, k) => ({ a, b: a + 1 + k })))
    .map(({ a, b }) => ({ a, b, shared: countShared(moved[a], moved[b]) }))
    .filter(({ a, b, shared }) => shared > 0 && shared >= SHARED * Math.min(moved[a].size, moved[b].size))
    .sort((p, q) => q.shared - p.shared || p.a - q.a || p.b - q.b);
  const together = pairs.slice(0, MOST_PAIRS).map(({ a, b }) => createClip(asset, [shapes[a], shapes[b]], [1]));
  return { clips: [...alone, ...together], left: Math.max(0, pairs.length - MOST_PAIRS) };
}

function listShapes({ bodies }: GltfAsset): Shape[] {
  const shapes = new Map<string, Shape>();
  bodies.forEach(({ targetNames }, body) => {
    targetNames.forEach((name, target) => {
      const shape = shapes.get(name) ?? { name, targets: [] };
      shapes.set(name, shape);
      shape.targets.push({ body, target, full: 1 });
    });
  });
  return [...shapes.values()];
}

function listExpressions({ bodies }: GltfAsset, expressions: readonly Expression[]): Shape[] {
  return expressions.map(({ name, binds }) => ({
    name,
    targets: binds.flatMap(({ node, target, weight }) =>
      bodies.flatMap(({ node: own, restWeights }, body) =>
        own === node && target >= 0 && target < restWeights.length && weight !== 0
          ? [{ body, target, full: weight }]
          : [],
      ),
    ),
  }));
}

/** The vertices a shape moves, each as a number over all bodies. */
function listMoved({ bodies }: GltfAsset, { targets }: Shape): Set<number> {
  const moved = new Set<number>();
  for (const { body, target } of targets) {
    const field = fieldsOf(bodies[body])[target];
    for (let k = 0; k < field.length; k++) if (field[k] !== 0) moved.add(body * 2 ** 32 + Math.floor(k / 3));
  }
  return moved;
}

function fieldsOf({ source }: GltfBody): readonly (Float64Array | Float32Array)[] {
  return source.kind === 'morph' || source.kind === 'chain' ? source.targets : [];
}

function countShared(a: Set<number>, b: Set<number>): number {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let count = 0;
  for (const vertex of fewer) if (more.has(vertex)) count++;
  return count;
}

/** From rest to each weight and back. Weights that are at rest already are left out. */
function createClip({ bodies }: GltfAsset, shapes: readonly Shape[], weights: readonly number[]): GltfClip {
  const all = shapes.flatMap(({ targets }) => targets);
  const ends = weights.filter(weight =>
    all.some(({ body, target, full }) => bodies[body].restWeights[target] !== weight * full),
  );
  const times = Float32Array.from({ length: 2 * ends.length + 1 }, (_, k) => SECONDS * k);
  const nodes = [...new Set(all.map(({ body }) => bodies[body].node))];
  const tracks = nodes.map((node): GltfTrack => {
    // Bodies of one node are instances of one mesh, and share their weights.
    const ofNode = bodies.flatMap((body, b) => (body.node === node ? [b] : []));
    const { restWeights } = bodies[ofNode[0]];
    const moved = new Map<number, number>();
    for (const { body, target, full } of all) {
      if (body === ofNode[0]) moved.set(target, (moved.get(target) ?? 0) + full);
    }
    const keys = [...times].map((_, k) =>
      [...restWeights].map((weight, target) =>
        k % 2 === 1 && moved.has(target) ? ends[k >> 1] * moved.get(target)! : weight,
      ),
    );
    const values = Float32Array.from(keys.flat());
    return { node, path: 'weights', interpolation: 'LINEAR', size: restWeights.length, times, values, bodies: ofNode };
  });
  const names = shapes.map(({ name }) => `${name} 0..1`).join(' + ');
  const keyTimes = Float64Array.from(times);
  return { name: `flex: shape ${names}`, start: 0, end: keyTimes[keyTimes.length - 1], keyTimes, tracks };
}
