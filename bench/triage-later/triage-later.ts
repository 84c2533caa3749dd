import type { Bench } from '../harness/report.ts';
import { judgeSets } from '../triage/triage.ts';

/** As `triage`, of poses that nobody has animated: models that are flexed, or play the clips of others (decision 36). */
export const triageLater: Bench = {
  name: 'triage-later',
  title:
    'how many lines of the first list are worth a look where joints are flexed, or clips of other files are played',
  run: (options, report) => judgeSets(triageLater.name, ['later'], options, report),
};
