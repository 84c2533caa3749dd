import type { CheckSubject } from '../../src/check/index.ts';
import { parseAsset } from '../subjects/load-asset.ts';
import type { Bundle, Source } from '../units/bundle.ts';
import { createPlainLooks, joinLooks, type Looks } from './looks.ts';
import { readLooks } from './read-looks.ts';

/** The looks of the bodies of a subject that was made of a bundle, in their order. */
export async function readBundleLooks(
  { kind, files }: Bundle,
  { paths }: Source,
  subject: CheckSubject,
  imageSize: number,
): Promise<Looks> {
  if (kind === 'character') return createPlainLooks(subject.bodies);
  const all: Looks[] = [];
  for (const [f, file] of files.entries()) {
    all.push(await readLooks(file, await parseAsset(file), { path: paths[f], imageSize }));
  }
  return joinLooks(all);
}
