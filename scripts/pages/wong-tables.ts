import type { Row } from '../../bench/harness/report.ts';
import { printed } from '../../papers/wong-2013/bench/printed.ts';
import { formatTable, formatValue, MISSING, withUnit } from './markdown.ts';
import { findRow, type Measured } from './read-results.ts';

const scenes = Object.keys(printed);

type Find = (words: Partial<Pick<Row, 'scene' | 'method' | 'metric'>>) => Row | undefined;

function finderOf(measured: Measured): Find {
  return words => findRow(measured, 'radial-view', words);
}

function here(row: Row | undefined): string {
  return row ? withUnit(formatValue(shorten(row, row.value)), row.unit) : MISSING;
}

function there(row: Row | undefined): string {
  return row?.paper === undefined ? MISSING : withUnit(formatValue(shorten(row, row.paper)), row.unit);
}

/** Means of counts by three digits, as the paper has them; how many triangles there are in full. */
function shorten({ metric, unit }: Row, value: number): number {
  return unit === '' && metric !== 'triangles' ? Number(value.toPrecision(3)) : value;
}

/** A cell with what was measured here, and in brackets what the paper printed. */
function both(row: Row | undefined): string {
  return row?.paper === undefined ? here(row) : `${here(row)} (${there(row)})`;
}

function isMeasured(find: Find, scene: string): boolean {
  return find({ scene, method: 'ours', metric: 'time' }) !== undefined;
}

/** Table 1. */
export function wongModels(measured: Measured): string[] {
  const find = finderOf(measured);
  const metrics = [
    'triangles',
    'positive triangles',
    'negative triangles',
    'uncertain triangles',
    'clusters before',
    'clusters after',
    'clusters seen from segments',
    'preparing',
  ];
  const method = 'Table 1, as published';
  const lines = scenes
    .filter(scene => find({ scene, method, metric: 'triangles' }))
    .map(scene => [scene, ...metrics.map(metric => both(find({ scene, method, metric })))]);
  const heads = metrics.map(metric => metric.replace(' triangles', '').replace('clusters seen', 'seen'));
  return lines.length === 0 ? [] : formatTable([['as published (paper)', ...heads], ...lines]);
}

const BASE = 'Base (16-DOPs)';
const CONES = 'MCD (normal cones)';
const PUBLISHED = 'radial views as published';

/** Tables 2 and 3: counts over the whole clip; times, and what is inside clusters, of the steps that are repeated. */
export function wongQueries(measured: Measured): string[] {
  const find = finderOf(measured);
  const lines = scenes
    .filter(scene => isMeasured(find, scene))
    .flatMap(scene => {
      const ratio = (method: string, metric: string): Row | undefined => find({ scene, method, metric });
      const [time, tests] = ['time', 'volume tests'].map(metric => find({ scene, method: PUBLISHED, metric }));
      const inside = find({ scene, method: PUBLISHED, metric: 'volume tests inside clusters' });
      const times = ['time of Base over it', 'time of MCD over it'];
      const counts = [
        'volume tests over those of Base',
        'volume tests over those of MCD',
        'candidates over those of Base',
      ];
      const clip = (name: string, method: string): string[] => [
        here(ratio(name, times[0])),
        here(ratio(name, times[1])),
        shareOf(find, scene, method, BASE, 'volume tests'),
        shareOf(find, scene, method, CONES, 'volume tests'),
        shareOf(find, scene, method, BASE, 'candidates'),
      ];
      const testsOf = (method: string): string => here(wholeClip(find, scene, method, 'volume tests'));
      const [insideHere, insideThere] = [
        shareInside(inside?.value, tests?.value),
        shareInside(inside?.paper, tests?.paper),
      ];
      const known = [...times, ...counts].map(metric => there(ratio('as published', metric)));
      return [
        [scene, 'paper', there(time), there(tests), insideThere, ...known],
        ['', 'as published', here(time), testsOf(PUBLISHED), insideHere, ...clip('as published', PUBLISHED)],
        [
          '',
          'ours',
          here(find({ scene, method: 'ours', metric: 'time' })),
          testsOf('ours'),
          '',
          ...clip('ours', 'ours'),
        ],
      ];
    });
  const heads = [
    'time',
    'volume tests',
    'inside clusters',
    'time of Base over it',
    'time of MCD over it',
    'volume tests over those of Base',
    'volume tests over those of MCD',
    'candidates over those of Base',
  ];
  return lines.length === 0 ? [] : formatTable([['', '', ...heads], ...lines]);
}

function wholeClip(find: Find, scene: string, method: string, metric: string): Row | undefined {
  return find({ scene: `${scene}, whole clip`, method, metric });
}

function shareOf(find: Find, scene: string, method: string, other: string, metric: string): string {
  const [one, all] = [method, other].map(name => wholeClip(find, scene, name, metric)?.value);
  return one === undefined || all === undefined ? MISSING : withUnit(formatValue(one / all), 'x');
}

function shareInside(inside: number | undefined, all: number | undefined): string {
  return inside === undefined || all === undefined ? MISSING : withUnit(formatValue((100 * inside) / all), '%');
}

/** Table 4. */
export function wongParts(measured: Measured): string[] {
  const find = finderOf(measured);
  const metrics = ['update', 'look', 'walk', 'feature tests', 'candidates'];
  const methods = [
    [BASE, 'Base'],
    [CONES, 'MCD'],
    [PUBLISHED, 'as published'],
    ['ours', 'ours'],
  ];
  const lines = scenes
    .filter(scene => isMeasured(find, scene))
    .flatMap(scene =>
      methods.map(([method, name], m) => [
        m === 0 ? scene : '',
        name,
        ...metrics.map(metric => (m === 0 && metric === 'look' ? '' : both(find({ scene, method, metric })))),
      ]),
    );
  const heads = ['update', 'cones or views', 'walk', 'tests', 'candidates'];
  return lines.length === 0 ? [] : formatTable([['here (paper)', '', ...heads], ...lines]);
}

const shaken = ['as placed', 'all by 0.1', 'all by 0.2', 'all by 0.3', '20 % by 1.2', '20 % by 1.4'];

/** Section 7, robustness: how many times as long, and why. How many observers moved where few make a fifth of them too coarse. */
export function wongShaken(measured: Measured): string[] {
  const find = finderOf(measured);
  const metrics = ['time over as placed', 'observers moved', 'triangles seen positive', 'volume tests', 'candidates'];
  const ways = ['as published', 'ours'];
  const lines = scenes
    .filter(scene => find({ scene, method: 'ours, as placed', metric: 'observers shaken: time' }))
    .flatMap(scene =>
      ways.flatMap((way, w) =>
        metrics.flatMap((metric, m) => {
          const rows = shaken.map(name =>
            find({ scene, method: `${way}, ${name}`, metric: `observers shaken: ${metric}` }),
          );
          if (metric === 'observers moved' && Math.abs((rows.at(-1)?.value ?? 20) - 20) <= 4) return [];
          const cells = rows.map((row, k) => (k === 0 ? here(row) : both(row)));
          return [[m + w === 0 ? scene : '', m === 0 ? way : '', metric, ...cells]];
        }),
      ),
    );
  return lines.length === 0 ? [] : formatTable([['here (paper)', '', '', ...shaken], ...lines]);
}

/** Steps that begin in contact, where views say nothing: not in the paper. Times are of ours with skinning, of Base without. */
export function wongContactSteps(measured: Measured): string[] {
  const find = finderOf(measured);
  const columns = [
    ['begins free', 'ours', 'step that begins free'],
    ['in contact, first', 'ours', 'step that begins in contact, first'],
    ['in contact, all', 'ours', 'step that begins in contact, all'],
    ['feature tests', 'ours', 'feature tests in contact, all'],
    ['Base, all', BASE, 'step that begins in contact, all'],
    ['its feature tests', BASE, 'feature tests in contact, all'],
  ];
  const lines = ['man-poses', 'man and crossing tetrahedra', 'hand-grip', 'urchin']
    .filter(scene => find({ scene, method: 'ours', metric: 'step that begins free' }))
    .map(scene => [scene, ...columns.map(([, method, metric]) => here(find({ scene, method, metric })))]);
  return lines.length === 0 ? [] : formatTable([['ours', ...columns.map(([head]) => head)], ...lines]);
}

/** What skinning leaves of a captured sequence: how far its vertices are from where the fitted joints would have them. */
export function wongCapture(measured: Measured): string[] {
  const find = finderOf(measured);
  const distances = scenes.flatMap(scene => {
    const row = find({ scene, method: 'fitted skeleton', metric: 'vertices off their skin' });
    return row ? [`${here(row)} (${scene})`] : [];
  });
  return distances.length === 0
    ? []
    : [`Captured vertices are off where their skin would be by ${distances.join(', ')} on the mean.`];
}
