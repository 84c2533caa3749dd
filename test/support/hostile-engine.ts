import type * as ColliderModule from '../../src/collider.ts';
import type { Random } from '../../src/math/random.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import type * as PlanModule from '../../src/self/plan.ts';
import type * as ShapeModule from '../../src/shape.ts';
import { createHostileMesh } from './hostile-meshes.ts';

/** What every engine for a surface against itself begins with: as it is, or changed in one place (load-changed.ts). */
export type HostileEngine = typeof PlanModule & typeof ShapeModule & typeof ColliderModule;

/** An engine with these modules besides. */
export function loadHostileEngine<Engine extends HostileEngine>(
  load: <Module>(file: string) => Module,
  ...files: string[]
): Engine {
  const all = ['self/plan', 'shape', 'collider', ...files];
  return Object.assign({}, ...all.map(file => load(`${file}.ts`)));
}

/** A hostile mesh and its shape, with leaves of any size and, if asked, one of five on a tree of the plain kind. */
export function createHostileShape(
  engine: HostileEngine,
  random: Random,
  varyTree: boolean,
): { mesh: Mesh; shape: ShapeModule.Shape } {
  const { mesh, source } = createHostileMesh(random);
  const leafSize = [1, 2, 4, 8, 8, 16][Math.floor(6 * random())];
  const tree = varyTree && random() < 0.2 ? 'midpoint' : 'surface-area';
  return { mesh, shape: engine.createShape(mesh, source, { leafSize, tree }) };
}
