import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder `shared/data/gltf` beside the repository, or null. */
export function findModelFolder(): string | null {
  let root = fileURLToPath(new URL('.', import.meta.url));
  while (!existsSync(join(root, 'package.json')) && root !== join(root, '..')) root = join(root, '..');
  const folder = join(root, '..', 'shared', 'data', 'gltf');
  return existsSync(folder) ? folder : null;
}
