import { normalizeWeights } from '../../deform/joint-sets.ts';
import { vertexCount } from '../../mesh/mesh.ts';
import type { Skin } from '../../mesh/skin.ts';
import { keepRows, weld } from '../../mesh/weld.ts';
import { type GltfBody, NO_VERTEX } from '../asset.ts';
import type { AccessorTable } from '../container/accessors.ts';
import { type Budget, spend } from '../container/budget.ts';
import { writeNumbers, writeWeights } from '../container/numbers.ts';
import type { TypedArray } from '../container/typed-arrays.ts';
import type { MeshPlan, PrimitivePlan } from '../plan/plan-meshes.ts';
import { cleanSkin, keepSkinRows, renumberJoints } from './clean-skin.ts';
import { LARGEST_INDEX, listTriangles } from './triangles.ts';

/** What all bodies of one glTF mesh share. */
export interface JoinedMesh
  extends Pick<GltfBody, 'mesh' | 'materialNames' | 'opacities' | 'primitiveOfTriangle' | 'vertices'> {
  /** Over those joints only that move a vertex: joint `j` is joint `usedJoints[j]` of the glTF skin. */
  skin: Skin | null;
  usedJoints: Uint32Array;
  targets: Float32Array[];
}

/** The data of the file, as the meshes need it. */
export interface MeshData {
  table: AccessorTable;
  arrays: ReadonlyMap<number, TypedArray>;
  budget: Budget;
  /** Do strips and fans begin anew after the largest index? */
  restarts: boolean;
  weld: boolean;
  gaps: string[];
}

/** The triangles of a mesh as one surface; null (and a gap) if there are none. */
export function joinPrimitives(plan: MeshPlan, isSkinned: boolean, data: MeshData): JoinedMesh | null {
  const { triangles, primitiveOfTriangle, starts, blocks } = joinTriangles(plan, data);
  if (triangles.length === 0) {
    if (plan.primitives.length > 0) data.gaps.push(`Mesh '${plan.name}' is left out: it has no triangles.`);
    return null;
  }
  const raw = joinVertices(plan, blocks, isSkinned, data);
  const before = vertexCount({ positions: raw.positions, triangles });
  const { rows, newNumber } = findUsed(triangles, before);
  const skin = raw.skin && cleanSkin(keepSkinRows(raw.skin, rows), plan.name, data.gaps);
  const used = skin ? renumberJoints(skin) : new Uint32Array(0);
  const kept = {
    positions: keepRows(raw.positions, 3, rows),
    triangles: triangles.map(v => newNumber[v]),
  };
  const fields = raw.targets.map(target => keepRows(target, 3, rows));
  const welded = data.weld ? weld(kept, skin ?? undefined, fields) : { mesh: kept, skin, fields, vertexOf: null };
  return {
    mesh: welded.mesh,
    skin: welded.skin ? normalizeWeights(welded.skin) : null,
    usedJoints: used,
    targets: welded.fields as Float32Array[],
    materialNames: plan.primitives.map(({ materialName }) => materialName),
    opacities: Float64Array.from(plan.primitives, ({ opacity }) => opacity),
    primitiveOfTriangle,
    vertices: {
      primitives: Uint32Array.from(plan.primitives, ({ number }) => number),
      starts,
      vertexOf: newNumber.map(v => (v === NO_VERTEX ? v : (welded.vertexOf?.[v] ?? v))),
    },
  };
}

/** Vertices that several primitives share, and where they begin among all. */
interface Block {
  start: number;
  plan: PrimitivePlan;
}

function joinTriangles(plan: MeshPlan, { table, arrays, budget, restarts, gaps }: MeshData) {
  const blocks = new Map<string, Block>();
  const starts = new Uint32Array(plan.primitives.length);
  const lists: Uint32Array[] = [];
  let vertices = 0;
  plan.primitives.forEach((primitive, p) => {
    const key = JSON.stringify([primitive.positions, primitive.joints, primitive.weights, primitive.targets]);
    const block = blocks.get(key) ?? { start: vertices, plan: primitive };
    if (!blocks.has(key)) vertices += primitive.vertices;
    blocks.set(key, block);
    starts[p] = block.start;
    const indices = primitive.indices < 0 ? null : arrays.get(primitive.indices)!;
    const count = indices ? indices.length : primitive.vertices;
    spend(budget, 36 * count, `the triangles of ${primitive.where}`);
    const { componentType } = table.wanted.get(primitive.indices) ?? {};
    const restart = restarts && componentType ? LARGEST_INDEX[componentType] : -1;
    const list = listTriangles(primitive.mode, indices, primitive.vertices, restart);
    if (primitive.mode === 4 && count % 3 !== 0) {
      gaps.push(`${count % 3} indices at the end of ${primitive.where} are left out: they fill no triangle.`);
    }
    for (let k = 0; k < list.length; k++) {
      if (list[k] >= primitive.vertices) {
        throw new Error(
          `readGltf: triangle ${Math.floor(k / 3)} of ${primitive.where} names vertex ${list[k]}, ` +
            `but there are ${primitive.vertices}; the file is damaged.`,
        );
      }
      list[k] += block.start;
    }
    lists.push(list);
  });
  const triangles = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  const primitiveOfTriangle = new Uint32Array(triangles.length / 3);
  let at = 0;
  lists.forEach((list, p) => {
    primitiveOfTriangle.fill(p, at / 3, (at + list.length) / 3);
    triangles.set(list, at);
    at += list.length;
  });
  return { triangles, primitiveOfTriangle, starts, blocks: [...blocks.values()] };
}

function joinVertices(plan: MeshPlan, blocks: Block[], isSkinned: boolean, { table, arrays, budget }: MeshData) {
  const last = blocks[blocks.length - 1];
  const vertices = last.start + last.plan.vertices;
  const influences = isSkinned ? 4 * Math.max(...blocks.map(block => block.plan.joints.length)) : 0;
  const targets = plan.targetNames.length;
  spend(budget, vertices * (48 + 24 * influences + 24 * targets), `joining the primitives of mesh '${plan.name}'`);
  const positions = new Float64Array(3 * vertices);
  const joints = new Uint32Array(vertices * influences);
  const weights = new Float32Array(vertices * influences);
  const fields = plan.targetNames.map(() => new Float32Array(3 * vertices));
  const write = (accessor: number, out: Float32Array | Float64Array, o: number, name: string): void =>
    writeNumbers(arrays.get(accessor)!, table.wanted.get(accessor)!, out, o, name);
  for (const { start, plan: block } of blocks) {
    write(block.positions, positions, 3 * start, 'POSITION');
    block.targets.forEach((target, m) => {
      if (target >= 0) write(target, fields[m], 3 * start, 'POSITION of a target');
    });
    if (!isSkinned) continue;
    if (block.joints.length === 0) {
      throw new Error(
        `readGltf: ${block.where} has no JOINTS_0 and WEIGHTS_0, but a node gives it a skin; bind it or drop the skin.`,
      );
    }
    block.joints.forEach((accessor, set) => {
      const numbers = arrays.get(accessor)!;
      const shares = new Float32Array(4 * block.vertices);
      writeWeights(arrays.get(block.weights[set])!, table.wanted.get(block.weights[set])!, shares, `WEIGHTS_${set}`);
      for (let k = 0; k < numbers.length; k++) {
        const influence = (start + (k >> 2)) * influences + 4 * set + (k & 3);
        joints[influence] = numbers[k];
        weights[influence] = shares[k];
      }
    });
  }
  return { positions, targets: fields, skin: isSkinned ? { jointCount: 0, influences, joints, weights } : null };
}

/** The vertices that some triangle has, ascending, and the new number of each (or `NO_VERTEX`). */
function findUsed(triangles: Uint32Array, vertices: number): { rows: Uint32Array; newNumber: Uint32Array } {
  const newNumber = new Uint32Array(vertices).fill(NO_VERTEX);
  for (let k = 0; k < triangles.length; k++) newNumber[triangles[k]] = 0;
  const rows = new Uint32Array(vertices);
  let count = 0;
  for (let v = 0; v < vertices; v++) {
    if (newNumber[v] === NO_VERTEX) continue;
    rows[count] = v;
    newNumber[v] = count++;
  }
  return { rows: rows.slice(0, count), newNumber };
}
