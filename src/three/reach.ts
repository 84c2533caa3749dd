import type * as three from 'three';
import { updateObject, updateObjects } from './joints-of-mesh.ts';
import type { Limbs } from './limbs.ts';
import type { Link } from './link.ts';
import { isSkinned } from './read-geometry.ts';

/**
 * What is known of a ray and a skinned mesh before that is posed. 'out': the ray passes it. 'near': it may not, and world matrices are up to date now.
 * 'unknown': nothing was looked at.
 */
export type Reach = 'out' | 'near' | 'unknown';

/**
 * Whether a ray passes a skinned mesh: a reason not to pose it. First of all bones it is read how far each is from the one above and how much it scales, and
 * not which way it is turned: a bone is at most the sum of these ways from any bone that it hangs from, and a vertex no farther from its home than the farthest place to which
 * one of its bones carries it (limbs.ts). So there is a sphere about each bone that the skin does not leave that hangs from it, however all of it is turned. Those that
 * the ray meets are gone down to, bone by bone, with their world matrices; where the ray meets none about a patch of skin, it passes the mesh.
 * Cost: a tenth of posing, and the matrices of the bones that were gone down to, which posing needs as well.
 */
export function findReach(link: Link, mesh: three.Mesh, ray: three.Ray): Reach {
  const { limbs, weights } = link;
  if (!isSkinned(mesh) || mesh.bindMode !== 'attached') return 'unknown';
  if (limbs === null || weights.length > 0 || !isIdentity(mesh.bindMatrix) || !spreadLimbs(limbs)) return 'unknown';
  readInverses(link, limbs, mesh.skeleton);
  updateObjects(limbs.stem);
  if (passesAll(limbs, ray)) return 'out';
  gatherReaches(limbs);
  if (descend(limbs, ray)) return 'out';
  const { objects, aside, isUpdated } = limbs;
  for (let k = 0; k < objects.length; k++) if (isUpdated[k] === 0) updateObject(objects[k]);
  updateObjects(aside);
  return 'near';
}

/** How far each object may be from the stem, in units of that; false if one does not go by its position and scale. */
function spreadLimbs({ objects, tree, reaches, stretches }: Limbs): boolean {
  const { parents } = tree;
  reaches[0] = 0;
  stretches[0] = 1;
  for (let k = 1; k < objects.length; k++) {
    const object = objects[k];
    if (!object.matrixAutoUpdate || !object.matrixWorldAutoUpdate) return false;
    if (object.pivot) return false; // turned about another place
    const { position: p, scale: s, quaternion: q } = object;
    const stretch = stretches[parents[k]];
    const vector = q.x * q.x + q.y * q.y + q.z * q.z;
    const turning = Math.sqrt(1 + Math.max(0, 4 * vector * (vector + q.w * q.w - 1))); // 1 if it is of length 1, as it should be
    reaches[k] = reaches[parents[k]] + stretch * Math.sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    stretches[k] = stretch * turning * Math.max(Math.abs(s.x), Math.abs(s.y), Math.abs(s.z));
  }
  return true;
}

/** Measures the patches anew if an inverse is not what it was. */
function readInverses({ numbers }: Link, limbs: Limbs, { boneInverses }: three.Skeleton): void {
  const { inverses: m } = limbs;
  let isSame = true;
  for (let joint = 0, o = 0; joint < numbers.length; joint++, o += 12) {
    const { elements: e } = boneInverses[numbers[joint]];
    isSame &&= e[0] === m[o] && e[1] === m[o + 1] && e[2] === m[o + 2];
    isSame &&= e[4] === m[o + 3] && e[5] === m[o + 4] && e[6] === m[o + 5];
    isSame &&= e[8] === m[o + 6] && e[9] === m[o + 7] && e[10] === m[o + 8];
    isSame &&= e[12] === m[o + 9] && e[13] === m[o + 10] && e[14] === m[o + 11];
  }
  if (isSame) return;
  for (let joint = 0; joint < numbers.length; joint++) {
    const { elements } = boneInverses[numbers[joint]];
    for (let k = 0; k < 12; k++) m[12 * joint + k] = elements[4 * Math.floor(k / 3) + (k % 3)];
  }
  measurePatches(limbs);
}

function measurePatches({ patches, inverses, radii, farthest }: Limbs): void {
  const { sets, patchOf, joints: jointOf } = patches;
  radii.fill(0);
  let k = 0;
  sets.joints.forEach((joints, set) => {
    for (const joint of joints) {
      const patch = patchOf[k++];
      radii[patch] = Math.max(radii[patch], radiusOf(inverses, 12 * joint, sets.spheres, 4 * set));
    }
  });
  farthest.fill(0);
  for (let patch = 0; patch < radii.length; patch++) {
    farthest[jointOf[patch]] = Math.max(farthest[jointOf[patch]], radii[patch]);
  }
}

/** How far from the origin the inverse at `i` takes the sphere at `o`, at most. */
function radiusOf(m: Float64Array, i: number, spheres: Float64Array, o: number): number {
  let squared = 0;
  for (let k = i; k < i + 3; k++) {
    squared += (m[k] * spheres[o] + m[k + 3] * spheres[o + 1] + m[k + 6] * spheres[o + 2] + m[k + 9]) ** 2;
  }
  return Math.sqrt(squared) + normOf(m, i, 3) * spheres[o + 3];
}

/** Whether a ray passes one sphere about all of the skin, which most rays do that pass. */
function passesAll({ stem, tree, farthest, reaches, stretches }: Limbs, ray: three.Ray): boolean {
  const { places } = tree;
  let reach = 0;
  for (let joint = 0; joint < places.length; joint++) {
    const place = places[joint];
    reach = Math.max(reach, reaches[place] + stretches[place] * farthest[joint]);
  }
  const { matrixWorld } = stem[stem.length - 1];
  return distanceTo(ray, matrixWorld) > normOf(matrixWorld.elements, 0, 4) * reach * (1 + 1e-9);
}

/** How far from each object the skin may be of which it is the home, and all that hangs from it; NaN if anything is. */
function gatherReaches({ tree, patches, radii, reaches, stretches, owns, wholes }: Limbs): void {
  const { parents, places } = tree;
  const { homes, joints } = patches;
  owns.fill(-1);
  for (let patch = 0; patch < homes.length; patch++) {
    const home = homes[patch];
    const place = places[joints[patch]];
    owns[home] = Math.max(owns[home], reaches[place] - reaches[home] + stretches[place] * radii[patch]);
  }
  wholes.set(owns);
  for (let k = wholes.length - 1; k > 0; k--) {
    const parent = parents[k];
    const whole = wholes[k] === -1 ? -1 : reaches[k] - reaches[parent] + wholes[k];
    wholes[parent] = Math.max(wholes[parent], whole);
  }
}

/** Goes down to the bones whose skin the ray may meet; false as soon as it may meet a patch. NaN is met. */
function descend({ stem, objects, tree, owns, wholes, isUpdated }: Limbs, ray: three.Ray): boolean {
  const norm = normOf(stem[stem.length - 1].matrixWorld.elements, 0, 4);
  const slack = 1e-9 * norm * wholes[0]; // each reach is a difference of ways that are no longer
  isUpdated.fill(0);
  for (let k = 0; k < objects.length; ) {
    if (k > 0) updateObject(objects[k]);
    isUpdated[k] = 1;
    const apart = distanceTo(ray, objects[k].matrixWorld) - slack;
    if (wholes[k] === -1 || apart > norm * wholes[k]) k += tree.spans[k];
    else if (owns[k] === -1 || apart > norm * owns[k]) k++;
    else return false;
  }
  return true;
}

/** How far a ray passes from the place of an object, less what rounding may take. */
function distanceTo({ origin: o, direction: d }: three.Ray, { elements: m }: three.Matrix4): number {
  const x = m[12] - o.x;
  const y = m[13] - o.y;
  const z = m[14] - o.z;
  const along = Math.max(0, (x * d.x + y * d.y + z * d.z) / (d.x * d.x + d.y * d.y + d.z * d.z));
  const a = x - along * d.x;
  const b = y - along * d.y;
  const c = z - along * d.z;
  const size = Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14]) + Math.abs(o.x) + Math.abs(o.y) + Math.abs(o.z);
  return Math.sqrt(a * a + b * b + c * c) - 1e-9 * size;
}

/** By how much the matrix with columns at `i`, `i + step` and so on lengthens a vector at most, by Gershgorin: exact if they are at right angles. */
function normOf(m: ArrayLike<number>, i: number, step: number): number {
  const [j, k] = [i + step, i + 2 * step];
  const xx = m[i] * m[i] + m[i + 1] * m[i + 1] + m[i + 2] * m[i + 2];
  const yy = m[j] * m[j] + m[j + 1] * m[j + 1] + m[j + 2] * m[j + 2];
  const zz = m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2];
  const xy = Math.abs(m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2]);
  const xz = Math.abs(m[i] * m[k] + m[i + 1] * m[k + 1] + m[i + 2] * m[k + 2]);
  const yz = Math.abs(m[j] * m[k] + m[j + 1] * m[k + 1] + m[j + 2] * m[k + 2]);
  return Math.sqrt(Math.max(xx + xy + xz, yy + xy + yz, zz + xz + yz));
}

function isIdentity({ elements: m }: three.Matrix4): boolean {
  for (let k = 0; k < 16; k++) if (m[k] !== (k % 5 === 0 ? 1 : 0)) return false;
  return true;
}
