import type { BodyLooks } from '../looks/looks.ts';
import { packElements, packTriangles } from './pack-array.ts';
import type { PageBody, PageImage, PageMaterial } from './page-data.ts';

/** What bodies of a scene look like, for the page. */
export interface PackedLooks {
  bodies: (BodyLooks | undefined)[];
  materials: PageMaterial[];
  images: PageImage[];
}

export const NO_LOOKS: PackedLooks = { bodies: [], materials: [], images: [] };

type BodyParts = Pick<PageBody, 'triangles' | 'vertexOf' | 'groups' | 'uvs' | 'colors'>;

/** The triangles of a body by material, and what its vertices look like: places on images to 16 bits of their box. */
export function packLooksOf({ vertexOf, corners, uvs, colors, materialOfTriangle }: BodyLooks): BodyParts {
  const order = [...materialOfTriangle.keys()].sort((p, q) => materialOfTriangle[p] - materialOfTriangle[q] || p - q);
  const groups: [number, number][] = [];
  for (const t of order) {
    const last = groups.at(-1);
    if (last?.[0] === materialOfTriangle[t]) last[1]++;
    else groups.push([materialOfTriangle[t], 1]);
  }
  const sorted = Uint32Array.from(corners, (_, k) => corners[3 * order[Math.floor(k / 3)] + (k % 3)]);
  return {
    triangles: packTriangles(sorted),
    vertexOf: vertexOf.every((v, k) => v === k) ? null : packElements(vertexOf, 1),
    groups,
    uvs: uvs && packUvs(uvs),
    colors: colors && packElements(colors, 4),
  };
}

function packUvs(uvs: Float32Array): NonNullable<PageBody['uvs']> {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let k = 0; k < uvs.length; k++) {
    low[k % 2] = Math.min(low[k % 2], uvs[k]);
    high[k % 2] = Math.max(high[k % 2], uvs[k]);
  }
  const size = high.map((x, axis) => x - low[axis]);
  const shares = Uint16Array.from(uvs, (x, k) =>
    size[k % 2] > 0 ? Math.round((65535 * (x - low[k % 2])) / size[k % 2]) : 0,
  );
  return { shares: packElements(shares, 2), low, size };
}
