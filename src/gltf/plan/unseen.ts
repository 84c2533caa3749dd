import type { GltfNodes } from '../asset.ts';
import { TRANSMISSION, VISIBILITY } from '../container/extensions.ts';
import { type JsonObject, nameOf, numbersOf, objectOf, objectsOf } from '../container/json.ts';

/** What is read of a material. */
export interface MaterialPlan {
  name: string;
  /** How much it hides of what is behind it, at most: textures can only take from it. 0: nothing of it is drawn. */
  opacity: number;
}

export function planMaterial(def: JsonObject, index: number): MaterialPlan {
  const where = `materials[${index}]`;
  const base = objectOf(def, 'pbrMetallicRoughness', where) ?? {};
  const alpha = numbersOf(base, 'baseColorFactor', 4, where)?.[3] ?? 1;
  const cutoff = typeof def.alphaCutoff === 'number' ? def.alphaCutoff : 0.5;
  const covered = def.alphaMode === 'BLEND' ? Math.max(0, alpha) : def.alphaMode === 'MASK' && alpha < cutoff ? 0 : 1;
  return { name: nameOf(def, `material ${index}`), opacity: covered * (1 - transmissionOf(def, where)) };
}

/** The most glass that is not drawn as a blend lets through: it shines and is tinted, so something of it is always drawn. */
const CLEAR = 0.9;

/** How much light goes through (KHR_materials_transmission). With a texture that says where, it may be little: then none is counted. */
function transmissionOf(def: JsonObject, where: string): number {
  const extensions = objectOf(def, 'extensions', where) ?? {};
  const glass = objectOf(extensions, TRANSMISSION, `${where}.extensions`) ?? {};
  const { transmissionFactor: factor } = glass;
  if (typeof factor !== 'number' || glass.transmissionTexture !== undefined) return 0;
  return Math.min(CLEAR, Math.max(0, factor));
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
