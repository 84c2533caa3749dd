import type { GltfAsset, GltfNodes } from '../../src/gltf/index.ts';
import { composeMatrix } from '../../src/gltf/pose/compose.ts';
import { splitMatrix } from '../../src/gltf/read/read-nodes.ts';
import { determinant } from '../../src/math/matrix34.ts';

/**
 * The same asset, with nodes that have a matrix turned into ones that can be turned. Those whose matrix shears or flattens stay
 * as they are: split, they would be elsewhere at rest.
 */
export function splitMatrices(asset: GltfAsset): GltfAsset {
  if (!asset.nodes.hasMatrix.includes(1)) return asset;
  const { translations, rotations, scales, hasMatrix } = asset.nodes;
  const nodes: GltfNodes = {
    ...asset.nodes,
    translations: translations.slice(),
    rotations: rotations.slice(),
    scales: scales.slice(),
    hasMatrix: hasMatrix.slice(),
  };
  hasMatrix.forEach((isMatrix, n) => {
    if (isMatrix && determinant(nodes.matrices, 12 * n) !== 0) {
      splitMatrix(nodes, n);
      if (!isSame(nodes, n)) nodes.hasMatrix[n] = 1;
    }
  });
  return { ...asset, nodes };
}

/** Whether the parts make up the matrix, to what a file has in float32. */
function isSame({ matrices, translations, rotations, scales }: GltfNodes, n: number): boolean {
  const matrix = new Float64Array(12);
  composeMatrix(translations, 3 * n, rotations, 4 * n, scales, 3 * n, matrix, 0);
  const size = Math.max(...scales.subarray(3 * n, 3 * n + 3).map(Math.abs));
  return matrix.every((x, k) => Math.abs(x - matrices[12 * n + k]) <= 1e-5 * size);
}
