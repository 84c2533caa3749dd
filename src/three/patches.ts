import type * as three from 'three';
import { Box3, Vector3 } from 'three';
import { stretchOf } from '../math/matrix34.ts';
import { componentOf } from './component.ts';
import { listTriangles } from './triangles.ts';

/**
 * The skin of a geometry in patches. A triangle has a base, the first joint that a corner of it follows, and there is a patch for each base and each joint that
 * corners of its triangles follow. A posed corner is a mean of the places to which its joints carry it, so a triangle is in any box that holds what becomes of the patches of its base.
 * Coarser: there is a patch for each joint, of all that follows it.
 */
export interface Patches {
  /** The joint of each patch: those of each joint first, in the order of joints, then those of each base in a row. */
  joints: Int32Array;
  /** Where these rows begin, and one more. */
  starts: Int32Array;
  parts: readonly Part[];
}

/** The corners of the triangles of a base that follow the same joints. */
interface Part {
  /** By joint, the patch that it is in. */
  patches: ReadonlyMap<number, number>;
  /** About them at rest, as the geometry is stored. */
  sphere: Sphere;
}

/** Where patches are, as long as the inverses of the bones are these. Never written again. */
export interface PatchSpheres {
  /** 12 numbers for each joint, column by column. */
  inverses: Float64Array;
  /** By patch, in the space of its bone: the middle and the radius of a sphere. */
  spheres: Float64Array;
}

/** The patches of a geometry whose joints are bones of these numbers. Cost: one pass over its triangles. */
export function findPatches(mesh: three.Mesh, numbers: Uint32Array): Patches {
  const { triangles, vertices } = listTriangles(mesh, 'raycast');
  const { position } = mesh.geometry.attributes;
  const followed = listFollowed(mesh, vertices, numbers);
  const found = new Map<string, { base: number; joints: readonly number[]; box: Box3 }>();
  const point = new Vector3();
  for (let k = 0; k < triangles.length; k += 3) {
    const corners = triangles.subarray(k, k + 3);
    const base = Math.min(...Array.from(corners, corner => followed[corner][0]));
    for (const corner of corners) {
      const key = `${base}: ${followed[corner]}`;
      const part = found.get(key) ?? { base, joints: followed[corner], box: new Box3() };
      found.set(key, part);
      part.box.expandByPoint(point.fromBufferAttribute(position, vertices[corner]));
    }
  }
  return numberPatches([...found.values()], numbers.length);
}

/** The joints that each vertex follows, ascending; lists that are the same are one. */
function listFollowed({ geometry }: three.Mesh, vertices: Uint32Array, numbers: Uint32Array): (readonly number[])[] {
  const { skinIndex, skinWeight } = geometry.attributes;
  const jointOf = new Map(Array.from(numbers, (bone, joint) => [bone, joint]));
  const lists = new Map<string, readonly number[]>();
  return Array.from(vertices, vertex => {
    const joints = new Set<number>();
    for (let influence = 0; influence < 4; influence++) {
      if (componentOf(skinWeight, vertex, influence) > 0) {
        joints.add(jointOf.get(componentOf(skinIndex, vertex, influence))!);
      }
    }
    const list = [...joints].sort((a, b) => a - b);
    const known = lists.get(list.join()) ?? list;
    lists.set(list.join(), known);
    return known;
  });
}

function numberPatches(found: { base: number; joints: readonly number[]; box: Box3 }[], jointCount: number): Patches {
  const joints = Array.from({ length: jointCount }, (_, joint) => joint);
  const starts = [0, jointCount];
  const rows = new Map<number, Map<number, number>>(); // by base, the patch of each joint
  for (const { base, joints: followed } of found) {
    const row = rows.get(base) ?? new Map();
    rows.set(base, row);
    for (const joint of followed) row.set(joint, -1);
  }
  for (const row of rows.values()) {
    for (const joint of row.keys()) row.set(joint, joints.push(joint) - 1);
    starts.push(joints.length);
  }
  const parts = found.map(({ base, joints: followed, box: { min, max } }): Part => {
    const middle = min.clone().add(max).multiplyScalar(0.5);
    const patches = new Map(followed.map(joint => [joint, rows.get(base)!.get(joint)!]));
    return { patches, sphere: [middle.x, middle.y, middle.z, 0.5 * min.distanceTo(max)] };
  });
  return { joints: Int32Array.from(joints), starts: Int32Array.from(starts), parts };
}

/** Where the patches are in the spaces of the bones that have these inverses. */
export function measurePatches({ joints, parts }: Patches, inverses: Float64Array): PatchSpheres {
  const carried = Array.from(joints, (): Sphere[] => []);
  for (const { patches, sphere } of parts) {
    for (const [joint, patch] of patches) {
      const image = carrySphere(inverses, 12 * joint, sphere);
      carried[joint].push(image);
      carried[patch].push(image);
    }
  }
  return { inverses, spheres: Float64Array.from(carried.flatMap(encloseSpheres)) };
}

type Sphere = [x: number, y: number, z: number, radius: number];

/** The sphere that holds what a matrix, given by columns, makes of another. */
function carrySphere(m: Float64Array, i: number, [x, y, z, radius]: Sphere): Sphere {
  let size = 0;
  const [a, b, c] = [i, i + 1, i + 2].map(k => {
    const terms = [m[k] * x, m[k + 3] * y, m[k + 6] * z, m[k + 9]];
    for (const term of terms) size += Math.abs(term);
    return terms[0] + terms[1] + terms[2] + terms[3];
  });
  return [a, b, c, stretchOf(m, 3, 1, i) * radius + ROUNDING * size];
}

/** What matrices lose that carry a vertex to its bone and on into the world, and those that carry spheres, is far less: some 2^-50. */
const ROUNDING = 1e-9;

/** A sphere about others, larger by what rounding may lose when it is carried. */
function encloseSpheres(parts: readonly Sphere[]): Sphere {
  const [x, y, z] = [0, 1, 2].map(axis => {
    const low = Math.min(...parts.map(part => part[axis] - part[3]));
    const high = Math.max(...parts.map(part => part[axis] + part[3]));
    return 0.5 * (low + high);
  });
  const radius = Math.max(...parts.map(part => Math.hypot(part[0] - x, part[1] - y, part[2] - z) + part[3]));
  return [x, y, z, radius + ROUNDING * (radius + Math.abs(x) + Math.abs(y) + Math.abs(z))];
}
