import type { Row } from '../../bench/harness/report.ts';
import { type Bar, colors, plotBars, plotGrowth, type Series } from './plot.ts';
import type { Measured } from './read-results.ts';
import { microseconds } from './results-page.ts';

/** The plots of the results page, by file name; a plot without enough numbers is left out. */
export function drawPictures(measured: Measured): Map<string, string> {
  const pictures = new Map<string, string>();
  const add = (name: string, series: Series[], draw: (series: Series[]) => string): void => {
    const drawn = series.filter(({ points }) => points.length > 1);
    if (drawn.length > 0) pictures.set(`results-${name}.svg`, draw(drawn));
  };
  const rows = [...measured.results.values()].flatMap(result => result.rows);
  add('growth', touchSeries(rows), series =>
    plotGrowth('Two characters that lightly touch, new poses: time per frame', 'triangles of each', series),
  );
  add('rays', raySeries(rows), series => plotGrowth('The first hit of a ray, after a new pose', 'triangles', series));
  const bars = listRatios(measured);
  if (bars.length > 0)
    pictures.set('results-ratios.svg', plotBars('Reached of what was asked: ratios over baselines', bars));
  return pictures;
}

function touchSeries(rows: readonly Row[]): Series[] {
  const touch = (method: string): Series['points'] =>
    pointsOf(
      rows,
      row => row.bench === 'peers' && /^\d+ triangles, light touch$/.test(row.scene) && row.method === method,
    );
  const copy = pointsOf(rows, row => row.bench === 'growth' && row.metric === 'copy both vertex buffers');
  return [
    { name: 'poseclash', color: colors.ours, points: touch('ours, on demand') },
    {
      name: 'skinning, refit, walk by hand',
      color: colors.other,
      points: touch('linear: skinning + flat refit + walk'),
    },
    { name: 'three-mesh-bvh', color: colors.third, points: touch('skinning + MeshBVH.refit + bvhcast, leaves of 10') },
    { name: 'its SkinnedMeshBVH', color: colors.fourth, points: touch('SkinnedMeshBVH.refit + bvhcast') },
    { name: 'copying the vertices only', color: colors.fifth, points: copy },
  ];
}

function raySeries(rows: readonly Row[]): Series[] {
  const ray = (method: string): Series['points'] =>
    pointsOf(rows, row => row.metric === 'a ray after a new pose' && row.method === method);
  return [
    { name: 'poseclash, by Raycaster', color: colors.ours, points: ray('ours, by Raycaster') },
    { name: 'three-mesh-bvh', color: colors.third, points: ray('skinning + MeshBVH.refit + raycastFirst') },
    { name: 'its SkinnedMeshBVH', color: colors.fourth, points: ray('SkinnedMeshBVH.refit + raycastObject3D') },
    { name: 'three.js', color: colors.other, points: ray('three.js itself') },
  ];
}

/** Triangles and microseconds of the rows, by triangles: their number is the first in the name of the scene. */
function pointsOf(rows: readonly Row[], isWanted: (row: Row) => boolean): Series['points'] {
  return rows
    .filter(isWanted)
    .map(row => [Number.parseInt(row.scene, 10), microseconds(row)] as [number, number])
    .filter(([x, y]) => x > 0 && y > 0)
    .sort(([a], [b]) => a - b);
}

/** Targets that are ratios to be reached, best first. */
function listRatios({ results }: Measured): Bar[] {
  const bars = [...results.values()].flatMap(({ bench, targets }) =>
    targets.flatMap(({ name, value, unit, atLeast }) =>
      unit === 'x' && atLeast !== undefined && value > 0
        ? [{ name: shorten(`${bench}: ${name}`), value, asked: atLeast }]
        : [],
    ),
  );
  return bars.sort((a, b) => b.value / b.asked - a.value / a.asked).slice(0, 48);
}

function shorten(name: string): string {
  const short = name
    .replace('two creatures of ', '')
    .replace('creatures-walk-through', 'creatures')
    .replace('two-men-walking', 'men')
    .replace(', on demand over bottom-up', '')
    .replace(', best linear pipeline / ours', '')
    .replace(' triangles', '')
    .replace('the best linear method', 'linear')
    .replace('the best on ', '');
  return short.length > 58 ? `${short.slice(0, 57)}…` : short;
}
