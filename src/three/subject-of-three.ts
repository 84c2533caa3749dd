import type * as three from 'three';
import { AnimationMixer } from 'three';
import type { BodyPose, CheckBody, CheckClip, CheckSubject } from '../check/plan/subject.ts';
import { sayValue } from '../math/say-value.ts';
import { updateWorld, writeJoints, writeWeights } from './joints-of-mesh.ts';
import { linkOf } from './link.ts';
import { readGeometry } from './read-geometry.ts';
import { weldMesh } from './shape-of-mesh.ts';

const CALLER = 'subjectOfThree';

/**
 * A scene of three.js, or one character of it, with the clips it plays, as `checkSubject` of `poseclash/check` takes it: every mesh at and
 * below `root` is a body; it rests as it stands now. Clips are played by a mixer of its own while poses are read, and all is put back
 * after each: nothing of the scene is changed. Leave it as it is until the check has ended. What is not visible counts as not
 * drawn; many in one (`InstancedMesh`, `BatchedMesh`) are left out, and told in `gaps`.
 *
 * A mesh of a glTF file with several materials is several meshes in three.js, so several bodies here, and one for `poseclash check`.
 * @example
 * {@includeCode ../../examples/api/three.ts#subject}
 */
export function subjectOfThree(
  root: three.Object3D,
  clips: readonly three.AnimationClip[],
  { name, metres = 1 }: { name?: string; metres?: number } = {},
): CheckSubject {
  if (root?.isObject3D !== true)
    throw new Error(`${CALLER}: the root is ${sayValue(root)}; give a scene or an object.`);
  const objects: three.Object3D[] = [];
  root.traverse(object => objects.push(object));
  const numbers = new Map(objects.map((object, n) => [object, n]));
  const { meshes, gaps } = listMeshes(objects);
  const poses = (): BodyPose[] => meshes.map(readPose);
  return {
    name: name ?? (root.name || 'scene'),
    metres,
    bodies: meshes.map(mesh => bodyOf(mesh, root, numbers)),
    nodes: { parents: objects.map(({ parent }) => numbers.get(parent!) ?? -1) },
    rest: poses(),
    clips: clips.map(clip => clipOf(clip, root, meshes)),
    gaps: [...gaps, ...clips.flatMap(listUnread)],
  };
}

function listMeshes(objects: readonly three.Object3D[]): { meshes: three.Mesh[]; gaps: string[] } {
  const meshes: three.Mesh[] = [];
  const gaps: string[] = [];
  for (const object of objects) {
    const mesh = object as three.Mesh;
    if (mesh.isMesh !== true) continue;
    const { isInstancedMesh, isBatchedMesh } = object as three.InstancedMesh & three.BatchedMesh;
    const { position } = mesh.geometry.attributes;
    if (isInstancedMesh || isBatchedMesh) gaps.push(`'${mesh.name}' is many in one, and was not checked.`);
    else if (position && (mesh.geometry.index ?? position).count >= 3) meshes.push(mesh);
  }
  return { meshes, gaps };
}

function bodyOf(mesh: three.Mesh, root: three.Object3D, numbers: ReadonlyMap<three.Object3D, number>): CheckBody {
  const [welded, source] = weldMesh(mesh, readGeometry(mesh, CALLER));
  const { bones } = linkOf(mesh, CALLER);
  const joints: readonly three.Object3D[] = bones.length > 0 ? bones : [mesh];
  const materials = [mesh.material].flat();
  return {
    name: mesh.name || `mesh ${mesh.id}`,
    mesh: welded,
    source,
    jointNames: joints.map((joint, j) => joint.name || `joint ${j}`),
    // Bones may hang elsewhere than below the root: they are told apart, and hang on nothing.
    ...(joints.every(joint => numbers.has(joint)) && { nodes: joints.map(joint => numbers.get(joint)!) }),
    materialNames: materials.map(material => material?.name ?? ''),
    materialOfTriangle: materialsOf(mesh, welded.triangles.length / 3),
    opacities: materials.map(opacityOf),
    isInvisible: isHidden(mesh, root),
  };
}

/** As groups say; what is in none has the first material. */
function materialsOf({ material, geometry }: three.Mesh, triangles: number): Uint32Array {
  const numbers = new Uint32Array(triangles);
  if (!Array.isArray(material)) return numbers;
  for (const { start, count, materialIndex = 0 } of geometry.groups) {
    if (material[materialIndex]) numbers.fill(materialIndex, Math.ceil(start / 3), Math.ceil((start + count) / 3));
  }
  return numbers;
}

function opacityOf(material: three.Material | undefined): number {
  if (!material) return 1;
  if (!material.visible) return 0;
  const { transmission = 0 } = material as Partial<three.MeshPhysicalMaterial>;
  return (material.transparent ? material.opacity : 1) * (1 - transmission);
}

function isHidden(mesh: three.Object3D, root: three.Object3D): boolean {
  if (!mesh.visible) return true;
  return mesh !== root && mesh.parent !== null && isHidden(mesh.parent, root);
}

function readPose(mesh: three.Mesh): BodyPose {
  const link = linkOf(mesh, CALLER);
  updateWorld(link, mesh);
  writeJoints(link, mesh, 'world');
  writeWeights(link, mesh);
  return { jointMatrices: link.matrices.slice(), weights: link.weights.slice() };
}

function clipOf(clip: three.AnimationClip, root: three.Object3D, meshes: readonly three.Mesh[]): CheckClip {
  const keyTimes = Float64Array.from(new Set(clip.tracks.flatMap(({ times }) => [...times]))).sort();
  const [start = 0] = keyTimes;
  return {
    name: clip.name,
    start,
    end: keyTimes.at(-1) ?? start,
    keyTimes,
    poseAt(time, out) {
      const mixer = new AnimationMixer(root);
      const action = mixer.clipAction(clip).play();
      action.time = time;
      action.paused = true; // stays at this time, also where it would begin again
      mixer.update(0);
      for (const [m, mesh] of meshes.entries()) {
        const { jointMatrices, weights } = readPose(mesh);
        out[m].jointMatrices.set(jointMatrices);
        out[m].weights.set(weights);
      }
      mixer.stopAllAction(); // which puts back what was there
      mixer.uncacheRoot(root);
      for (const mesh of meshes) updateWorld(linkOf(mesh, CALLER), mesh);
    },
  };
}

/** What is shown and hidden counts as it is at rest. */
function listUnread({ name, tracks }: three.AnimationClip): string[] {
  const isShown = tracks.some(track => track.name.endsWith('.visible'));
  return isShown ? [`Clip '${name}' shows and hides objects; they count as they are at rest.`] : [];
}
