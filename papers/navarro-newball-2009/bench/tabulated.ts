import type { Bench } from '../../../bench/harness/report.ts';
import { measureForehead } from './forehead.ts';
import { measureJaw } from './jaw.ts';

export const tabulated: Bench = {
  title: 'Navarro Newball et al. 2009: tables of sphere pairs against sphere trees, regions, ellipsoids and triangles',
  run(options, report) {
    measureJaw(options, report);
    measureForehead(options, report);
  },
};
