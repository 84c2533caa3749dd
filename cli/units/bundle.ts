import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { CheckSubject } from '../../src/check/index.ts';
import type { GltfAsset } from '../../src/gltf/index.ts';
import { addFlexClips } from '../rigs/flex.ts';
import { addMotionClips, type MotionSet } from '../rigs/motion-clips.ts';
import { readVrm } from '../rigs/vrm.ts';
import { createCharacterSubject } from '../subjects/character-subject.ts';
import { createGltfSubject, createPairSubject } from '../subjects/gltf-subject.ts';
import { type AssetFile, LARGEST, parseAsset, readAssetFile } from '../subjects/load-asset.ts';
import { sayError } from '../subjects/one-line.ts';

/**
 * What a subject is made of: one file, two held against each other, or one and a second that rests beside it; no file for the
 * built-in character.
 */
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const SOURCE_KINDS = ['character', 'single', 'pair', 'against'] as const;

/** What is to be checked, by name. */
export interface Source {
  name: string;
  kind: SourceKind;
  paths: string[];
  /** Whether clips that pose every joint are added to those of the first file. */
  flex?: boolean;
  /** Files whose clips are added to those of the first. */
  motions?: string[];
}

/** The same as bytes: all that a check of it reads, so that it can be done where the files are not. */
export interface Bundle {
  kind: SourceKind;
  /** Tells it from every other; see `hashBundle`. */
  hash: string;
  files: AssetFile[];
  added?: Added;
}

/** What the first file is to play besides its own clips. */
export interface Added {
  flex: boolean;
  /** Files whose clips it plays. The clips are called after them where their own names are taken. */
  motions: AssetFile[];
}

const NOTHING_ADDED: Added = { flex: false, motions: [] };

export async function readBundle(source: Source, largest = LARGEST): Promise<Bundle> {
  const { kind, paths, flex = false, motions: others = [] } = source;
  const files: AssetFile[] = [];
  // The report of a file that stands for itself begins with its name anyway.
  for (const [f, path] of paths.entries())
    files.push(await readNamed(path, kind === 'pair' || f > 0 ? path : '', largest));
  const motions: AssetFile[] = [];
  for (const path of others) motions.push(await readNamed(path, path, largest));
  const added = { flex, motions };
  return { kind, hash: hashBundle(kind, files, added), files, added };
}

async function readNamed(path: string, name: string, largest: number): Promise<AssetFile> {
  try {
    return { ...(await readAssetFile(path, largest)), name };
  } catch (error) {
    throw new Error(explain(name, error));
  }
}

function explain(name: string, error: unknown): string {
  return name === '' ? sayError(error) : `${name}: ${sayError(error)}`;
}

/** Of the kind, what is added, by what names, and all bytes, each with its length before it, so that no two bundles run together. */
export function hashBundle(
  kind: SourceKind,
  files: readonly AssetFile[],
  { flex, motions }: Added = NOTHING_ADDED,
): string {
  const hash = createHash('sha256');
  const all = [...files, ...motions];
  const lengths = all.map(({ bytes, resources }) => [
    bytes.length,
    ...resources.map(resource => [resource.uri, resource.bytes?.length ?? null]),
  ]);
  hash.update(`${JSON.stringify([kind, flex, motions.map(({ name }) => basename(name)), lengths])}\n`);
  for (const { bytes, resources } of all) {
    hash.update(bytes);
    for (const resource of resources) if (resource.bytes) hash.update(resource.bytes);
  }
  return hash.digest('hex');
}

/** Reads what the bundle holds. Of two files, an error says which is wrong. */
export async function createSubject(bundle: Bundle, metres: number): Promise<CheckSubject> {
  const { kind } = bundle;
  if (kind === 'character') return createCharacterSubject();
  const [first, second] = await readAssets(bundle);
  switch (kind) {
    case 'single':
      return createGltfSubject('', first, metres);
    case 'pair':
      return createPairSubject('', first, second, { metres });
    case 'against':
      return createPairSubject('', first, second, { metres, followsClips: false, withSelf: true });
  }
}

/** The files of a bundle, the first with the clips that are added to it. */
export async function readAssets({ files, added = NOTHING_ADDED }: Bundle): Promise<GltfAsset[]> {
  const assets: GltfAsset[] = [];
  for (const file of files) assets.push(await parseNamed(file));
  const { flex, motions } = added;
  if (!flex && motions.length === 0) return assets;
  const { bones = null, expressions } = readVrm(files[0].bytes) ?? {};
  if (motions.length > 0) {
    const sets: MotionSet[] = [];
    for (const file of motions) {
      const own = readVrm(file.bytes)?.bones ?? null;
      sets.push({ file: basename(file.name), asset: await parseNamed(file), bones: own });
    }
    assets[0] = addMotionClips({ asset: assets[0], bones }, sets);
  }
  if (flex) assets[0] = addFlexClips(assets[0], bones, expressions);
  const { clips, bodies } = assets[0];
  if (clips.length === 0 && bodies.length > 0) {
    throw new Error('not checked: there is no clip in it, and nothing to flex: no joint moves a part of a mesh');
  }
  return assets;
}

async function parseNamed(file: AssetFile): Promise<GltfAsset> {
  try {
    return await parseAsset(file);
  } catch (error) {
    throw new Error(explain(file.name, error));
  }
}
