import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { createLoader, readChanges } from '../support/load-changed.ts';

type VisibleMeshes = typeof import('../../src/three/visible-meshes.ts');

/** What three.js itself goes through. */
function traverse(object: three.Object3D): three.Mesh[] {
  const meshes: three.Mesh[] = [];
  object.traverseVisible(met => {
    if (met instanceof three.Mesh) meshes.push(met);
  });
  return meshes;
}

/** One change of a tree: something is hidden or shown, hung elsewhere, put in another order, exchanged, or taken away. */
function change(all: three.Object3D[], random: () => number): void {
  const pick = (): three.Object3D => all[Math.floor(all.length * random())];
  const object = pick();
  const kind = Math.floor(7 * random());
  if (kind < 2) object.visible = !object.visible;
  else if (kind === 2) object.children.reverse();
  else if (kind === 3) object.removeFromParent();
  else if (kind === 4 && object.children.length > 0) {
    const [child] = object.children; // another in the same place
    const other = child instanceof three.Mesh ? new three.Group() : new three.Mesh();
    other.parent = object;
    child.parent = null;
    object.children[0] = other;
    all[all.indexOf(child)] = other;
  } else {
    const parent = pick();
    let above: three.Object3D | null = parent;
    while (above && above !== object) above = above.parent;
    if (!above) parent.add(object);
  }
}

/** In how many of some states of trees the meshes are not those that three.js finds. */
function countWrong({ visibleMeshes }: VisibleMeshes): number {
  let wrong = 0;
  for (let seed = 0; seed < 20; seed++) {
    const random = createRandom(seed);
    const visits = new WeakMap();
    const all = Array.from({ length: 12 }, (_, k) => (k % 3 ? new three.Object3D() : new three.Mesh()));
    for (let k = 1; k < all.length; k++) all[Math.floor(k * random())].add(all[k]);
    for (let step = 0; step < 100; step++) {
      if (step % 3) change(all, random);
      const right = traverse(all[0]);
      const found = visibleMeshes(all[0], visits);
      wrong += +(found.length !== right.length || found.some((mesh, k) => mesh !== right[k]));
    }
  }
  return wrong;
}

const load = (loader: ReturnType<typeof createLoader>) => loader<VisibleMeshes>('three/visible-meshes.ts');

describe('the visible meshes of an object', () => {
  it('are those of traverseVisible, whatever has changed', () => {
    expect(countWrong(load(createLoader()))).toBe(0);
  });

  it('are the same list as long as nothing changes', () => {
    const { visibleMeshes } = load(createLoader());
    const group = new three.Group().add(new three.Mesh());
    const visits = new WeakMap();
    expect(visibleMeshes(group, visits)).toBe(visibleMeshes(group, visits));
  });

  it.each(readChanges`
  three/visible-meshes.ts
    what was hidden or shown
      - if (!object.visible !== count < 0) return false;
    children that have come or gone
      - if (object.children.length !== count) return false;
    children in the place of others
      - for (let child = 0; child < count; child++) if (object.children[child] !== children[next++]) return false;
  `)('are checked by what catches: %s', (_, changed) => {
    expect(countWrong(load(createLoader(changed)))).toBeGreaterThan(0);
  });
});
