import type { Bench } from '../harness/report.ts';
import { judgeSets } from '../triage/triage.ts';

/** As `triage`, of poses that nobody has animated: models that are flexed, or play the clips of others (decisions 36 and 49). */
export const triageLater: Bench = {
  title:
    'how many lines of the first list are worth a look where joints are flexed, or clips of other files are played',
  run: (options, report) =>
    judgeSets('triage-later', ['later', 'fresh', 'kept', 'last', 'strangers', 'after', 'unseen'], options, report),
};
