import type { Row } from '../../bench/harness/report.ts';
import { formatTable, formatValue, MISSING, withUnit } from './markdown.ts';
import { drawPictures } from './pictures.ts';
import { findRow, findTarget, type Measured } from './read-results.ts';
import { wongCapture, wongContactSteps, wongModels, wongParts, wongQueries, wongShaken } from './wong-tables.ts';

/** A figure of a paper: where it is measured, and by which methods the paper's way and ours go there. */
interface Figure {
  what: string;
  bench: string;
  scene: string;
  metric: string;
  published?: string;
  ours?: string;
}

/** Tables for the README of a paper's folder, by name of the block: what it printed, its system as published here, and ours. */
export const paperTables: Record<string, (measured: Measured) => string[]> = {
  'paper-kavan': measured => [
    ...section('Table 1: radii over that of the root at rest; min, mean and max', kavanRadii(measured)),
    ...section('Table 2: time of a query; Fig. 6', compare(measured, kavanQueries(), kavanTargets(measured))),
  ],
  'paper-james': measured => [
    ...section('Table 1: the models', compare(measured, jamesModels())),
    ...section('Table 2, Figs. 4 and 6: curtain and bridge', compare(measured, jamesQueries())),
    ...section('Change of the radius by level, over the root (chair)', compare(measured, jamesDecay(measured))),
    ...section('Fig. 1: the chairs', compare(measured, jamesChairs(measured))),
    ...section('Fish on the bridge', compare(measured, jamesFish(measured))),
  ],
  'paper-larsson': measured => [
    ...section('Experiment 1: two bodies', compare(measured, larssonBodies())),
    ...showPictures(measured, 'larsson-5'),
    ...section('Experiment 2: twelve dolphins', compare(measured, larssonDolphins())),
    ...showPictures(measured, 'larsson-8'),
  ],
  'paper-wong': measured => [
    ...section('Table 1: how triangles are seen', wongModels(measured)),
    ...section('Tables 2 and 3: time of a step, and what is tested', wongQueries(measured)),
    ...section('Table 4: the parts of a step', wongParts(measured)),
    ...showPictures(measured, 'wong-12'),
    ...section('Observers shaken in every frame', wongShaken(measured)),
    ...section('Steps that begin in contact (not in the paper)', wongContactSteps(measured)),
    ...section('The captured sequence', wongCapture(measured)),
  ],
  'paper-navarro': measured => [
    ...section('Skull and forehead', compare(measured, navarroFigures())),
    ...showPictures(measured, 'navarro-2j'),
  ],
};

function section(title: string, table: string[]): string[] {
  return [`**${title}.**`, '', ...(table.length > 0 ? table : ['Not measured yet.']), ''];
}

/** The curves of a paper, as its README shows them. */
function showPictures(measured: Measured, name: string): string[] {
  const files = [...drawPictures(measured).keys()].filter(file => file.startsWith(`results-${name}`));
  return files.flatMap(file => [`![${file.replace(/^results-|\.svg$/g, '')}](../../docs/pictures/${file})`, '']);
}

/** One line for each figure of which something was measured, and lines that are told otherwise. */
function compare(measured: Measured, figures: readonly Figure[], more: readonly string[][] = []): string[] {
  const lines = figures.flatMap(({ what, bench, scene, metric, published, ours }) => {
    const find = (method: string | undefined): Row | undefined =>
      method === undefined ? undefined : findRow(measured, bench, { scene, metric, method });
    const [theirs, own] = [find(published), find(ours)];
    if (!theirs && !own) return [];
    const paper = theirs?.paper ?? own?.paper;
    const unit = theirs?.unit ?? own?.unit ?? '';
    const cell = (row: Row | undefined): string => (row ? withUnit(formatValue(row.value), unit) : MISSING);
    const isTimed = /^(ns|us|ms|s)$/.test(unit) && theirs !== undefined && own !== undefined;
    const note = isTimed && theirs.resultHash !== own.resultHash ? ' (other answers)' : '';
    return [
      [what, paper === undefined ? MISSING : withUnit(formatValue(paper), unit), cell(theirs), `${cell(own)}${note}`],
    ];
  });
  const all = [...lines, ...more];
  return all.length === 0 ? [] : formatTable([['', 'paper', 'as published', 'ours'], ...all]);
}

function kavanRadii(measured: Measured): string[] {
  const columns = ['reference', 'linear (paper rule)', 'spherical (paper rule)', 'spherical', 'optimal'];
  const cell = (level: number, method: string, isPrinted: boolean): string => {
    const values = ['min', 'mean', 'max'].map(metric => {
      const scene = `neck-twist, minimal-spheres, level ${level}`;
      const row = findRow(measured, 'radii', { scene, method, metric: `${metric} radius over the root at rest` });
      return formatValue(isPrinted ? row?.paper : row?.value);
    });
    return values.every(value => value === MISSING) ? '' : values.join(' ');
  };
  const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap(level => {
    const ours = columns.map(column => cell(level, column, false));
    if (ours.every(text => text === '')) return [];
    return [
      [`${level}`, 'paper', ...columns.map(column => cell(level, column, true))],
      ['', 'here', ...ours],
    ];
  });
  const names = ['reference', 'linear, as published', 'spherical, as published', 'spherical, ours', 'optimal'];
  return lines.length === 0 ? [] : formatTable([['level', '', ...names], ...lines]);
}

const kavanScenes = [
  'two-men-walking, all pairs',
  'creatures-walk-through, all pairs',
  'creatures-walk-through, yes/no',
];

function kavanQueries(): Figure[] {
  const bench = 'kavan-published';
  const asked = kavanScenes.flatMap((scene): Figure[] => [
    {
      what: `${scene}: linear`,
      bench,
      scene,
      metric: 'time per query',
      published: 'Kavan & Zara 2005',
      ours: 'ours, linear, boxes on our tree',
    },
    {
      what: `${scene}: spherical`,
      bench,
      scene,
      metric: 'time per query',
      published: 'Algorithm 1, repaired',
      ours: 'ours, spherical, boxes on our tree',
    },
    { what: `${scene}: bottom-up`, bench, scene, metric: 'time per query', published: 'bottom-up' },
    {
      what: `${scene}: spherical over linear`,
      bench,
      scene,
      metric: 'Algorithm 1 over Kavan & Zara',
      published: 'as published',
    },
    {
      what: `${scene}: bottom-up over spherical`,
      bench,
      scene,
      metric: 'bottom-up over Algorithm 1',
      published: 'as published',
    },
  ]);
  const shares = [5, 6, 8, 9].map((level): Figure => {
    const alike = level > 6 ? `, as large as those of the paper's level ${level - 3}` : '';
    return {
      what: `Fig. 6: spheres refitted of level ${level}${alike}`,
      bench,
      scene: `two-men-walking, level ${level}`,
      metric: 'spheres refitted',
      published: 'Algorithm 1, repaired',
    };
  });
  const sphere = (what: string, published: string, ours: string): Figure => ({
    what: `one sphere: ${what}`,
    bench: 'queries',
    scene: 'creature, minimal-spheres tree',
    metric: 'time per refitted sphere',
    published,
    ours,
  });
  return [
    ...asked,
    sphere('linear', 'linear (Kavan & Zara 2005)', 'linear'),
    sphere('spherical', 'spherical (Algorithm 1)', 'spherical'),
    ...shares,
  ];
}

/** What was asked of ours, by the bench `queries`: not of the same run as the columns before it. */
function kavanTargets(measured: Measured): string[][] {
  return kavanScenes.flatMap(scene =>
    ['spherical over linear', 'spherical-blend, on demand over bottom-up'].flatMap((asked, k) => {
      const target = findTarget(measured, 'queries', `${scene}: ${asked}`);
      const metric = k === 0 ? 'Algorithm 1 over Kavan & Zara' : 'bottom-up over Algorithm 1';
      const paper = findRow(measured, 'kavan-published', { scene, method: 'as published', metric })?.paper;
      if (!target) return [];
      const what = k === 0 ? 'spherical over linear, compiled' : 'bottom-up over spherical, both in JavaScript';
      return [
        [`${scene}: ${what}`, withUnit(formatValue(paper), 'x'), MISSING, withUnit(formatValue(target.value), 'x')],
      ];
    }),
  );
}

function jamesModels(): Figure[] {
  return ['chair', 'bridge', 'fish', 'curtain'].flatMap(scene =>
    ['vertices', 'triangles', 'modes', 'spheres', 'levels'].map(
      (metric): Figure => ({ what: `${scene}: ${metric}`, bench: 'bd-tree', scene, metric, published: 'binary tree' }),
    ),
  );
}

function jamesQueries(): Figure[] {
  const scene = 'ball through the curtain';
  const bridge = (what: string, metric: string, published: string, ours?: string): Figure => ({
    what,
    bench: 'bridge',
    scene: '64 spheres',
    metric,
    published,
    ...(ours === undefined ? {} : { ours }),
  });
  return [
    {
      what: 'curtain: tests',
      bench: 'curtain',
      scene,
      metric: 'volume tests',
      published: 'as published',
      ours: 'on demand, boxes',
    },
    {
      what: 'curtain: all frames',
      bench: 'curtain',
      scene,
      metric: 'time',
      published: 'as published',
      ours: 'on demand, boxes',
    },
    {
      what: 'curtain, layered: tests',
      bench: 'curtain',
      scene,
      metric: 'volume tests',
      published: 'as published, layered',
      ours: 'layered, boxes',
    },
    {
      what: 'curtain, layered: all frames',
      bench: 'curtain',
      scene,
      metric: 'time',
      published: 'as published, layered',
      ours: 'layered, boxes',
    },
    {
      what: 'curtain: spheres updated, of both bodies',
      bench: 'curtain',
      scene,
      metric: 'refits',
      published: 'as published',
      ours: 'on demand, spheres',
    },
    {
      what: 'curtain: its inner spheres updated',
      bench: 'curtain',
      scene,
      metric: 'updates of inner spheres',
      ours: 'on demand, spheres',
    },
    {
      what: 'curtain: of these only enlarged where they were',
      bench: 'curtain',
      scene,
      metric: 'updates that only enlarge',
      ours: 'on demand, spheres',
    },
    {
      what: 'curtain: spheres updated redundantly, of both bodies',
      bench: 'curtain',
      scene,
      metric: 'refits',
      published: 'as published, redundant updates',
      ours: 'on demand, spheres, redundant updates',
    },
    { what: 'one sphere, all modes', bench: 'curtain', scene: 'chair', metric: 'time per sphere', ours: 'all modes' },
    {
      what: 'one sphere, enlarged where it was',
      bench: 'curtain',
      scene: 'chair',
      metric: 'time per sphere',
      ours: 'temporal',
    },
    {
      what: 'curtain: radius over layered, as published',
      bench: 'curtain',
      scene: 'inner spheres',
      metric: 'mean ratio of radii',
      published: 'as published over layered',
    },
    bridge('bridge, layered at rest: mean growth', 'mean ratio of radii', 'layered, at rest'),
    bridge('bridge, layered, swaying: mean growth', 'mean ratio of radii', 'layered, swaying'),
    bridge('bridge, swaying: mean growth', 'mean ratio of radii', 'as published, swaying', 'ours, swaying'),
    bridge('bridge, swaying: largest growth', 'largest ratio of radii', 'as published, swaying', 'ours, swaying'),
  ];
}

function jamesDecay({ results }: Measured): Figure[] {
  const metric = 'change of radius over the root';
  const rows = results.get('bd-tree')?.rows.filter(row => row.metric === metric && row.scene.startsWith('chair')) ?? [];
  return rows.map(({ scene }) => ({
    what: scene.replace('chair, ', ''),
    bench: 'bd-tree',
    scene,
    metric,
    published: 'as published',
  }));
}

function jamesChairs({ results }: Measured): Figure[] {
  const rows = results.get('chairs')?.rows.filter(({ paper }) => paper !== undefined) ?? [];
  return rows.map(({ scene, method, metric }) => ({
    what: `${scene}, ${method}: ${metric}`,
    bench: 'chairs',
    scene,
    metric,
    ours: method,
  }));
}

/** The paper tells no figure of this one. */
function jamesFish({ results }: Measured): Figure[] {
  const rows = results.get('fish')?.rows ?? [];
  return rows.map(({ scene, method, metric }) => ({
    what: `${scene}: ${metric}`,
    bench: 'fish',
    scene,
    metric,
    ours: method,
  }));
}

/** The ways of the published system, as rows call them; ours stands beside the one it is likest. */
const morphWays = ['boxes, plain', 'boxes, stamped', 'boxes, stamped, 1 in between', '16-DOPs, stamped'];

function larssonBodies(): Figure[] {
  const bench = 'morph-bodies';
  const ours = (way: string): string | undefined =>
    way === 'boxes, stamped'
      ? 'on demand, box'
      : way.endsWith('in between')
        ? 'on demand, box, 1 in between'
        : undefined;
  const gains = ['gained by epochs', 'gained by a volume in between', 'the same, best twentieth of steps, at least'];
  const ways = ['all pairs', 'first pair'].flatMap(question =>
    morphWays.flatMap(way =>
      ['time per step', 'volume tests per step', 'refits per step'].map((metric): Figure => {
        const own = ours(way);
        return {
          what: `${question}, ${way}: ${metric}`,
          bench,
          scene: `${question}, all steps`,
          metric,
          published: `as published, ${way}`,
          ...(own === undefined ? {} : { ours: own }),
        };
      }),
    ),
  );
  return [
    { what: 'first step in contact', bench, scene: 'all pairs', metric: 'first step in contact', published: 'all' },
    { what: 'last step in contact', bench, scene: 'all pairs', metric: 'last step in contact', published: 'all' },
    ...gains.map(
      (metric): Figure => ({
        what: metric.replace('epochs', 'the frame stamp'),
        bench,
        scene: 'all pairs',
        metric,
        published: 'as published, box',
        ours: 'box',
      }),
    ),
    ...ways,
  ];
}

function larssonDolphins(): Figure[] {
  const bench = 'morph-dolphins';
  return ['all pairs', 'first pair'].flatMap(question =>
    [564, 2256, 9024, 36096].flatMap((size): Figure[] => {
      const scene = `${size} triangles, ${question}`;
      const counted = (way: string, metric: string, ours?: string): Figure => ({
        what: `${scene}, ${way}: ${metric}`,
        bench,
        scene,
        metric,
        published: `as published, ${way}`,
        ...(ours === undefined ? {} : { ours }),
      });
      const metric = 'best hybrid over it';
      const gained = 'gained by the frame stamp';
      return [
        { what: `${scene}: hybrid over it`, bench, scene, metric, published: 'as published', ours: 'ours' },
        { what: `${scene}: hybrid, boxes: time`, bench, scene, metric: 'time per frame', published: 'hybrid, boxes' },
        { what: `${scene}: ${gained}`, bench, scene, metric: gained, published: 'as published' },
        counted('boxes, plain', 'time per frame'),
        counted('boxes, plain', 'refits per frame'),
        counted('boxes, stamped', 'refits per frame'),
        counted('boxes, stamped', 'time per frame'),
        counted('boxes, stamped', 'volume tests per frame'),
        counted('boxes, stamped, 1 in between', 'volume tests per frame', 'on demand, boxes'),
        counted('boxes, stamped, 1 in between', 'time per frame', 'on demand, boxes'),
        counted('16-DOPs, stamped', 'volume tests per frame'),
        counted('16-DOPs, stamped', 'time per frame'),
      ];
    }),
  );
}

/** As published is the published table, ours the safe one; the baselines stand beside each on the spheres it keeps. */
function navarroFigures(): Figure[] {
  const bench = 'tabulated';
  const of = (scene: string, metric: string, what: string, published: string, ours?: string): Figure => ({
    what: `${scene}: ${what}`,
    bench,
    scene,
    metric,
    published,
    ...(ours === undefined ? {} : { ours }),
  });
  const steps = 'jaw, chewing and barking';
  const poses = 'jaw, 100000 random poses';
  const missed = 'colliding, reported free';
  const skin = 'forehead, Fig. 2g';
  const crossing = 'triangle pairs of skin and muscle';
  return [
    of('jaw', 'spheres kept', 'spheres kept', 'published'),
    of('jaw', 'tests per step', 'tests per step', 'published', 'safe'),
    of('jaw', 'tests / all pairs of the subset', 'tests / all pairs of the subset', 'published'),
    of(poses, missed, missed, 'published', 'safe'),
    of(steps, 'time per step', 'table, time per step', 'table', 'safe table'),
    of(steps, 'time per step', 'tight sphere tree, time per step', 'tight sphere tree', 'safe: tight sphere tree'),
    of(steps, 'tests per step', 'tight sphere tree, tests per step', 'tight sphere tree', 'safe: tight sphere tree'),
    of(steps, 'tests per step', 'sphere tree of all, tests per step', 'sphere tree', 'safe: sphere tree'),
    of(steps, 'tests per step', 'angular region, tests per step', 'angular region'),
    of(steps, 'steps in the region', 'steps in the angular region', 'angular region'),
    of('forehead', 'spheres kept', 'spheres kept', 'published'),
    of('forehead', 'tests per step', 'tests per step', 'published'),
    of('forehead', 'products per step', 'products per step, table', 'published'),
    of('forehead', 'products per step', 'products per step, ellipsoid', 'ellipsoid'),
    of('forehead, 20000 random poses', missed, missed, 'published', 'safe, 0.001 early'),
    of(skin, crossing, `${crossing}, as it was`, 'as it was'),
    of(skin, crossing, `${crossing}, pushed out`, 'pushed out'),
  ];
}
