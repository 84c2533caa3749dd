import type * as three from 'three';
import { BackSide, DoubleSide } from 'three';
import type { RayOptions } from '../query/probe/cast-ray.ts';

type Side = NonNullable<RayOptions['side']>;

/** The sides of triangles that some material of the mesh shows. */
export function shownSides({ material }: three.Mesh): Side {
  if (!Array.isArray(material)) return sideOf(material);
  const sides = new Set(material.filter(Boolean).map(sideOf));
  const [only] = sides;
  return sides.size === 1 ? only : 'both';
}

function sideOf(material: three.Material): Side {
  if (material.side === DoubleSide) return 'both';
  return material.side === BackSide ? 'back' : 'front';
}

export function otherSide(side: Side): Side {
  if (side === 'both') return 'both';
  return side === 'front' ? 'back' : 'front';
}

/**
 * The materials (by number) with which a face is drawn so that it can be seen from this side: several if groups overlap, none
 * if it is outside of the draw range, in no group, or its material does not show this side. As three.js does it; a group
 * whose material is missing is not drawn.
 */
export function materialsShowing(mesh: three.Mesh, face: number, side: Side): number[] {
  const { material, geometry } = mesh;
  const { start, count } = geometry.drawRange;
  const corner = 3 * face;
  if (corner < start || corner >= start + count) return [];
  if (!Array.isArray(material)) return shows(material, side) ? [0] : [];
  return geometry.groups
    .filter(group => corner >= group.start && corner < group.start + group.count)
    .map(({ materialIndex }) => materialIndex ?? 0)
    .filter(number => shows(material[number], side));
}

/**
 * Throws if what is drawn begins within a face: three.js, as the graphics card, then makes other triangles of the corners, which no
 * tree of the geometry has.
 */
export function wantWholeFaces({ material, geometry: { drawRange, groups } }: three.Mesh): void {
  const starts = [drawRange.start, ...(Array.isArray(material) ? groups.map(({ start }) => start) : [])];
  const cut = starts.find(start => start % 3 !== 0);
  if (cut === undefined) return;
  throw new Error(`raycast: a draw range or a group begins at ${cut}, within a face; let it begin at a multiple of 3.`);
}

function shows(material: three.Material | undefined, side: Side): boolean {
  if (material === undefined) return false;
  const shown = sideOf(material);
  return shown === side || shown === 'both';
}
