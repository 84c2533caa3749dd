import type * as three from 'three';
import { composeWorlds } from './joints-of-mesh.ts';
import type { Link } from './link.ts';
import { findPatches, measurePatches, type PatchSpheres } from './patches.ts';
import { enterBox } from './ray-box.ts';
import { isSkinned } from './read-geometry.ts';

/**
 * What is known of a ray and a skinned mesh before that is posed. 'out': the ray passes it. 'near': it may not, and the link has the worlds of all objects now.
 * 'unknown': nothing was looked at.
 */
export type Reach = 'out' | 'near' | 'unknown';

/**
 * Whether a ray passes a skinned mesh: a reason not to pose it. Bones are composed beside the objects (`composeWorlds`), which posing needs as well. Each carries
 * spheres about patches of the skin along (patches.ts), and boxes about some of these hold all vertices. A ray that meets no such box passes the mesh.
 * Cost: reading positions, rotations, scales and inverses of all bones, which lie far apart in memory, is most of it.
 */
export function findReach(link: Link, mesh: three.Mesh, ray: three.Ray): Reach {
  if (!isSkinned(mesh) || mesh.bindMode !== 'attached' || link.weights.length > 0) return 'unknown';
  if (link.bones.length === 0 || !isIdentity(mesh.bindMatrix) || !composeWorlds(link)) return 'unknown';
  return passesPatches(link, spheresOf(link, mesh), ray) ? 'out' : 'near';
}

/** Where the patches are; measured anew if an inverse is not what it was. One record for all meshes of a geometry whose inverses are the same. */
function spheresOf(link: Link, mesh: three.SkinnedMesh): PatchSpheres {
  const { known } = link;
  const { boneInverses } = mesh.skeleton;
  if (link.spheres !== null && areInverses(link, boneInverses, link.spheres.inverses)) return link.spheres;
  if (known.spheres === null || !areInverses(link, boneInverses, known.spheres.inverses)) {
    known.patches ??= findPatches(mesh, known.bones.numbers);
    if (known.room.boxes.length === 0) known.room.boxes = new Float64Array(6 * (known.patches.joints.length + 1));
    known.spheres = measurePatches(known.patches, readInverses(link, boneInverses));
  }
  link.spheres = known.spheres;
  return known.spheres;
}

function areInverses({ numbers }: Link, boneInverses: readonly three.Matrix4[], m: Float64Array): boolean {
  for (let joint = 0, o = 0; joint < numbers.length; joint++, o += 12) {
    const { elements: e } = boneInverses[numbers[joint]];
    if (e[0] !== m[o] || e[1] !== m[o + 1] || e[2] !== m[o + 2]) return false;
    if (e[4] !== m[o + 3] || e[5] !== m[o + 4] || e[6] !== m[o + 5]) return false;
    if (e[8] !== m[o + 6] || e[9] !== m[o + 7] || e[10] !== m[o + 8]) return false;
    if (e[12] !== m[o + 9] || e[13] !== m[o + 10] || e[14] !== m[o + 11]) return false;
  }
  return true;
}

function readInverses({ numbers }: Link, boneInverses: readonly three.Matrix4[]): Float64Array {
  const inverses = new Float64Array(12 * numbers.length);
  numbers.forEach((number, joint) => {
    const { elements } = boneInverses[number];
    for (let k = 0; k < 12; k++) inverses[12 * joint + k] = elements[4 * Math.floor(k / 3) + (k % 3)];
  });
  return inverses;
}

/**
 * Whether a ray passes the box about the patches of all joints; or, for each base, that about the patches of the joints its vertices follow, or about its own
 * patches, which are smaller. False in doubt: NaN is met.
 */
function passesPatches(link: Link, { spheres }: PatchSpheres, ray: three.Ray): boolean {
  const { joints, starts } = link.known.patches!;
  const { boxes } = link.known.room;
  const joined = 6 * joints.length;
  boxPatches(link, spheres, 0, starts[1]);
  joinBoxes(boxes, joints, 0, starts[1], joined);
  if (enterBox(boxes, joined, ray) === Infinity) return true;
  for (let base = 1; base + 1 < starts.length; base++) {
    const first = starts[base];
    const end = starts[base + 1];
    joinBoxes(boxes, joints, first, end, joined);
    if (enterBox(boxes, joined, ray) === Infinity) continue;
    boxPatches(link, spheres, first, end);
    joinBoxes(boxes, null, first, end, joined);
    if (enterBox(boxes, joined, ray) < Infinity) return false;
  }
  return true;
}

/** Boxes what the bones make of some patches. Along an axis a sphere becomes as wide as the row of the matrix is long. */
function boxPatches({ known, worlds, places }: Link, spheres: Float64Array, first: number, end: number): void {
  const { joints } = known.patches!;
  const { boxes } = known.room;
  for (let patch = first; patch < end; patch++) {
    const m = 12 * places[joints[patch]];
    const x = spheres[4 * patch];
    const y = spheres[4 * patch + 1];
    const z = spheres[4 * patch + 2];
    const radius = spheres[4 * patch + 3];
    for (let axis = 0; axis < 3; axis++) {
      const a = worlds[m + 4 * axis];
      const b = worlds[m + 4 * axis + 1];
      const c = worlds[m + 4 * axis + 2];
      const middle = a * x + b * y + c * z + worlds[m + 4 * axis + 3];
      const half = radius * Math.sqrt(a * a + b * b + c * c);
      boxes[6 * patch + axis] = middle - half;
      boxes[6 * patch + axis + 3] = middle + half;
    }
  }
}

/** The box about the boxes of some patches, or about those of their joints. */
function joinBoxes(boxes: Float64Array, joints: Int32Array | null, first: number, end: number, out: number): void {
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let patch = first; patch < end; patch++) {
    const o = 6 * (joints === null ? patch : joints[patch]);
    lowX = Math.min(lowX, boxes[o]);
    lowY = Math.min(lowY, boxes[o + 1]);
    lowZ = Math.min(lowZ, boxes[o + 2]);
    highX = Math.max(highX, boxes[o + 3]);
    highY = Math.max(highY, boxes[o + 4]);
    highZ = Math.max(highZ, boxes[o + 5]);
  }
  boxes[out] = lowX;
  boxes[out + 1] = lowY;
  boxes[out + 2] = lowZ;
  boxes[out + 3] = highX;
  boxes[out + 4] = highY;
  boxes[out + 5] = highZ;
}

function isIdentity({ elements: m }: three.Matrix4): boolean {
  for (let k = 0; k < 16; k++) if (m[k] !== (k % 5 === 0 ? 1 : 0)) return false;
  return true;
}
