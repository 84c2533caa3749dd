import type { Shape } from '../../shape.ts';
import { createPointGrid, findNearest, type PointGrid } from './point-grid.ts';

/** How many depths are tried for each sphere, each half as deep again as the one before. */
const TRIALS = 8;

/**
 * Moves each covering sphere inward, against the normals of its triangles (outward if the depth is below 0), to where
 * it sticks out of the mesh least, and makes it as large as it must be to cover them still: a larger sphere from
 * farther inside follows the surface better. It covers whatever depth is chosen. The choice is a guess, from vertices
 * and middles of triangles only; where it is poor, as the mesh is not closed say, there are more phantom collisions,
 * and nothing worse. Cost: some 10 us a sphere.
 */
export function sinkSpheres(shape: Shape, maxDepth: number, centers: Float64Array, radii: Float64Array): void {
  const { positions } = shape.mesh;
  const { starts, ids } = shape.leafVertices;
  const grid = createPointGrid(sampleSurface(shape), Math.abs(maxDepth));
  const normals = sumNormals(shape);
  for (let leaf = 0; leaf < radii.length; leaf++) {
    const [nx, ny, nz] = normals.subarray(3 * leaf, 3 * leaf + 3);
    const length = Math.hypot(nx, ny, nz);
    if (length === 0) continue;
    const [x, y, z] = centers.subarray(3 * leaf, 3 * leaf + 3);
    let least = radii[leaf] < Infinity ? measureExcess(grid, x, y, z, radii[leaf]) : Infinity;
    for (let trial = 0, depth = maxDepth; trial < TRIALS; trial++, depth /= 1.5) {
      const px = x - (depth * nx) / length;
      const py = y - (depth * ny) / length;
      const pz = z - (depth * nz) / length;
      let reach = 0;
      for (let at = starts[leaf]; at < starts[leaf + 1]; at++) {
        const v = 3 * ids[at];
        reach = Math.max(reach, Math.hypot(positions[v] - px, positions[v + 1] - py, positions[v + 2] - pz));
      }
      reach *= 1 + 1e-12; // covers the rounding of the distance
      const excess = measureExcess(grid, px, py, pz, reach);
      if (excess >= least) continue;
      least = excess;
      centers.set([px, py, pz], 3 * leaf);
      radii[leaf] = reach;
    }
  }
}

/** All vertices and the middles of all triangles. */
function sampleSurface({ mesh: { positions, triangles } }: Shape): Float64Array {
  const samples = new Float64Array(positions.length + triangles.length);
  samples.set(positions);
  for (let corner = 0; corner < triangles.length; corner++) {
    const middle = positions.length + 3 * Math.floor(corner / 3);
    for (let k = 0; k < 3; k++) samples[middle + k] += positions[3 * triangles[corner] + k] / 3;
  }
  return samples;
}

/** How far the sphere reaches beyond the sample of the surface nearest to its centre. */
function measureExcess(grid: PointGrid, x: number, y: number, z: number, radius: number): number {
  const nearest = findNearest(grid, x, y, z, radius * (1 + 1e-9), []);
  const { points } = grid;
  return radius - Math.hypot(points[3 * nearest] - x, points[3 * nearest + 1] - y, points[3 * nearest + 2] - z);
}

/** The sum of the normals of each leaf's triangles, as long as they are large. */
function sumNormals({ mesh, tree }: Shape): Float64Array {
  const { positions: p, triangles } = mesh;
  const normals = new Float64Array(3 * tree.leafCount);
  for (let node = 0; node < tree.links.length; node++) {
    if (tree.links[node] >= 0) continue;
    const leaf = ~tree.links[node];
    for (let slot = tree.slotStarts[node]; slot < tree.slotEnds[node]; slot++) {
      const [i, j, k] = triangles.subarray(3 * slot, 3 * slot + 3);
      for (let axis = 0; axis < 3; axis++) {
        const u = (axis + 1) % 3;
        const v = (axis + 2) % 3;
        normals[3 * leaf + axis] +=
          (p[3 * j + u] - p[3 * i + u]) * (p[3 * k + v] - p[3 * i + v]) -
          (p[3 * j + v] - p[3 * i + v]) * (p[3 * k + u] - p[3 * i + u]);
      }
    }
  }
  return normals;
}
