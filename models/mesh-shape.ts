import type { Mesh } from '../src/mesh/mesh.ts';
import type { Sizing } from './collapse-edges.ts';
import { collapseEdges } from './collapse-edges.ts';
import { flipEdges } from './flip-edges.ts';
import { countPieces, findTwins } from './half-edges.ts';
import type { RawSurface } from './polygonise.ts';
import { polygonise } from './polygonise.ts';
import type { DistanceField } from './signed-distance.ts';
import { projectVertex, smoothSurface } from './smooth-surface.ts';

/** From this many triangles on the lattice resolves every part, and less care gives the same picture in less time. */
const FINE = 50_000;

/**
 * One closed, connected, oriented 2-manifold around the shape with exactly `target` triangles (an even number): a finer
 * surface first, on which thin parts are resolved, then edges merged down to the target in steps, evened out after each.
 * `firstCell` is a lattice width to begin the search with: about right is good enough. `refinement` tells how many times
 * as many triangles the finer surface has: time grows with it, and so does the freedom to follow `sizing`.
 */
export function meshShape(
  shape: DistanceField,
  target: number,
  firstCell: number,
  sizing: Sizing,
  refinement = target > FINE ? 1.3 : 4,
): Mesh {
  if (target % 2 !== 0)
    throw new Error(`meshShape: a closed surface cannot have ${target} triangles; give an even number.`);
  const fine = target > FINE;
  const surface = findFineSurface(shape, target * refinement, firstCell);
  let count = surface.mesh.triangles.length / 3;
  for (let round = fine ? 2 : 0; round < 3 || count > target; round++) {
    if (round === 12) throw new Error(`meshShape: stuck at ${count} triangles on the way to ${target}.`);
    const goal = round < 2 ? 2 * Math.round(Math.sqrt(count * target) / 2) : target;
    smoothSurface(shape, surface, 0.5);
    flipEdges(surface.mesh, requireTwins(surface.mesh), true);
    count = thin(shape, surface, goal, sizing);
  }
  evenOut(shape, surface, fine ? 2 : 4);
  return surface.mesh;
}

/** A surface of at least roughly `wanted` triangles; the lattice shrinks a little each time two sheets met in one cell. */
function findFineSurface(shape: DistanceField, wanted: number, firstCell: number): RawSurface {
  let cell = firstCell * Math.sqrt(polygonise(shape, firstCell).mesh.triangles.length / 3 / wanted);
  for (let attempt = 0; attempt < 16; attempt++) {
    const surface = polygonise(shape, cell);
    const vertices = surface.mesh.positions.length / 3;
    if (findTwins(surface.mesh.triangles, vertices)) {
      if (countPieces(surface.mesh.triangles, vertices) === 1) return surface;
    }
    cell *= 0.983;
  }
  throw new Error('meshShape: no lattice gives one closed surface; widen the gaps of the shape.');
}

function requireTwins(mesh: Mesh): Int32Array {
  const twins = findTwins(mesh.triangles, mesh.positions.length / 3);
  if (!twins) throw new Error('meshShape: the surface tore; this is a defect of meshShape.');
  return twins;
}

/** Merges edges down to `goal` triangles and closes the gaps in the arrays. Returns how many triangles are left. */
function thin(shape: DistanceField, surface: RawSurface, goal: number, sizing: Sizing): number {
  const { mesh } = surface;
  const dead = new Uint8Array(mesh.triangles.length / 3);
  const settle = (v: number): void => projectVertex(shape, surface, v);
  const left = collapseEdges(mesh, requireTwins(mesh), goal, sizing, settle, dead);
  const place = new Int32Array(mesh.positions.length / 3).fill(-1);
  const triangles = new Uint32Array(3 * left);
  let at = 0;
  for (let h = 0; h < mesh.triangles.length; h++) {
    if (dead[Math.floor(h / 3)]) continue;
    triangles[at++] = mesh.triangles[h];
    place[mesh.triangles[h]] = 0;
  }
  let vertices = 0;
  for (let v = 0; v < place.length; v++) if (place[v] === 0) place[v] = vertices++;
  const positions = new Float64Array(3 * vertices);
  const slots = new Int32Array(vertices);
  for (let v = 0; v < place.length; v++) {
    if (place[v] < 0) continue;
    for (let k = 0; k < 3; k++) positions[3 * place[v] + k] = mesh.positions[3 * v + k];
    slots[place[v]] = surface.slotOfVertex[v];
  }
  surface.mesh = { positions, triangles: triangles.map(v => place[v]) };
  surface.slotOfVertex = slots;
  return left;
}

function evenOut(shape: DistanceField, surface: RawSurface, rounds: number): void {
  const twins = requireTwins(surface.mesh);
  for (let round = 0; round < rounds; round++) {
    flipEdges(surface.mesh, twins, true);
    smoothSurface(shape, surface, 0.5);
  }
  for (let round = 0; round < rounds / 2; round++) {
    flipEdges(surface.mesh, twins, false);
    smoothSurface(shape, surface, 0.4);
  }
  flipEdges(surface.mesh, twins, false);
}
