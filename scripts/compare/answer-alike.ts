import { commonMath } from './common-math.ts';

// As answer.ts, with functions of Math that are the same in every engine, in place before anything else is loaded.
Object.assign(Math, commonMath);
await import('./answer.ts');
