import { type AccessorTable, FLOAT, want } from '../container/accessors.ts';
import { DRACO } from '../container/extensions.ts';
import {
  countOf,
  indexOf,
  type JsonObject,
  nameOf,
  numbersOf,
  objectOf,
  objectsOf,
  refuse,
} from '../container/json.ts';
import type { DracoPrimitive } from '../container/unpack-draco.ts';
import { TRIANGLE_FAN, TRIANGLES } from '../read/triangles.ts';
import type { MaterialPlan } from './unseen.ts';

/** A triangle primitive, by the numbers of its accessors. */
export interface PrimitivePlan {
  where: string;
  /** Its number within the mesh. */
  number: number;
  mode: number;
  materialName: string;
  /** Of its material: see `MaterialPlan`. */
  opacity: number;
  vertices: number;
  positions: number;
  /** JOINTS_0, JOINTS_1 and so on, and the weights that go with them. */
  joints: number[];
  weights: number[];
  /** Displacements of each morph target; -1: it moves nothing. */
  targets: number[];
  /** -1: none. */
  indices: number;
}

export interface MeshPlan {
  name: string;
  primitives: PrimitivePlan[];
  targetNames: string[];
  weights: number[];
}

const INTEGERS = [5121, 5123, 5125];
/** What positions and displacements may be, with KHR_mesh_quantization. */
const COORDINATES = [FLOAT, 5120, 5121, 5122, 5123];

/** Reads what a mesh consists of and marks the accessors that its shape depends on. Looks are not read. */
export function planMesh(
  def: JsonObject,
  index: number,
  materials: readonly MaterialPlan[],
  table: AccessorTable,
  draco: DracoPrimitive[],
  gaps: string[],
): MeshPlan {
  const where = `meshes[${index}]`;
  const name = nameOf(def, `mesh ${index}`);
  const primitives: PrimitivePlan[] = [];
  const defs = objectsOf(def, 'primitives', where);
  defs.forEach((primitive, number) => {
    const at = `${where}.primitives[${number}]`;
    const mode = countOf(primitive, 'mode', at, TRIANGLES);
    if (mode > TRIANGLE_FAN) refuse(`${at}.mode`, mode, 'modes go from 0 to 6');
    if (mode < TRIANGLES) {
      gaps.push(
        `Primitive ${number} of mesh '${name}' is left out: it consists of ${mode === 0 ? 'points' : 'lines'}.`,
      );
      return;
    }
    const attributes = objectOf(primitive, 'attributes', at) ?? {};
    if (attributes.POSITION === undefined) {
      gaps.push(`Primitive ${number} of mesh '${name}' is left out: it has no positions.`);
      return;
    }
    const material = indexOf(primitive, 'material', materials.length, at);
    const plan = planPrimitive(primitive, attributes, table, at);
    const { name: materialName, opacity } = materials[material] ?? { name: '', opacity: 1 };
    primitives.push({ ...plan, where: at, number, mode, materialName, opacity });
    planDraco(primitive, plan, mode, table, draco, at);
  });

  const targetCount = primitives[0]?.targets.length ?? 0;
  for (const { targets, where: at } of primitives) {
    if (targets.length !== targetCount) {
      refuse(`${at}.targets`, `${targets.length} long`, `other primitives of this mesh have ${targetCount}`);
    }
  }
  const extras = def.extras as JsonObject | null | undefined;
  const names = Array.isArray(extras?.targetNames) ? extras.targetNames : [];
  return {
    name,
    primitives,
    targetNames: Array.from({ length: targetCount }, (_, m) =>
      typeof names[m] === 'string' ? names[m] : `target ${m}`,
    ),
    weights: (primitives.length > 0 && numbersOf(def, 'weights', targetCount, where)) || new Array(targetCount).fill(0),
  };
}

type Accessors = Pick<PrimitivePlan, 'vertices' | 'positions' | 'joints' | 'weights' | 'targets' | 'indices'>;

function planPrimitive(primitive: JsonObject, attributes: JsonObject, table: AccessorTable, where: string): Accessors {
  const accessors = table.json.length;
  const positions = indexOf(attributes, 'POSITION', accessors, `${where}.attributes`);
  const vertices = want(table, positions, 'VEC3', COORDINATES, 'POSITION').count;
  const wantAttribute = (owner: JsonObject, name: string, type: string, kinds: number[], at: string): number => {
    const index = indexOf(owner, name, accessors, at);
    if (index < 0) return -1;
    const { count } = want(table, index, type, kinds, name);
    if (count !== vertices) refuse(`accessors[${index}].count`, count, `as ${at}.${name} it must be ${vertices}`);
    return index;
  };
  const joints: number[] = [];
  const weights: number[] = [];
  for (let set = 0; attributes[`JOINTS_${set}`] !== undefined || attributes[`WEIGHTS_${set}`] !== undefined; set++) {
    joints.push(wantAttribute(attributes, `JOINTS_${set}`, 'VEC4', INTEGERS, `${where}.attributes`));
    weights.push(wantAttribute(attributes, `WEIGHTS_${set}`, 'VEC4', [FLOAT, 5121, 5123], `${where}.attributes`));
    if (joints[set] < 0 || weights[set] < 0) {
      const missing = joints[set] < 0 ? `JOINTS_${set}` : `WEIGHTS_${set}`;
      refuse(`${where}.attributes.${missing}`, undefined, 'joints and weights must come in pairs');
    }
  }
  const targets = objectsOf(primitive, 'targets', where).map((target, m) =>
    wantAttribute(target, 'POSITION', 'VEC3', COORDINATES, `${where}.targets[${m}]`),
  );
  const indices = indexOf(primitive, 'indices', accessors, where);
  if (indices >= 0) want(table, indices, 'SCALAR', INTEGERS, 'indices');
  return { vertices, positions, joints, weights, targets, indices };
}

function planDraco(
  primitive: JsonObject,
  plan: Accessors,
  mode: number,
  table: AccessorTable,
  draco: DracoPrimitive[],
  where: string,
): void {
  const packed = objectOf(objectOf(primitive, 'extensions', where) ?? {}, DRACO, `${where}.extensions`);
  if (!packed) return;
  const at = `${where}.extensions.${DRACO}`;
  if (plan.indices < 0 || mode !== TRIANGLES) {
    refuse(`${where}.${mode === TRIANGLES ? 'indices' : 'mode'}`, primitive.mode, 'Draco packs indexed triangles only');
  }
  const view = indexOf(packed, 'bufferView', table.viewCount, at);
  if (view < 0) refuse(`${at}.bufferView`, undefined, 'it must say where the data is');
  const ids = objectOf(packed, 'attributes', at) ?? {};
  const attributes: DracoPrimitive['attributes'] = [];
  const add = (name: string, accessor: number): void => {
    if (ids[name] !== undefined) attributes.push([name, accessor, countOf(ids, name, `${at}.attributes`)]);
  };
  add('POSITION', plan.positions);
  for (let set = 0; set < plan.joints.length; set++) {
    add(`JOINTS_${set}`, plan.joints[set]);
    add(`WEIGHTS_${set}`, plan.weights[set]);
  }
  draco.push({ view, attributes, indices: plan.indices });
}
