/**
 * What [Wong2013] printed: Tables 1 to 4, on an i7-870 at 2.93 GHz, one thread.
 */
export interface Printed {
  /** Table 1: positive, negative and uncertain triangles; clusters before and after reduction. */
  signs: [positive: number, negative: number, uncertain: number];
  clusters: [before: number, after: number];
  /** Seconds: the depth field, by far the most of it, and the four steps after that. */
  preparing: number;
  /** Table 2: volume tests in thousands, between clusters and inside them; over those of Base and MCD. */
  tests: [between: number, inside: number, overBase: number, overCones: number];
  /** Table 3: how many times longer Base and MCD take; candidates over those of Base. */
  ratios: [base: number, cones: number, candidates: number];
  /** Table 4, by method. */
  base: Parts;
  cones: Parts;
  views: Parts;
}

/** Table 4: bringing volumes up to date, what cones or views take (CNC, RV), the walk, tests of features: in ms; candidates in thousands. */
export type Parts = [update: number, look: number, walk: number, tests: number, candidates: number];

type Model = 'rope' | 'octopus' | 'urchin' | 'man' | 'box' | 'hand';

const table1: Record<Model, Pick<Printed, 'signs' | 'clusters' | 'preparing'>> = {
  rope: { signs: [48354, 3, 83], clusters: [199, 100], preparing: 9.05 },
  octopus: { signs: [46413, 572, 991], clusters: [71, 40], preparing: 10.3 },
  urchin: { signs: [2755, 73, 12], clusters: [4, 4], preparing: 23.3 },
  man: { signs: [18342, 1051, 607], clusters: [21, 16], preparing: 6.22 },
  box: { signs: [24758, 317, 13], clusters: [33, 17], preparing: 10.7 },
  hand: { signs: [11000, 195, 13], clusters: [20, 11], preparing: 4.2 },
};

const tables2And3: Record<Model, Pick<Printed, 'tests' | 'ratios'>> = {
  rope: { tests: [252, 8, 0.29, 0.68], ratios: [6.92, 2.59, 0.08] },
  octopus: { tests: [98, 255, 0.3, 0.42], ratios: [4.37, 2.12, 0.13] },
  urchin: { tests: [6.9, 5.4, 0.22, 0.25], ratios: [7.57, 3.15, 0.07] },
  man: { tests: [64.8, 130, 0.39, 0.53], ratios: [4.31, 2.54, 0.19] },
  box: { tests: [64.3, 10.2, 0.22, 0.46], ratios: [8.03, 1.78, 0.02] },
  hand: { tests: [19.3, 12.1, 0.18, 0.28], ratios: [7.42, 2.35, 0.04] },
};

const table4: Record<Model, Pick<Printed, 'base' | 'cones' | 'views'>> = {
  rope: { base: [19.2, 0, 33.9, 459.7, 457], cones: [19.3, 12.8, 18, 142, 67.4], views: [19.6, 5.9, 10.3, 38.3, 35.4] },
  octopus: {
    base: [20.6, 0, 44.7, 402.9, 467],
    cones: [20.5, 12.5, 34.2, 160, 131],
    views: [20.2, 6.8, 12.5, 67.7, 60],
  },
  urchin: { base: [1.2, 0, 2.3, 21.7, 26.1], cones: [1.2, 0.7, 2.3, 6.3, 4.9], views: [1.1, 0.4, 0.53, 1.3, 1.7] },
  man: { base: [9.4, 0, 19.6, 228.5, 237], cones: [9.4, 5.4, 16, 121, 94.4], views: [9.2, 3, 7.3, 40.3, 45.8] },
  box: { base: [8.7, 0, 14.4, 110.2, 156], cones: [8.8, 6.4, 8.4, 5.9, 4.6], views: [8.7, 3, 3, 1.9, 2.9] },
  hand: { base: [5, 0, 7.3, 61.2, 78.1], cones: [5, 2.9, 5.2, 10.2, 7.8], views: [4.9, 1.3, 1.4, 2.3, 3.2] },
};

function printedOf(model: Model): Printed {
  return { ...table1[model], ...tables2And3[model], ...table4[model] };
}

/** By our scene: what the paper has of it. Two scenes may stand for one of the paper's; its man is a captured sequence of meshes. */
export const printed: Record<string, Printed> = {
  rope: printedOf('rope'),
  octopus: printedOf('octopus'),
  urchin: printedOf('urchin'),
  'urchin-long': printedOf('urchin'),
  'man-poses': printedOf('man'),
  'man-captured': printedOf('man'),
  'man-captured, joints by hand': printedOf('man'),
  'box-twist': printedOf('box'),
  'hand-grip': printedOf('hand'),
};

/** The six that figures were asked of. */
export const askedScenes = ['rope', 'octopus', 'urchin', 'man-poses', 'box-twist', 'hand-grip'];

/** The time of a query of a method, as the sum of its parts. */
export function timeOf([update, look, walk, tests]: Parts): number {
  return update + look + walk + tests;
}
