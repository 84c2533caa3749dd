import { triangleNormal } from '../../math/triangle-normal.ts';
import { castRay } from '../evidence/rays.ts';
import { loadCorners, type Snapshot } from '../measure/snapshot.ts';
import { facesOutward } from '../measure/winding.ts';
import { measureTriangles } from './regions.ts';

/** Rays from each region, evenly by area. */
const RAYS = 48;
/** Rays begin this far inside, as a share of the way across the triangle they begin at. */
const INSIDE = 1e-4;

/**
 * Half of how thick a body is below each of its regions: half of the way through it, straight in from the surface [Shapira2008]. What `measureRadii` tells of a
 * tube or a ball, this tells of a patch of a side too: the front of a chest is as thick as the chest. Of all ways the lower quartile, as those from a sole or a
 * shoulder lead along the limb. A ray counts if it leaves the body where it next meets it; 0 where fewer than half do, as of a sheet. Cost: about 50 us a region.
 */
export function measureThickness(body: Snapshot): Float64Array {
  const { shape, positions } = body;
  const { regionOfTriangle, joints } = shape.regions;
  const mesh = { ...shape.mesh, positions };
  const areas = measureTriangles(mesh);
  const slots: number[][] = Array.from(joints, () => []);
  regionOfTriangle.forEach((region, slot) => {
    if (areas[slot] > 0) slots[region].push(slot);
  });
  const inward = facesOutward(body) ? -1 : 1;
  return Float64Array.from(slots, own => {
    const ways = chooseByArea(own, areas).map(slot => measureWay(body, slot, inward));
    const through = ways.filter(way => way < Infinity).sort((p, q) => p - q);
    return 2 * through.length > ways.length ? 0.5 * through[through.length >> 2] : 0;
  });
}

/** Slots at even shares of the area, in their order. */
function chooseByArea(slots: readonly number[], areas: Float64Array): number[] {
  const whole = slots.reduce((sum, slot) => sum + areas[slot], 0);
  const chosen: number[] = [];
  let before = 0;
  for (const slot of slots) {
    before += areas[slot];
    while (chosen.length < RAYS && before >= ((chosen.length + 0.5) / RAYS) * whole) chosen.push(slot);
  }
  return chosen;
}

/** How far it is through a body from the middle of a triangle; Infinity if the first it meets is no way out. */
function measureWay(body: Snapshot, slot: number, inward: number): number {
  const corners = new Float64Array(9);
  const normal = new Float64Array(3);
  loadCorners(body, slot, corners, 0);
  triangleNormal(corners, 0, 3, 6, normal, 0);
  const size = Math.hypot(normal[0], normal[1], normal[2]);
  const along = normal.map(x => (inward * x) / size);
  const start = INSIDE * Math.sqrt(size);
  const from = along.map((x, k) => (corners[k] + corners[3 + k] + corners[6 + k]) / 3 + start * x);
  const { slot: met, distance } = castRay({ body, seenThrough: null }, from, along, 'nearest');
  if (met < 0) return Infinity;
  loadCorners(body, met, corners, 0);
  triangleNormal(corners, 0, 3, 6, normal, 0);
  const facing = along.reduce((sum, x, k) => sum + x * normal[k], 0);
  return facing * inward < 0 ? start + distance : Infinity;
}
