import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row, Target } from '../../bench/harness/report.ts';
import type { Result } from '../../bench/harness/results.ts';

/** The committed runs, by the name of the bench, and the sizes of bundles: all that pages take numbers from. */
export interface Measured {
  results: Map<string, Result>;
  sizes: Record<string, { minified: number; gzip: number }>;
  /** Where each bench stands, from the root of the repository. */
  sources: Map<string, string>;
}

export function readMeasured(root: string): Measured {
  const folder = join(root, 'bench/results');
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : [];
  const results = names.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Result);
  return {
    results: new Map(results.map(result => [result.bench, result])),
    sizes: JSON.parse(readFileSync(join(root, 'api/sizes.json'), 'utf8')) as Measured['sizes'],
    sources: new Map(results.map(({ bench }) => [bench, findSource(root, bench)])),
  };
}

/** In `bench` or a folder of it, in the folder of a paper, or a script. */
function findSource(root: string, bench: string): string {
  const papers = readdirSync(join(root, 'papers')).map(paper => `papers/${paper}/bench`);
  const folders = ['bench', `bench/${bench}`, 'bench/native', 'scripts/compare', `scripts/${bench}`, ...papers];
  const places = folders.map(folder => `${folder}/${bench}.ts`);
  const found = places.find(path => existsSync(join(root, path)));
  if (found === undefined) throw new Error(`readMeasured: no file ${bench}.ts in bench or papers.`);
  return found;
}

/** The row whose texts contain these words; undefined if none does, as after a quick run. Two that do are a mistake. */
export function findRow(
  { results }: Measured,
  bench: string,
  words: Partial<Pick<Row, 'scene' | 'method' | 'metric'>>,
): Row | undefined {
  const keys = Object.keys(words) as (keyof typeof words)[];
  const found = results.get(bench)?.rows.filter(row => keys.every(key => row[key] === words[key])) ?? [];
  if (found.length > 1) throw new Error(`findRow: ${found.length} rows of ${bench} fit ${JSON.stringify(words)}.`);
  return found[0];
}

export function findTarget({ results }: Measured, bench: string, name: string): Target | undefined {
  return results.get(bench)?.targets.find(target => target.name === name);
}
