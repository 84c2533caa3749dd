import { type GltfAsset, readGltf } from '../../src/gltf/index.ts';
import { setPose } from '../../src/index.ts';
import type { JointTurn } from '../protocol.ts';
import { askPairs, createPairQuestion, type Match, matchAll, matchSelves, overlookPairs } from './ask-pairs.ts';
import { type AssetCast, castAsset } from './asset-cast.ts';
import type { Cast } from './cast.ts';
import { COLORS } from './colors.ts';
import { openCast } from './open-cast.ts';
import type { Opened } from './opened.ts';

export interface DroppedFile {
  name: string;
  bytes: ArrayBuffer;
}

/**
 * Opens one .glb or .gltf (what cuts what within it) or two (what of the one cuts what of the other). A clip is looked for by
 * name in both; unless told, each plays its first.
 */
export async function openFiles(files: readonly DroppedFile[], clip?: string): Promise<Opened> {
  if (files.length === 0 || files.length > 2) {
    throw new Error(`openFiles: ${files.length} files; drop one .glb or .gltf, or two to see what cuts what.`);
  }
  const assets: GltfAsset[] = [];
  for (const { name, bytes } of files) assets.push(await readFile(name, bytes));
  const clips = [...new Set(assets.flatMap(asset => asset.clips.map(({ name }) => name)))];
  const casts = assets.map((asset, k) => {
    const own = asset.clips.map(({ name }) => name);
    const colors = k === 0 ? [COLORS.sand, COLORS.slate, COLORS.sage] : [COLORS.steel, COLORS.plum, COLORS.sea];
    return castAsset(asset, clip !== undefined && own.includes(clip) ? clip : own[0], colors);
  });
  const cast = joinCasts(casts);
  const question = createPairQuestion(cast.actors, chooseMatches(casts));
  for (const { writeRest } of casts) writeRest();
  for (const { collider, jointMatrices, weights } of cast.actors) setPose(collider, { jointMatrices, weights });
  const overlooked = overlookPairs(question);
  return openCast({
    name: 'files',
    cast,
    title: files.map(({ name }) => name).join(' and '),
    sentence: describe(casts, overlooked),
    clips,
    ask: (_step, options) => askPairs(question, options),
  });
}

async function readFile(name: string, bytes: ArrayBuffer): Promise<GltfAsset> {
  const asset = await readGltf(bytes).catch((error: unknown) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (asset.bodies.length === 0) {
    const gaps = asset.gaps.length > 0 ? ` ${asset.gaps.join(' ')}` : '';
    throw new Error(`${name}: there are no triangles in its scene.${gaps}`);
  }
  return asset;
}

function joinCasts(casts: readonly AssetCast[]): Cast {
  const firsts = casts.map((_, k) => casts.slice(0, k).reduce((sum, { actors }) => sum + actors.length, 0));
  return {
    actors: casts.flatMap(({ actors }) => actors),
    steps: Math.max(...casts.map(({ steps }) => steps)),
    stepsPerSecond: casts[0].stepsPerSecond,
    writePoses(step) {
      for (const cast of casts) cast.writePoses(step % cast.steps);
    },
    turnJoints(turns: readonly JointTurn[]) {
      casts.forEach((cast, k) => {
        const own = turns.filter(({ body }) => body >= firsts[k] && body < firsts[k] + cast.actors.length);
        cast.turnJoints?.(own.map(turn => ({ ...turn, body: turn.body - firsts[k] })));
      });
    },
  };
}

/** Within one file everything against everything, itself too; between two only the one against the other. */
function chooseMatches(casts: readonly AssetCast[]): Match[] {
  const first = casts[0].actors.length;
  if (casts.length === 1) return [...matchSelves(first), ...matchAll(first)];
  return casts[0].actors.flatMap((_, a) => casts[1].actors.map((_, b): Match => [a, first + b]));
}

function describe(casts: readonly AssetCast[], overlooked: number): string {
  const what =
    casts.length === 1
      ? 'Triangles of this file that cut others of it are red.'
      : 'Triangles of each file that cut the other file are red.';
  const rest =
    overlooked > 0
      ? ` What already touches at rest is left out: ${overlooked.toLocaleString('en')} pairs of triangles.`
      : ' Nothing touches at rest.';
  return what + rest;
}
