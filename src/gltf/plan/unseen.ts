import type { GltfNodes } from '../asset.ts';
import { VISIBILITY } from '../container/extensions.ts';
import { type JsonObject, nameOf, numbersOf, objectOf, objectsOf } from '../container/json.ts';

/** What is read of a material. */
export interface MaterialPlan {
  name: string;
  /** Nothing of it is drawn, whatever its texture: that can only take from its alpha. */
  isTransparent: boolean;
}

export function planMaterial(def: JsonObject, index: number): MaterialPlan {
  const where = `materials[${index}]`;
  const base = objectOf(def, 'pbrMetallicRoughness', where) ?? {};
  const alpha = numbersOf(base, 'baseColorFactor', 4, where)?.[3] ?? 1;
  const cutoff = typeof def.alphaCutoff === 'number' ? def.alphaCutoff : 0.5;
  const isTransparent = def.alphaMode === 'BLEND' ? alpha <= 0 : def.alphaMode === 'MASK' && alpha < cutoff;
  return { name: nameOf(def, `material ${index}`), isTransparent };
}

/** 1 for nodes that are invisible at rest: those that say so, and all that hang on them. */
export function findInvisible(json: JsonObject, { parents, order }: GltfNodes): Uint8Array {
  const areInvisible = new Uint8Array(parents.length);
  const defs = objectsOf(json, 'nodes', '');
  for (const node of order) {
    const where = `nodes[${node}]`;
    const extensions = objectOf(defs[node], 'extensions', where) ?? {};
    const isOwn = objectOf(extensions, VISIBILITY, `${where}.extensions`)?.visible === false;
    if (isOwn || (parents[node] >= 0 && areInvisible[parents[node]] === 1)) areInvisible[node] = 1;
  }
  return areInvisible;
}
