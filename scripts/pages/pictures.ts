import type { Row } from '../../bench/harness/report.ts';
import { type Bar, colors, plotBars, plotCurves, plotGrowth, type Series } from './plot.ts';
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
  for (const question of ['all pairs', 'first pair']) {
    const name = question.replace(' ', '-');
    add(`larsson-5-${name}`, bodySeries(rows, question), series =>
      plotCurves(`Two morphing bodies, ${question}: time per step (Fig. 5 of Larsson 2003)`, 'step', series),
    );
    add(`larsson-8-${name}`, dolphinSeries(rows, question), series =>
      plotGrowth(`Twelve dolphins, ${question}: time per frame (Fig. 8 of Larsson 2003)`, 'triangles of each', series),
    );
  }
  add('navarro-2j', jawSeries(rows), series =>
    plotCurves('The jaw: tests of a step (Fig. 2j of Navarro Newball 2009)', 'step', series, 'count'),
  );
  for (const part of ['a, volume tests', 'b, candidates']) {
    const title = `The rope: ${part.slice(3)} of a step, none drawn as 1 (Fig. 12${part[0]} of Wong 2013)`;
    add(`wong-12${part[0]}`, wongSeries(rows, `Fig. 12${part}`), series => plotCurves(title, 'step', series, 'count'));
  }
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

/** Rows of a bench of morphing bodies. */
function isMorph(row: Row, bench: string, metric: string, question: string): boolean {
  return row.bench === bench && row.metric === metric && row.scene.endsWith(question);
}

function bodySeries(rows: readonly Row[], question: string): Series[] {
  const own = rows.filter(row => isMorph(row, 'morph-bodies', 'Fig. 5', question));
  const of = (method: string): Series['points'] => pointsOf(own, row => row.method === method, 0);
  return [
    { name: 'ours, spheres', color: colors.ours, points: of('on demand, sphere, 1 in between') },
    { name: 'as published, boxes', color: colors.third, points: of('as published, boxes, stamped') },
    { name: 'hybrid, boxes', color: colors.other, points: of('hybrid, box') },
  ];
}

function dolphinSeries(rows: readonly Row[], question: string): Series[] {
  const own = rows.filter(row => isMorph(row, 'morph-dolphins', 'time per frame', question));
  const of = (method: string): Series['points'] => pointsOf(own, row => row.method === method);
  return [
    { name: 'ours, boxes', color: colors.ours, points: of('on demand, boxes') },
    { name: 'as published, boxes', color: colors.third, points: of('as published, boxes, stamped') },
    { name: 'as published, 16-DOPs', color: colors.fifth, points: of('as published, 16-DOPs, stamped') },
    { name: 'as published, plain', color: colors.fourth, points: of('as published, boxes, plain') },
    { name: 'hybrid, boxes', color: colors.other, points: of("hybrid, boxes, the paper's tree") },
  ];
}

function jawSeries(rows: readonly Row[]): Series[] {
  const of = (method: string): Series['points'] =>
    pointsOf(rows, row => row.bench === 'tabulated' && row.metric === 'Fig. 2j, tests' && row.method === method, 0);
  return [
    { name: 'table, as published', color: colors.third, points: of('table') },
    { name: 'sphere tree', color: colors.other, points: of('tight sphere tree') },
  ];
}

/** Steps without any are drawn as 1, as the axis is logarithmic. */
function wongSeries(rows: readonly Row[], metric: string): Series[] {
  const least = rows.map(row => (row.value > 0 ? row : { ...row, value: 1 }));
  const of = (method: string): Series['points'] =>
    pointsOf(least, row => row.bench === 'radial-view' && row.metric === metric && row.method === method, 0);
  return [
    { name: 'ours', color: colors.ours, points: of('ours') },
    { name: 'as published', color: colors.third, points: of('radial views as published') },
    { name: 'MCD', color: colors.fourth, points: of('MCD (normal cones)') },
    { name: 'Base', color: colors.other, points: of('Base (16-DOPs)') },
  ];
}

/** Triangles (or steps) and microseconds of the rows: their number is the first in the name of the scene. */
function pointsOf(rows: readonly Row[], isWanted: (row: Row) => boolean, least = 1): Series['points'] {
  return rows
    .filter(isWanted)
    .map(row => [Number.parseInt(row.scene, 10), microseconds(row)] as [number, number])
    .filter(([x, y]) => x >= least && y > 0)
    .sort(([a], [b]) => a - b);
}

/** Targets that are ratios to be reached, best first. */
function listRatios({ results }: Measured): Bar[] {
  const bars = [...results.values()].flatMap(({ bench, targets }) =>
    targets.flatMap(({ name, value, unit, atLeast, unlike }) =>
      unit === 'x' && atLeast !== undefined && unlike === undefined && value > 0
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
