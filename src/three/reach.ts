import type * as three from 'three';
import { restSpheres } from './bones-of-geometry.ts';
import { updateObjects } from './joints-of-mesh.ts';
import type { Limbs } from './limbs.ts';
import { type Link, linkOf } from './link.ts';
import { isSkinned } from './read-geometry.ts';

/**
 * Whether a ray passes a skinned mesh, however its bones are turned: a reason not to pose it. False if that is not known. It reads of each bone how far it
 * is from the one above and how much it scales, and no rotation; so a bone is at most the sum of these ways from where all hang, and a vertex, which is a
 * mean of places that its bones carry it to, no farther than the farthest of those. Cost: a tenth of posing.
 */
export function isOutOfReach(mesh: three.Mesh, { origin, direction }: three.Ray, caller: string): boolean {
  if (!isSkinned(mesh) || mesh.bindMode !== 'attached') return false;
  const link = linkOf(mesh, caller);
  const { limbs, weights } = link;
  if (limbs === null || weights.length > 0 || !isIdentity(mesh.bindMatrix)) return false;
  if (!spreadLimbs(limbs)) return false;
  const { stem } = limbs;
  const { elements: m } = stem[stem.length - 1].matrixWorld;
  const radius = normOf(m) * reachOf(link, limbs, mesh);
  const x = m[12] - origin.x;
  const y = m[13] - origin.y;
  const z = m[14] - origin.z;
  const along = Math.max(0, (x * direction.x + y * direction.y + z * direction.z) / direction.lengthSq());
  const apart = Math.hypot(x - along * direction.x, y - along * direction.y, z - along * direction.z);
  const slack = 1e-9 * (Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14]) + origin.length());
  return apart > radius * (1 + 1e-9) + slack;
}

/** How far the bones may be from where all hang, in units of that; false if one does not go by its position and scale. */
function spreadLimbs({ stem, objects, parents, reaches, stretches }: Limbs): boolean {
  for (let k = 0; k < objects.length; k++) {
    const { position: p, scale: s, matrixAutoUpdate, matrixWorldAutoUpdate } = objects[k];
    if (!matrixAutoUpdate || !matrixWorldAutoUpdate) return false;
    const parent = parents[k];
    const stretch = parent < 0 ? 1 : stretches[parent];
    reaches[k] = (parent < 0 ? 0 : reaches[parent]) + stretch * Math.sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    stretches[k] = stretch * Math.max(Math.abs(s.x), Math.abs(s.y), Math.abs(s.z));
  }
  updateObjects(stem);
  return true;
}

/** How far a vertex may be from where all bones hang, in units of that; NaN if anything is. */
function reachOf({ known, numbers }: Link, { places, reaches, stretches }: Limbs, mesh: three.SkinnedMesh): number {
  const spheres = restSpheres(known, mesh);
  const { boneInverses } = mesh.skeleton;
  let reach = 0;
  for (let joint = 0; joint < numbers.length; joint++) {
    const { elements: m } = boneInverses[numbers[joint]];
    const o = 4 * joint;
    const x = m[0] * spheres[o] + m[4] * spheres[o + 1] + m[8] * spheres[o + 2] + m[12];
    const y = m[1] * spheres[o] + m[5] * spheres[o + 1] + m[9] * spheres[o + 2] + m[13];
    const z = m[2] * spheres[o] + m[6] * spheres[o + 1] + m[10] * spheres[o + 2] + m[14];
    const own = Math.sqrt(x * x + y * y + z * z) + normOf(m) * spheres[o + 3];
    const place = places[joint];
    reach = Math.max(reach, place < 0 ? own : reaches[place] + stretches[place] * own);
  }
  return reach;
}

/** By how much a matrix lengthens a vector at most, by Gershgorin: exact if its axes are at right angles. */
function normOf(m: ArrayLike<number>): number {
  const xx = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
  const yy = m[4] * m[4] + m[5] * m[5] + m[6] * m[6];
  const zz = m[8] * m[8] + m[9] * m[9] + m[10] * m[10];
  const xy = Math.abs(m[0] * m[4] + m[1] * m[5] + m[2] * m[6]);
  const xz = Math.abs(m[0] * m[8] + m[1] * m[9] + m[2] * m[10]);
  const yz = Math.abs(m[4] * m[8] + m[5] * m[9] + m[6] * m[10]);
  return Math.sqrt(Math.max(xx + xy + xz, yy + xy + yz, zz + xz + yz));
}

function isIdentity({ elements: m }: three.Matrix4): boolean {
  for (let k = 0; k < 16; k++) if (m[k] !== (k % 5 === 0 ? 1 : 0)) return false;
  return true;
}
