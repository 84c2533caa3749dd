import type { GltfNodes } from '../asset.ts';
import type { AccessorTable } from '../container/accessors.ts';
import { indexOf, type JsonObject, nameOf, numbersOf, objectsOf } from '../container/json.ts';
import type { DracoPrimitive } from '../container/unpack-draco.ts';
import { planSkin, type SkinPlan } from '../read/read-skins.ts';
import { type InstancePlan, planInstances } from './plan-instances.ts';
import { type MeshPlan, planMesh } from './plan-meshes.ts';
import { findInvisible, planMaterial } from './unseen.ts';

/** A node that carries a mesh. */
export interface BodyPlan {
  node: number;
  mesh: number;
  /** -1: none. */
  skin: number;
  /** The weights of the morph targets, if the node has some of its own. */
  weights: number[] | undefined;
  instances: InstancePlan | null;
  isInvisible: boolean;
}

/** The bodies of a scene, and the meshes and skins they are made of, by number. */
export interface BodyPlans {
  bodies: BodyPlan[];
  meshes: Map<number, MeshPlan>;
  skins: Map<number, SkinPlan>;
  draco: DracoPrimitive[];
}

/** Reads which nodes of the scene carry what, and marks the accessors that takes. */
export function planBodies(
  json: JsonObject,
  nodes: GltfNodes,
  isInScene: Uint8Array,
  table: AccessorTable,
  gaps: string[],
): BodyPlans {
  const meshDefs = objectsOf(json, 'meshes', '');
  const skinDefs = objectsOf(json, 'skins', '');
  const materials = objectsOf(json, 'materials', '').map(planMaterial);
  const areInvisible = findInvisible(json, nodes);
  const plans: BodyPlans = { bodies: [], meshes: new Map(), skins: new Map(), draco: [] };
  objectsOf(json, 'nodes', '').forEach((def, node) => {
    const where = `nodes[${node}]`;
    const mesh = indexOf(def, 'mesh', meshDefs.length, where);
    const skin = indexOf(def, 'skin', skinDefs.length, where);
    if (mesh < 0 || !isInScene[node]) return;
    const meshPlan = plans.meshes.get(mesh) ?? planMesh(meshDefs[mesh], mesh, materials, table, plans.draco, gaps);
    plans.meshes.set(mesh, meshPlan);
    if (meshPlan.primitives.length === 0) return; // already listed as gaps
    if (skin >= 0 && !plans.skins.has(skin)) {
      plans.skins.set(skin, planSkin(skinDefs[skin], skin, nodes.parents.length, table));
    }
    const instances = planInstances(def, table, where);
    if (instances && skin >= 0) {
      gaps.push(`Node '${nodes.names[node]}' has a skin and instances: it is read once, without them.`);
    }
    const weights = numbersOf(def, 'weights', meshPlan.targetNames.length, where);
    const isInvisible = areInvisible[node] === 1;
    plans.bodies.push({ node, mesh, skin, weights, instances: skin >= 0 ? null : instances, isInvisible });
  });
  meshDefs.forEach((def, m) => {
    if (plans.meshes.has(m)) return;
    gaps.push(`Mesh '${nameOf(def, `mesh ${m}`)}' is left out: no node of the scene carries it.`);
  });
  return plans;
}
