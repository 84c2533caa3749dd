import { basename, extname } from 'node:path';
import type { AssetReport } from '../../src/check/index.ts';
import type { Shot } from './list-shots.ts';

/**
 * What the pictures of an asset are called: 'hero-03-left-hand-thigh.png'. Letters, digits and dashes only, no longer than file systems
 * allow, and none that is in `taken`, to which they are added.
 */
export function nameThumbs({ name }: AssetReport, shots: readonly Shot[], taken: Set<string>): string[] {
  const asset = toWord(basename(name, extname(name)), 60) || 'asset';
  return shots.map(({ rank, a, b }) => {
    const parts = [a, b].map(({ joint }) => toWord(joint, 40)).filter(part => part !== '');
    const stem = [asset, String(rank).padStart(2, '0'), ...parts].join('-');
    let file = `${stem}.png`;
    for (let k = 2; taken.has(file); k++) file = `${stem}-${k}.png`;
    taken.add(file);
    return file;
  });
}

function toWord(text: string, most: number): string {
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');
  return plain
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .slice(0, most)
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
}
