import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository that a path is in. */
export function findRoot(path: string): string {
  let root = path;
  while (!existsSync(join(root, 'package.json')) && root !== join(root, '..')) root = join(root, '..');
  return root;
}

/** The folder `shared/data/gltf` beside the repository, or null. */
export function findModelFolder(): string | null {
  const root = findRoot(fileURLToPath(new URL('.', import.meta.url)));
  const folder = join(root, '..', 'shared', 'data', 'gltf');
  return existsSync(folder) ? folder : null;
}
