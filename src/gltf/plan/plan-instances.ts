import { type AccessorTable, FLOAT, want } from '../container/accessors.ts';
import { INSTANCING } from '../container/extensions.ts';
import { indexOf, type JsonObject, objectOf, refuse } from '../container/json.ts';

/** The instances of a node's mesh (EXT_mesh_gpu_instancing), by the accessors of their places; -1: none. */
export interface InstancePlan {
  count: number;
  translations: number;
  rotations: number;
  scales: number;
}

export function planInstances(node: JsonObject, table: AccessorTable, where: string): InstancePlan | null {
  const extension = objectOf(objectOf(node, 'extensions', where) ?? {}, INSTANCING, `${where}.extensions`);
  if (!extension) return null;
  const at = `${where}.extensions.${INSTANCING}.attributes`;
  const attributes = objectOf(extension, 'attributes', `${where}.extensions.${INSTANCING}`) ?? {};
  let count = -1;
  const wantPlaces = (name: string, type: string, kinds: number[]): number => {
    const index = indexOf(attributes, name, table.json.length, at);
    if (index < 0) return -1;
    const def = want(table, index, type, kinds, `${at}.${name}`);
    if (count >= 0 && def.count !== count) {
      refuse(`accessors[${index}].count`, def.count, `other attributes of ${at} have ${count}`);
    }
    count = def.count;
    return index;
  };
  const translations = wantPlaces('TRANSLATION', 'VEC3', [FLOAT]);
  const rotations = wantPlaces('ROTATION', 'VEC4', [FLOAT, 5120, 5122]);
  const scales = wantPlaces('SCALE', 'VEC3', [FLOAT]);
  return count < 0 ? null : { count, translations, rotations, scales };
}
