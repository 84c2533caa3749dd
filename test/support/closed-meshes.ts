import type { Random } from '../../src/math/random.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';

/** A sphere, a torus or a bent tube with a few dozen to a few hundred triangles: closed, oriented, free of contact. */
export function createClosedMesh(random: Random): Mesh {
  const kind = random();
  if (kind < 0.3) return createBall(3 + Math.floor(4 * random()), 4 + Math.floor(5 * random()));
  if (kind < 0.6) return createRing(5 + Math.floor(6 * random()), 3 + Math.floor(4 * random()), 0.25 + 0.4 * random());
  return createHook(
    5 + Math.floor(8 * random()),
    3 + Math.floor(4 * random()),
    0.2 + 0.25 * random(),
    3.5 + 2 * random(),
  );
}

export function createBall(rings: number, sides: number): Mesh {
  const path = Array.from({ length: rings }, (_, r) => (Math.PI * (r + 1)) / (rings + 1));
  return loft(
    sides,
    path.map(angle => side => [Math.sin(angle) * Math.cos(side), Math.sin(angle) * Math.sin(side), -Math.cos(angle)]),
    [
      [0, 0, -1],
      [0, 0, 1],
    ],
  );
}

export function createRing(rings: number, sides: number, radius: number): Mesh {
  const path = Array.from({ length: rings }, (_, r) => (2 * Math.PI * r) / rings);
  return loft(
    sides,
    path.map(angle => tubeAround(angle, radius)),
    null,
  );
}

/** A letter C of the given angle. */
export function createHook(rings: number, sides: number, radius: number, angle: number): Mesh {
  const path = Array.from({ length: rings }, (_, r) => (angle * r) / (rings - 1));
  const cap = (at: number, ahead: number): number[] => [Math.cos(at + ahead), Math.sin(at + ahead), 0];
  return loft(
    sides,
    path.map(at => tubeAround(at, radius)),
    [cap(0, -radius / 2), cap(angle, radius / 2)],
  );
}

function tubeAround(angle: number, radius: number): (side: number) => number[] {
  return side => {
    const out = 1 + radius * Math.cos(side);
    return [out * Math.cos(angle), out * Math.sin(angle), -radius * Math.sin(side)];
  };
}

/** Joins rings of points; between two poles, or round to the first ring. */
function loft(sides: number, rings: ((side: number) => number[])[], poles: number[][] | null): Mesh {
  const positions = rings.flatMap(ring =>
    Array.from({ length: sides }, (_, s) => ring((2 * Math.PI * s) / sides)).flat(),
  );
  const triangles: number[] = [];
  const at = (ring: number, side: number): number => (ring % rings.length) * sides + (side % sides);
  for (let r = 0; r < (poles ? rings.length - 1 : rings.length); r++) {
    for (let s = 0; s < sides; s++) {
      triangles.push(at(r, s), at(r, s + 1), at(r + 1, s + 1), at(r, s), at(r + 1, s + 1), at(r + 1, s));
    }
  }
  if (poles) {
    const first = positions.length / 3;
    positions.push(...poles.flat());
    for (let s = 0; s < sides; s++) {
      triangles.push(first, at(0, s + 1), at(0, s), first + 1, at(rings.length - 1, s), at(rings.length - 1, s + 1));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
