import { raceCreatures } from './peers-creatures.ts';
import { judge } from './peers-race.ts';
import type { Bench, Report } from './report.ts';

/** All pairs of two skinned bodies, in a new pose every frame, against what else there is in JavaScript. */
export const peers: Bench = {
  name: 'peers',
  title:
    'all pairs in a new pose every frame, at 13.6K, 136K and 1.36M triangles, against three-mesh-bvh and linear refits',
  run(options) {
    const report: Report = { rows: [], targets: [] };
    const races = (options.isQuick ? [1, 10] : [1, 10, 100]).flatMap(detail => raceCreatures(detail, options));
    for (const run of races) judge(run, options, report);
    return report;
  },
};
