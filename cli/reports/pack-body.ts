import type { CheckBody } from '../../src/check/index.ts';
import { fieldsOf, skinningOf } from '../../src/deform/deformer.ts';
import type { Mesh, Skin } from '../../src/index.ts';
import { type BodyLooks, plainLooksOf } from '../looks/looks.ts';
import { packElements } from './pack-array.ts';
import { packLooksOf } from './pack-looks.ts';
import type { PageBody } from './page-data.ts';

/** Sets of four joints a vertex may follow in the page: more do not show. */
const MOST_SETS = 2;

/** A body for the page: positions to 16 bits of its box, a fiftieth of a millimetre on a person; weights to 16 bits. */
export function packBody({ mesh, source }: CheckBody, looks: BodyLooks = plainLooksOf(mesh)): PageBody {
  const vertices = mesh.positions.length / 3;
  const skinning = skinningOf(source);
  const skin = skinning.kind === 'rigid' ? null : skinning.skin;
  const fields = fieldsOf(source);
  let targetSize = 0;
  for (const field of fields) for (const x of field) targetSize = Math.max(targetSize, Math.abs(x));
  return {
    vertices,
    ...packPositions(mesh),
    ...packLooksOf(looks),
    jointCount: skin?.jointCount ?? 1,
    ...(skin ? packSkin(skin, vertices) : { joints: [], weights: [] }),
    targets: fields.map(field => {
      const shares = new Int16Array(4 * vertices);
      for (let v = 0; v < vertices; v++) {
        for (let axis = 0; axis < 3; axis++) shares[4 * v + axis] = toShare(field[3 * v + axis], targetSize);
      }
      return packElements(shares, 4);
    }),
    targetSize,
  };
}

/** A signed number as a share of the largest, in 32767ths. */
export function toShare(x: number, largest: number): number {
  return largest > 0 ? Math.round((32767 * x) / largest) : 0;
}

function packPositions({ positions }: Mesh): Pick<PageBody, 'positions' | 'low' | 'size'> {
  const { low, size } = boxOf(positions, 3, 0);
  const shares = new Uint16Array((4 * positions.length) / 3);
  for (let k = 0; k < positions.length; k++) {
    const axis = k % 3;
    const share = size[axis] > 0 ? (positions[k] - low[axis]) / size[axis] : 0;
    shares[4 * Math.floor(k / 3) + axis] = Math.round(65535 * share);
  }
  return { positions: packElements(shares, 4), low, size };
}

/** The box of points that begin every `stride` numbers, at three of them `offset`, `offset + step` and so on. */
export function boxOf(
  numbers: ArrayLike<number>,
  stride: number,
  offset: number,
  step = 1,
): { low: number[]; size: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let o = offset; o < numbers.length; o += stride) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], numbers[o + step * axis]);
      high[axis] = Math.max(high[axis], numbers[o + step * axis]);
    }
  }
  return { low, size: high.map((x, axis) => x - low[axis]) };
}

/** The heaviest joints of each vertex, in sets of four. Weights sum to what they summed to; the page makes that one. */
function packSkin({ influences, joints, weights }: Skin, vertices: number): Pick<PageBody, 'joints' | 'weights'> {
  const sets = Math.min(MOST_SETS, countSets(influences, weights, vertices));
  const jointSets = Array.from({ length: sets }, () => new Uint16Array(4 * vertices));
  const weightSets = Array.from({ length: sets }, () => new Uint16Array(4 * vertices));
  for (let v = 0; v < vertices; v++) {
    const slots = Array.from({ length: influences }, (_, k) => v * influences + k)
      .filter(slot => weights[slot] > 0)
      .sort((p, q) => weights[q] - weights[p] || p - q)
      .slice(0, 4 * sets);
    slots.forEach((slot, k) => {
      jointSets[k >> 2][4 * v + (k & 3)] = joints[slot];
      weightSets[k >> 2][4 * v + (k & 3)] = Math.round(65535 * weights[slot]);
    });
  }
  return { joints: jointSets.map(set => packElements(set, 4)), weights: weightSets.map(set => packElements(set, 4)) };
}

/** How many sets of four the vertex with the most joints needs. */
function countSets(influences: number, weights: ArrayLike<number>, vertices: number): number {
  let most = 1;
  for (let v = 0; v < vertices; v++) {
    let used = 0;
    for (let k = 0; k < influences; k++) if (weights[v * influences + k] > 0) used++;
    most = Math.max(most, used);
  }
  return Math.ceil(most / 4);
}
