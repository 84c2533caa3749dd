import { type GltfAsset, type GltfBody, poseAt } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { createCollider, createShape, type Mesh, type Shape } from '../../src/index.ts';
import type { DrawnPaint, JointTurn } from '../protocol.ts';
import { type Actor, actFor, type Cast } from './cast.ts';
import { drawBody } from './draw-body.ts';
import { type Bones, carryJoint, findTurn, isBelow } from './turn-joints.ts';

const PER_SECOND = 30;

/** The bodies of a file, moved by one of its clips; at rest if it has none of that name. */
export interface AssetCast extends Cast {
  /** Writes the scene as the file leaves it. */
  writeRest(): void;
}

export function castAsset(
  asset: GltfAsset,
  clipName: string | undefined,
  colors: readonly number[],
  paints: readonly DrawnPaint[],
): AssetCast {
  const shapes = shapeBodies(asset);
  const bones = asset.bodies.map(body => findBones(asset, body));
  const actors: Actor[] = asset.bodies.map((body, b) => {
    const looks = {
      name: body.name,
      color: colors[b % colors.length],
      jointNames: body.jointNames,
      jointParents: bones[b].parents,
      jointPoints: bones[b].points,
      paint: paints[b],
    };
    return actFor(drawBody(body.mesh, body.source, shapes[b], looks), createCollider(shapes[b]));
  });
  const clip = asset.clips.find(({ name }) => name === clipName) ?? null;
  const pose = createScenePose(asset);
  const write = (time: number | null): void => {
    poseAt(asset, time === null ? null : clip, time ?? 0, { into: pose });
    actors.forEach(({ jointMatrices, weights }, b) => {
      jointMatrices.set(pose.bodies[b].jointMatrices);
      weights.set(pose.bodies[b].weights);
    });
  };
  return {
    actors,
    steps: clip ? Math.max(1, Math.floor(PER_SECOND * (clip.end - clip.start) + 1e-6) + 1) : 1,
    stepsPerSecond: PER_SECOND,
    writePoses: step => write(clip ? clip.start + step / PER_SECOND : null),
    writeRest: () => write(null),
    turnJoints: turns => turnNodes(asset, actors, bones, turns),
  };
}

/** Bodies that share a mesh share a shape. Boxes are best, but those of bodies without a skin lie in a frame of their own. */
function shapeBodies({ bodies }: GltfAsset): Shape[] {
  const shapes = new Map<Mesh, Shape>();
  return bodies.map(({ mesh, source }) => {
    const isSkinned = source.kind !== 'rigid' && source.kind !== 'morph';
    const shape = shapes.get(mesh) ?? createShape(mesh, source, { volumes: isSkinned ? 'box' : 'sphere' });
    shapes.set(mesh, shape);
    return shape;
  });
}

/** How the joints of a body hang together, and where they are in its rest space. */
function findBones({ nodes }: GltfAsset, { joints, bindMatrices }: GltfBody): Bones {
  const jointOfNode = new Map(Array.from(joints, (node, joint) => [node, joint]));
  const parents = Int32Array.from(joints, node => {
    let at = nodes.parents[node];
    while (at >= 0 && !jointOfNode.has(at)) at = nodes.parents[at];
    return jointOfNode.get(at) ?? -1;
  });
  const points = new Float64Array(3 * joints.length);
  joints.forEach((_, joint) => {
    points.set(originBehind(bindMatrices, 12 * joint), 3 * joint);
  });
  return { parents, points };
}

/** The point that a 3x4 matrix takes to the origin; the origin itself where there is no single one. */
function originBehind(m: Float64Array, o: number): number[] {
  const row = (r: number): number[] => [m[o + 4 * r], m[o + 4 * r + 1], m[o + 4 * r + 2]];
  const [x, y, z] = [row(0), row(1), row(2)];
  const cross = (a: number[], b: number[]): number[] => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const columns = [cross(y, z), cross(z, x), cross(x, y)];
  const determinant = x[0] * columns[0][0] + x[1] * columns[0][1] + x[2] * columns[0][2];
  if (!(Math.abs(determinant) > 1e-30)) return [0, 0, 0];
  return [0, 1, 2].map(
    axis => -(columns[0][axis] * m[o + 3] + columns[1][axis] * m[o + 7] + columns[2][axis] * m[o + 11]) / determinant,
  );
}

/** A joint is a node, and other bodies may follow it too: clothes go where the arm goes. */
function turnNodes(
  { nodes, bodies }: GltfAsset,
  actors: readonly Actor[],
  bones: readonly Bones[],
  turns: readonly JointTurn[],
): void {
  for (const { body, joint, turn } of turns) {
    if (!actors[body] || joint >= bodies[body].joints.length) continue;
    const node = bodies[body].joints[joint];
    const motion = findTurn(bones[body], joint, turn, actors[body].jointMatrices);
    bodies.forEach(({ joints }, b) => {
      joints.forEach((other, j) => {
        if (isBelow(nodes.parents, other, node)) carryJoint(motion, actors[b].jointMatrices, j);
      });
    });
  }
}
