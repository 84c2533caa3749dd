import type { Row } from '../../bench/harness/report.ts';
import { formatTable, formatValue, MISSING, withUnit } from './markdown.ts';
import { findRow, type Measured } from './read-results.ts';

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
    ...section('Table 2: time of a query; Fig. 6', compare(measured, kavanQueries())),
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
    ...section('Experiment 2: twelve dolphins', compare(measured, larssonDolphins())),
  ],
  'paper-wong': measured => [
    ...section('Table 1: how triangles are seen', compare(measured, wongScenes.flatMap(wongSigns))),
    ...section('Tables 2 and 3: against Base and MCD', compare(measured, wongScenes.flatMap(wongRatios))),
    ...section('Table 4: the parts of a step', compare(measured, wongScenes.flatMap(wongParts))),
    ...section('Observers shaken: times as long', compare(measured, wongScenes.flatMap(wongShaken))),
  ],
  'paper-navarro': measured => section('Skull and forehead', compare(measured, navarroFigures())),
};

function section(title: string, table: string[]): string[] {
  return [`**${title}.**`, '', ...(table.length > 0 ? table : ['Not measured yet.']), ''];
}

/** One line for each figure of which something was measured. */
function compare(measured: Measured, figures: readonly Figure[]): string[] {
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
  return lines.length === 0 ? [] : formatTable([['', 'paper', 'as published', 'ours'], ...lines]);
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

function kavanQueries(): Figure[] {
  const bench = 'kavan-published';
  const scenes = ['two-men-walking, all pairs', 'creatures-walk-through, all pairs', 'creatures-walk-through, yes/no'];
  const asked = scenes.flatMap((scene): Figure[] => [
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
  const shares = [5, 6].map((level): Figure => {
    const scene = `two-men-walking, level ${level}`;
    return {
      what: `Fig. 6: refitted of level ${level}`,
      bench,
      scene,
      metric: 'spheres refitted',
      published: 'Algorithm 1, repaired',
    };
  });
  return [...asked, ...shares];
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
      what: 'curtain: spheres updated',
      bench: 'curtain',
      scene,
      metric: 'refits',
      published: 'as published',
      ours: 'on demand, spheres',
    },
    {
      what: 'curtain: spheres updated, redundantly',
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

function larssonBodies(): Figure[] {
  const bench = 'morph-bodies';
  const gains = ['gained by epochs', 'gained by a volume in between', 'the same, best twentieth of steps, at least'];
  const times = ['all pairs', 'first pair'].flatMap(question =>
    ['boxes, plain', 'boxes, stamped', 'boxes, stamped, 1 in between', '16-DOPs, stamped'].map(
      (way): Figure => ({
        what: `${question}: ${way}`,
        bench,
        scene: `${question}, all steps`,
        metric: 'time per step',
        published: `as published, ${way}`,
        ours: 'on demand, box, 1 in between',
      }),
    ),
  );
  return [
    { what: 'first step in contact', bench, scene: 'all pairs', metric: 'first step in contact', published: 'all' },
    { what: 'last step in contact', bench, scene: 'all pairs', metric: 'last step in contact', published: 'all' },
    ...gains.map(
      (metric): Figure => ({
        what: metric,
        bench,
        scene: 'all pairs',
        metric,
        published: 'as published, box',
        ours: 'box',
      }),
    ),
    ...times,
  ];
}

function larssonDolphins(): Figure[] {
  const bench = 'morph-dolphins';
  return ['all pairs', 'first pair'].flatMap(question =>
    [564, 2256, 9024, 36096].flatMap((size): Figure[] => {
      const scene = `${size} triangles, ${question}`;
      return [
        { what: `${scene}: hybrid over it`, bench, scene, metric: 'best hybrid over it', published: 'as published' },
        {
          what: `${scene}: boxes`,
          bench,
          scene,
          metric: 'time per frame',
          published: 'as published, boxes, stamped',
          ours: 'on demand, boxes',
        },
        {
          what: `${scene}: tests of boxes`,
          bench,
          scene,
          metric: 'volume tests per frame',
          published: 'as published, boxes, stamped',
          ours: 'on demand, boxes',
        },
        {
          what: `${scene}: tests of 16-DOPs`,
          bench,
          scene,
          metric: 'volume tests per frame',
          published: 'as published, 16-DOPs, stamped',
        },
      ];
    }),
  );
}

const wongScenes = ['rope', 'octopus', 'urchin', 'urchin-long', 'man-poses', 'box-twist', 'hand-grip'];

function wongSigns(scene: string): Figure[] {
  const metrics = [
    'positive triangles',
    'negative triangles',
    'uncertain triangles',
    'clusters before',
    'clusters after',
    'clusters seen from segments',
  ];
  return metrics.map(metric => ({
    what: `${scene}: ${metric}`,
    bench: 'radial-view',
    scene,
    metric,
    published: 'Table 1, as published',
  }));
}

function wongRatios(scene: string): Figure[] {
  const pairs = ['Base / ours, time', 'MCD / ours, time', 'ours / Base, volume tests', 'ours / Base, candidates'];
  return pairs.flatMap((metric): Figure[] => [
    {
      what: `${scene}: ${metric.replace('ours', 'as published')}`,
      bench: 'radial-view',
      scene,
      metric: metric.replace('ours', 'as published'),
      published: 'ratio',
    },
    { what: `${scene}: ${metric}`, bench: 'radial-view', scene, metric, ours: 'ratio' },
  ]);
}

function wongParts(scene: string): Figure[] {
  const methods = ['Base (16-DOPs)', 'MCD (normal cones)', 'radial views as published'];
  return methods.flatMap(method =>
    ['update', 'look', 'walk', 'feature tests'].map((metric): Figure => {
      const isViews = method.startsWith('radial');
      return {
        what: `${scene}, ${method}: ${metric}`,
        bench: 'radial-view',
        scene,
        metric,
        published: method,
        ...(isViews ? { ours: 'ours' } : {}),
      };
    }),
  );
}

function wongShaken(scene: string): Figure[] {
  const shaken = ['all by 0.1', 'all by 0.2', 'all by 0.3', '20 % by 1.2', '20 % by 1.4'];
  return shaken.map(way => ({
    what: `${scene}: ${way}`,
    bench: 'radial-view',
    scene,
    metric: 'time, observers shaken',
    published: `as published, ${way}`,
    ours: `ours, ${way}`,
  }));
}

function navarroFigures(): Figure[] {
  const bench = 'tabulated';
  const of = (scene: string, metric: string, published: string): Figure => ({
    what: `${scene}: ${metric}, ${published}`,
    bench,
    scene,
    metric,
    published,
  });
  return [
    of('jaw', 'spheres kept', 'published'),
    of('jaw', 'tests per step', 'published'),
    of('jaw', 'tests / all pairs of the subset', 'published'),
    of('forehead', 'spheres kept', 'published'),
    of('forehead', 'tests per step', 'published'),
    of('forehead', 'products per step', 'published'),
    of('forehead', 'products per step', 'ellipsoid'),
    of('forehead, Fig. 2g', 'triangle pairs of skin and muscle', 'as it was'),
    of('forehead, Fig. 2g', 'triangle pairs of skin and muscle', 'pushed out'),
    {
      what: 'jaw, chewing and barking: time of a step, table, and sphere tree as published',
      bench,
      scene: 'jaw, chewing and barking',
      metric: 'time per step',
      published: 'tight sphere tree',
      ours: 'table',
    },
  ];
}
