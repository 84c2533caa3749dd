import { join } from 'node:path';
import type { AssetReport } from '../../src/check/index.ts';
import { writeNamed } from '../write-file.ts';
import { nameThumbs } from './name-thumbs.ts';
import type { Thumbnail } from './take-shots.ts';

/** Writes the pictures of an asset into a folder, which is made if it is not there. `taken`: see `nameThumbs`. */
export async function writeThumbs(
  folder: string,
  asset: AssetReport,
  thumbnails: readonly Thumbnail[],
  taken: Set<string>,
): Promise<void> {
  const names = nameThumbs(
    asset,
    thumbnails.map(({ shot }) => shot),
    taken,
  );
  for (const [k, { png }] of thumbnails.entries()) await writeNamed('--thumbs', join(folder, names[k]), png);
}
