import type * as three from 'three';
import type { Collider } from '../collider.ts';
import type { Link } from './link.ts';
import { nameOf } from './name-of.ts';
import { isFresh, type Stamp } from './stamp.ts';

/** The geometry a collider is of, as it was. */
interface Origin {
  geometry: three.BufferGeometry;
  stamp: Stamp;
}

const origins = new WeakMap<Collider, Origin>();

/**
 * Refuses a mesh whose geometry is not what it was when the collider was made, or first used with it: positions, skin or morph
 * targets that were exchanged or changed (`needsUpdate`). The link is of the mesh as it is now. Takes no memory but the first time.
 */
export function checkOrigin(collider: Collider, { stamp }: Link, mesh: three.Mesh, caller: string): void {
  const { geometry } = mesh;
  const origin = origins.get(collider);
  if (!origin) {
    origins.set(collider, { geometry, stamp });
    return;
  }
  if (origin.geometry === geometry && (origin.stamp === stamp || isFresh(origin.stamp, mesh))) return;
  throw new Error(
    `${caller}: the geometry of ${nameOf(mesh)} has changed; make its collider anew, by computeBoundsTree or colliderOfMesh.`,
  );
}

/** Lets a new collider be of the same geometry, as it was, as another. */
export function copyOrigin(from: Collider, to: Collider): void {
  const origin = origins.get(from);
  if (origin) origins.set(to, origin);
}
