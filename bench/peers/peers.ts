import type { Bench } from '../harness/report.ts';
import { raceCreatures } from './creatures.ts';
import { measureInstances } from './instances.ts';
import { raceModels } from './models.ts';
import { measurePicking } from './picking.ts';
import { judge } from './race.ts';

/** All pairs of two skinned bodies, in a new pose every frame, against what else there is in JavaScript. */
export const peers: Bench = {
  title:
    'pairs, rays and bounds in a new pose every frame, at 13.6K, 136K and 1.36M triangles, against three.js, three-mesh-bvh and linear refits',
  async run(options, report) {
    const details = options.isQuick ? [1, 10] : [1, 10, 100];
    measureInstances(options, report);
    const races = details.flatMap(detail => raceCreatures(detail, options));
    races.push(...(await raceModels(options)));
    for (const detail of details) measurePicking(detail, options, report);
    for (const run of races) judge(run, options, report); // last, as it spoils measuring
  },
};
