import * as three from 'three';
import { MeshBVH, SAH, SkinnedMeshBVH } from 'three-mesh-bvh';
import { createCreatureWalk } from '../../models/index.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { accelerate } from '../../src/three/index.ts';
import { hashNumbers, median } from '../harness/measure.ts';
import { type BenchOptions, formatTable, type Report } from '../harness/report.ts';
import { createSkinned, takePose } from './skinned-mesh.ts';
import { skinVertices } from './skinning.ts';

const ROUNDS = 5;

/** One ray through a `Raycaster`, and bounds, after a new pose: all a user of three.js pays, bones included. */
export function measurePicking(detail: number, { isQuick, print }: BenchOptions, report: Report): void {
  const [model] = scenes[detail === 1 ? 'creatures-walk-through' : `creatures-walk-through-x${detail}`]().bodies;
  const walk = createCreatureWalk(model);
  const poses = Array.from({ length: 40 }, (_, k) => {
    const pose = new Float64Array(12 * model.skin.jointCount);
    walk.write(k / 40, 0, 0, 0, pose);
    return pose;
  });
  const raycaster = new three.Raycaster(new three.Vector3(9, 2.1, 0.2), new three.Vector3(-1, 0, 0));
  raycaster.firstHitOnly = true;
  const ways = createWays(model.mesh, model.skin, raycaster);
  const triangles = model.mesh.triangles.length / 3;
  const table: (string | number)[][] = [['way', 'ray us', 'ours is faster', 'bounds us', 'ours is faster', 'hits']];
  const rays: number[][] = ways.map(() => []);
  const bounds: number[][] = ways.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    ways.forEach((way, w) => {
      const frames = way.isSlow ? Math.max(1, Math.min(4, Math.floor(2e5 / triangles))) : isQuick ? 80 : 400;
      rays[w].push(...timeFrames(frames, poses, way.pose, way.ray, round));
      if (way.bound) bounds[w].push(...timeFrames(frames, poses, way.pose, way.bound, round));
    });
  }
  const hits = ways.map(way => {
    way.pose(poses[7]);
    return way.ray() as number;
  });
  ways.forEach(({ name }, w) => {
    const ray = median(rays[w]);
    const bound = median(bounds[w]);
    const isBounded = bounds[w].length > 0;
    const boundCells = isBounded ? [bound, bound / median(bounds[0])] : ['', ''];
    table.push([name, ray, ray / median(rays[0]), ...boundCells, hits[w].toFixed(6)]);
    const row = { bench: 'peers', scene: `${triangles} triangles`, method: name, unit: 'us' };
    const hit = Math.abs(hits[w] - hits[0]) < 1e-4 ? hits[0] : hits[w]; // some skin in float32
    report.rows.push({ ...row, metric: 'a ray after a new pose', value: ray, resultHash: hashNumbers([hit]) });
    if (!isBounded) return;
    const resultHash = `${countOutside(ways[w], poses[7])} vertices outside`;
    report.rows.push({ ...row, metric: 'bounds after a new pose', value: bound, resultHash });
  });
  print(`\n${triangles} triangles: first hit, and bounding sphere, after a new pose; where the ray hits\n`);
  for (const line of formatTable(table)) print(line);
}

/** How many vertices the bounding sphere of a pose does not contain: what makes bounds of different sizes the same answer. */
function countOutside({ pose, bound, mesh }: Way, matrices: Float64Array): number {
  pose(matrices);
  bound?.();
  const sphere = mesh?.boundingSphere;
  if (!mesh || !sphere) throw new Error('countOutside: a way that bounds has no sphere.');
  const point = new three.Vector3();
  let outside = 0;
  for (let v = 0; v < mesh.geometry.attributes.position.count; v++) {
    if (sphere.distanceToPoint(mesh.getVertexPosition(v, point)) > 1e-4) outside++;
  }
  return outside;
}

interface Way {
  name: string;
  isSlow: boolean;
  pose(jointMatrices: Float64Array): void;
  /** Returns the distance of the hit. */
  ray(): number;
  bound?(): void;
  /** What is bounded. */
  mesh?: three.SkinnedMesh;
}

function createWays(...[mesh, skin, raycaster]: [...Parameters<typeof createSkinned>, three.Raycaster]): Way[] {
  const cast = (object: three.Object3D): number => raycaster.intersectObject(object, false)[0].distance;
  const ours = createSkinned(mesh, skin);
  accelerate(ours);

  const plain = createSkinned(mesh, skin);

  const classed = createSkinned(mesh, skin);
  const tree = new SkinnedMeshBVH(classed, { strategy: SAH });

  const baked = new three.Mesh(classed.geometry.clone().setIndex(new three.BufferAttribute(mesh.triangles.slice(), 1)));
  const bvh = new MeshBVH(baked.geometry, { strategy: SAH });
  const rest = Float32Array.from(mesh.positions);
  const narrow = { ...skin, joints: Uint16Array.from(skin.joints), weights: Float32Array.from(skin.weights) };
  const palette = new Float32Array(12 * skin.jointCount);
  return [
    {
      name: 'ours, by Raycaster',
      isSlow: false,
      pose: pose => takePose(ours, pose),
      ray: () => cast(ours),
      bound: () => ours.computeBoundingSphere(),
      mesh: ours,
    },
    {
      name: 'skinning + MeshBVH.refit + raycastFirst',
      isSlow: false,
      pose: pose => palette.set(pose),
      ray: () => {
        skinVertices(rest, narrow, palette, baked.geometry.attributes.position.array as Float32Array);
        bvh.refit();
        return bvh.raycastFirst(raycaster.ray, three.FrontSide)!.distance;
      },
    },
    {
      name: 'SkinnedMeshBVH.refit + raycastObject3D',
      isSlow: true,
      pose: pose => takePose(classed, pose),
      ray: () => {
        classed.updateMatrixWorld(true);
        tree.refit();
        const hits: three.Intersection[] = [];
        tree.raycastObject3D(classed, raycaster, hits);
        return hits[0].distance;
      },
    },
    {
      name: 'three.js itself',
      isSlow: true,
      pose: pose => takePose(plain, pose),
      ray: () => {
        plain.updateMatrixWorld(true);
        plain.computeBoundingSphere(); // without it, it looks where the mesh was
        return cast(plain);
      },
      bound: () => {
        plain.updateMatrixWorld(true);
        plain.computeBoundingSphere();
      },
      mesh: plain,
    },
  ];
}

/** What each of some frames takes, in us, the pose itself not counted; before the first round some warm up. */
function timeFrames(
  frames: number,
  poses: readonly Float64Array[],
  pose: Way['pose'],
  act: () => void,
  round: number,
): number[] {
  const times: number[] = [];
  for (let k = round === 0 ? -frames : 0; k < frames; k++) {
    pose(poses[(7 * round + k + frames) % poses.length]);
    const start = performance.now();
    act();
    if (k >= 0) times.push(1000 * (performance.now() - start));
  }
  return times;
}
