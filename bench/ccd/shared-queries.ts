import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A query of the sample queries of Wang et al. 2021: four points at the start, then the same four at the end. */
export interface SharedQuery {
  scene: string;
  kind: 'vertex-triangle' | 'edge-edge';
  points: number[];
  isContact: boolean;
}

/**
 * The queries in the folder `shared/data/ccd-queries` beside the repository, or none if there is no such folder: get
 * them from github.com/Continuous-Collision-Detection/Sample-Queries. Coordinates are ratios of integers, all of them
 * float64s.
 */
export function readSharedQueries(): SharedQuery[] {
  const root = findRoot(fileURLToPath(new URL('.', import.meta.url)));
  const folder = join(root, '..', 'shared', 'data', 'ccd-queries');
  if (!existsSync(folder)) return [];
  const queries: SharedQuery[] = [];
  for (const scene of readdirSync(folder, { withFileTypes: true })) {
    if (!scene.isDirectory()) continue;
    for (const kind of ['vertex-face', 'edge-edge']) {
      const files = join(folder, scene.name, kind);
      for (const file of readdirSync(files).sort()) {
        const rows = readFileSync(join(files, file), 'utf8').trim().split('\n');
        for (let k = 0; k + 8 <= rows.length; k += 8) {
          const numbers = rows.slice(k, k + 8).map(row => row.split(',').map(Number));
          queries.push({
            scene: scene.name,
            kind: kind === 'edge-edge' ? 'edge-edge' : 'vertex-triangle',
            points: numbers.flatMap(row => [row[0] / row[1], row[2] / row[3], row[4] / row[5]]),
            isContact: numbers[0][6] === 1,
          });
        }
      }
    }
  }
  return queries;
}

/** The repository, whether this runs as source or as built. */
function findRoot(folder: string): string {
  const above = join(folder, '..');
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : findRoot(above);
}
