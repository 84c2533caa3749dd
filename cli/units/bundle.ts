import { createHash } from 'node:crypto';
import type { CheckSubject } from '../../src/check/index.ts';
import { createCharacterSubject } from '../subjects/character-subject.ts';
import { createGltfSubject, createPairSubject } from '../subjects/gltf-subject.ts';
import { type AssetFile, LARGEST, parseAsset, readAssetFile } from '../subjects/load-asset.ts';
import { sayError } from '../subjects/one-line.ts';

/**
 * What a subject is made of: one file, two held against each other, or one and a second that rests beside it; no file for the
 * built-in character.
 */
export type SourceKind = 'character' | 'single' | 'pair' | 'against';

/** What is to be checked, by name. */
export interface Source {
  name: string;
  kind: SourceKind;
  paths: string[];
}

/** The same as bytes: all that a check of it reads, so that it can be done where the files are not. */
export interface Bundle {
  kind: SourceKind;
  /** Tells it from every other; see `hashBundle`. */
  hash: string;
  files: AssetFile[];
}

export async function readBundle({ kind, paths }: Source, largest = LARGEST): Promise<Bundle> {
  const files: AssetFile[] = [];
  for (const [f, path] of paths.entries()) {
    // The report of a file that stands for itself begins with its name anyway.
    const name = kind === 'pair' || f > 0 ? path : '';
    try {
      files.push({ ...(await readAssetFile(path, largest)), name });
    } catch (error) {
      throw new Error(explain(name, error));
    }
  }
  return { kind, hash: hashBundle(kind, files), files };
}

function explain(name: string, error: unknown): string {
  return name === '' ? sayError(error) : `${name}: ${sayError(error)}`;
}

/** Of the kind and all bytes, each with its length before it, so that no two bundles run together. */
export function hashBundle(kind: SourceKind, files: readonly AssetFile[]): string {
  const hash = createHash('sha256');
  const lengths = files.map(({ bytes, resources }) => [
    bytes.length,
    ...resources.map(resource => [resource.uri, resource.bytes?.length ?? null]),
  ]);
  hash.update(`${JSON.stringify([kind, lengths])}\n`);
  for (const { bytes, resources } of files) {
    hash.update(bytes);
    for (const resource of resources) if (resource.bytes) hash.update(resource.bytes);
  }
  return hash.digest('hex');
}

/** Reads what the bundle holds. Of two files, an error says which is wrong. */
export async function createSubject({ kind, files }: Bundle, metres: number): Promise<CheckSubject> {
  if (kind === 'character') return createCharacterSubject();
  const assets = [];
  for (const file of files) {
    try {
      assets.push(await parseAsset(file));
    } catch (error) {
      throw new Error(explain(file.name, error));
    }
  }
  const [first, second] = assets;
  switch (kind) {
    case 'single':
      return createGltfSubject('', first, metres);
    case 'pair':
      return createPairSubject('', first, second, { metres });
    case 'against':
      return createPairSubject('', first, second, { metres, followsClips: false, withSelf: true });
  }
}
