import type * as three from 'three';

/** What was met at and below an object, parents before children. */
export interface Visit {
  objects: three.Object3D[];
  /** How many children each had then; -1: it was not visible, and its children were not looked at. */
  counts: number[];
  /** The children of all, one after the other. */
  children: three.Object3D[];
  /** The meshes among the visible. */
  meshes: three.Mesh[];
}

/**
 * The meshes at and below an object that are visible, in the order of `traverseVisible`. The same list until something changes: do not keep it. Whether something has is found out
 * exactly, by all children of all objects: these are compared with a list. Going from each to its children waits for one place in memory after the other; through the list,
 * for many at the same time (docs/decisions/0061). `visits` is what the asker has found so far, by object.
 */
export function visibleMeshes(object: three.Object3D, visits: WeakMap<three.Object3D, Visit>): readonly three.Mesh[] {
  const known = visits.get(object);
  if (known !== undefined && isAsBefore(known)) return known.meshes;
  const visit: Visit = { objects: [], counts: [], children: [], meshes: [] };
  look(object, visit);
  visits.set(object, visit);
  return visit.meshes;
}

function isAsBefore({ objects, counts, children }: Visit): boolean {
  let next = 0;
  for (let k = 0; k < objects.length; k++) {
    const object = objects[k];
    const count = counts[k];
    if (!object.visible !== count < 0) return false;
    if (count < 0) continue;
    if (object.children.length !== count) return false;
    for (let child = 0; child < count; child++) if (object.children[child] !== children[next++]) return false;
  }
  return true;
}

function look(object: three.Object3D, visit: Visit): void {
  const { visible, children } = object;
  visit.objects.push(object);
  visit.counts.push(visible ? children.length : -1);
  if (!visible) return;
  if ((object as three.Mesh).isMesh === true) visit.meshes.push(object as three.Mesh);
  for (const child of children) visit.children.push(child);
  for (const child of children) look(child, visit);
}
