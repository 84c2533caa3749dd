import type { DeformerSource } from '../../deform/deformer.ts';
import { setIdentity } from '../../math/matrix34.ts';
import type { GltfBody, GltfNodes } from '../asset.ts';
import { spend } from '../container/budget.ts';
import { toNumbers } from '../container/numbers.ts';
import type { BodyPlans } from '../plan/plan-bodies.ts';
import type { InstancePlan } from '../plan/plan-instances.ts';
import { composeMatrix } from '../pose/compose.ts';
import { type JoinedMesh, joinPrimitives, type MeshData } from './join-primitives.ts';
import { findSkeleton, readBindMatrices, type SkinPlan } from './read-skins.ts';

/** Makes the bodies. Those of one mesh, skinned or not, share all arrays that do not depend on the node or skin. */
export function readBodies(plans: BodyPlans, nodes: GltfNodes, data: MeshData): GltfBody[] {
  const joined = new Map<string, JoinedMesh | null>();
  const rigs = new Map<string, Rig>();
  const bodies: GltfBody[] = [];
  for (const plan of plans.bodies) {
    const { node, mesh, skin } = plan;
    const meshPlan = plans.meshes.get(mesh)!;
    const key = `${mesh} ${skin >= 0}`;
    if (!joined.has(key)) joined.set(key, joinPrimitives(meshPlan, skin >= 0, data));
    const surface = joined.get(key);
    if (!surface) continue;
    if (skin < 0 && meshPlan.primitives.some(({ joints }) => joints.length > 0)) {
      data.gaps.push(`Node '${nodes.names[node]}' has no skin: the joints and weights of its mesh are left out.`);
    }
    const rigKey = `${mesh} ${skin}`;
    let rig = skin < 0 ? standStill(node, surface, nodes) : rigs.get(rigKey);
    if (!rig) {
      rig = bindToSkin(plans.skins.get(skin)!, surface, nodes, meshPlan.name, data);
      rigs.set(rigKey, rig);
    }
    const body: GltfBody = {
      name: nodes.names[node] === `node ${node}` ? meshPlan.name : nodes.names[node],
      node,
      mesh: surface.mesh,
      source: rig.source,
      joints: rig.joints,
      jointNames: rig.jointNames,
      bindMatrices: rig.bindMatrices,
      targetNames: meshPlan.targetNames,
      restWeights: Float64Array.from(plan.weights ?? meshPlan.weights),
      isInvisible: plan.isInvisible,
      materialNames: surface.materialNames,
      opacities: surface.opacities,
      primitiveOfTriangle: surface.primitiveOfTriangle,
      vertices: surface.vertices,
    };
    const copies = plan.instances ? placeInstances(plan.instances, body, data) : [body];
    for (const copy of copies) {
      spend(data.budget, 200 * copy.joints.length, `the joints of body '${copy.name}'`); // its poses, later
      bodies.push(copy);
    }
  }
  return bodies;
}

type Rig = Pick<GltfBody, 'source' | 'joints' | 'jointNames' | 'bindMatrices'>;

/** A body without skin follows its own node. */
function standStill(node: number, { targets }: JoinedMesh, nodes: GltfNodes): Rig {
  const bindMatrices = new Float64Array(12);
  setIdentity(bindMatrices, 0);
  return {
    source: targets.length > 0 ? { kind: 'morph', targets } : { kind: 'rigid' },
    joints: Uint32Array.of(node),
    jointNames: [nodes.names[node]],
    bindMatrices,
  };
}

/** A skinned body follows the joints of its skin, wherever its own node is: so the specification has it. */
function bindToSkin(plan: SkinPlan, surface: JoinedMesh, nodes: GltfNodes, meshName: string, data: MeshData): Rig {
  const { usedJoints, targets } = surface;
  const beyond = usedJoints.findIndex(joint => joint >= plan.joints.length);
  if (beyond >= 0) {
    throw new Error(
      `readGltf: mesh '${meshName}' follows joint ${usedJoints[beyond]} of skin '${plan.name}', ` +
        `which has ${plan.joints.length}; the file is damaged.`,
    );
  }
  spend(data.budget, 8 * nodes.parents.length + 100 * plan.joints.length, `binding mesh '${meshName}'`);
  const all = readBindMatrices(plan, data.table, data.arrays, data.gaps);
  const joints = usedJoints.map(joint => plan.joints[joint]);
  const bindMatrices = new Float64Array(12 * joints.length);
  usedJoints.forEach((joint, j) => {
    bindMatrices.set(all.subarray(12 * joint, 12 * joint + 12), 12 * j);
  });
  const skeleton = findSkeleton(nodes, joints, bindMatrices);
  const skinning = { kind: 'linear-blend' as const, skin: surface.skin!, ...(skeleton ? { skeleton } : {}) };
  const source: DeformerSource = targets.length > 0 ? { kind: 'chain', targets, skinning } : skinning;
  return { source, joints, jointNames: Array.from(joints, node => nodes.names[node]), bindMatrices };
}

/** The same body once for each instance, which differ in where they stand against the node. */
function placeInstances(plan: InstancePlan, body: GltfBody, { table, arrays, budget }: MeshData): GltfBody[] {
  spend(budget, 400 * plan.count, `the ${plan.count} instances of node '${body.name}'`);
  const numbersOf = (accessor: number, name: string): Float32Array | null =>
    accessor < 0 ? null : toNumbers(arrays.get(accessor)!, table.wanted.get(accessor)!, name);
  const translations = numbersOf(plan.translations, 'TRANSLATION');
  const rotations = numbersOf(plan.rotations, 'ROTATION');
  const scales = numbersOf(plan.scales, 'SCALE');
  return Array.from({ length: plan.count }, (_, k) => {
    const bindMatrices = new Float64Array(12);
    const translation = translations?.slice(3 * k, 3 * k + 3) ?? [0, 0, 0];
    const rotation = rotations?.slice(4 * k, 4 * k + 4) ?? [0, 0, 0, 1];
    const scale = scales?.slice(3 * k, 3 * k + 3) ?? [1, 1, 1];
    composeMatrix(translation, 0, rotation, 0, scale, 0, bindMatrices, 0);
    return { ...body, name: `${body.name} ${k}`, bindMatrices };
  });
}
