import { type GltfAsset, readGltf } from '../../src/gltf/index.ts';
import { setPose } from '../../src/index.ts';
import { joinBounds, placeBeside, placeBounds } from '../placement.ts';
import type { Bounds, JointTurn, OwnFile, Placement, ViewOptions } from '../protocol.ts';
import { askPairs, createPairQuestion, type Match, matchAll, matchSelves, overlookPairs } from './ask-pairs.ts';
import { type AssetCast, castAsset } from './asset-cast.ts';
import { boundCast, type Cast } from './cast.ts';
import { COLORS } from './colors.ts';
import { type CastPlan, openCast } from './open-cast.ts';
import type { Opened } from './opened.ts';
import { joinPaints, readPaint, type ScenePaint } from './read-paint.ts';

/**
 * Opens one .glb or .gltf (what cuts what within it) or two (what of the one cuts what of the other). A clip is looked for by
 * name in both; unless told, each plays its first. Unless told where, the second of two stands beside the first: each was
 * made at the origin, and they would stand in each other.
 */
export async function openFiles(
  files: readonly OwnFile[],
  clip?: string,
  second: Placement | null = null,
): Promise<Opened> {
  if (files.length === 0 || files.length > 2) {
    throw new Error(`openFiles: ${files.length} files; drop one .glb or .gltf, or two to see what cuts what.`);
  }
  const assets: GltfAsset[] = [];
  for (const { name, bytes } of files) assets.push(await readFile(name, bytes));
  const clips = [...new Set(assets.flatMap(asset => asset.clips.map(({ name }) => name)))];
  const paints = joinPaints(await Promise.all(assets.map((asset, k) => readPaint(files[k], asset))));
  const casts = assets.map((asset, k) => {
    const own = asset.clips.map(({ name }) => name);
    const colors = k === 0 ? [COLORS.sand, COLORS.slate, COLORS.sage] : [COLORS.steel, COLORS.plum, COLORS.sea];
    return castAsset(asset, clip !== undefined && own.includes(clip) ? clip : own[0], colors, paints.bodies[k]);
  });
  const bounds = casts.map(boundCast);
  if (casts.length === 1) return beginInContact(openOne(files[0].name, casts[0], clips, bounds[0], paints.scene));
  return beginInContact(
    openTwo(files, casts, clips, bounds, second ?? placeBeside(bounds[0], bounds[1], 1), paints.scene),
  );
}

/** To find a step to begin at, so many triangles are looked at in all, and no more steps than these. */
const LOOKED_AT = 200_000;
const MOST_LOOKS = 16;

const PLAIN: ViewOptions = { level: null, overlay: 'none', compares: false, isSplit: false };

/** Looks at some steps spread over the clip for the one at which most touches. */
function beginInContact(opened: Opened): Opened {
  const { about } = opened;
  const triangles = about.bodies.reduce((sum, body) => sum + body.triangles.length / 3, 0);
  const looks = Math.min(MOST_LOOKS, about.steps, Math.max(2, Math.round(LOOKED_AT / triangles)));
  let [startStep, most] = [0, 0];
  for (let k = 0; k < looks; k++) {
    const step = Math.floor((k * about.steps) / looks);
    const { contacts } = opened.answer(step, PLAIN, []);
    if (contacts > most) [startStep, most] = [step, contacts];
  }
  opened.answer(startStep, PLAIN, []);
  return { ...opened, about: { ...about, startStep, poses: opened.drawPoses() } };
}

/** What touches at rest is meant: parts of one character are made to overlap. */
function openOne(title: string, cast: AssetCast, clips: string[], bounds: Bounds, paint: ScenePaint): Opened {
  const count = cast.actors.length;
  const question = createPairQuestion(cast.actors, [...matchSelves(count), ...matchAll(count)]);
  cast.writeRest();
  for (const { collider, jointMatrices, weights } of cast.actors) setPose(collider, { jointMatrices, weights });
  const sentence = describeOne(overlookPairs(question));
  const ask: CastPlan['ask'] = (_step, options) => askPairs(question, options);
  return openCast({ name: 'files', cast, title, sentence, clips, bounds, paint, isAboutSelf: true, ask });
}

/** Wherever one is put, all that cuts is told: nothing of it was made to overlap. */
function openTwo(
  files: readonly OwnFile[],
  casts: readonly AssetCast[],
  clips: string[],
  fileBounds: Bounds[],
  second: Placement,
  paint: ScenePaint,
): Opened {
  const placed = { second };
  const cast = joinCasts(casts, placed);
  const question = createPairQuestion(cast.actors, matchSides(casts[0].actors.length, casts[1].actors.length));
  const names = files.map(({ name }) => name);
  const opened = openCast({
    name: 'files',
    cast,
    title: names.join(' and '),
    sentence: describeTwo(names, fileBounds),
    clips,
    bounds: joinBounds(fileBounds[0], placeBounds(fileBounds[1], second)),
    fileBounds,
    paint,
    ask: (_step, options) => askPairs(question, options),
  });
  return {
    ...opened,
    place(to) {
      placed.second = to;
    },
  };
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

function joinCasts(casts: readonly AssetCast[], placed: { second: Placement }): Cast {
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
      for (const { jointMatrices } of casts[1].actors) placeJoints(placed.second, jointMatrices); // as turned
    },
  };
}

function placeJoints({ at, size }: Placement, matrices: Float64Array): void {
  for (let k = 0; k < matrices.length; k++) {
    matrices[k] = size * matrices[k] + (k % 4 === 3 ? at[Math.floor((k % 12) / 4)] : 0);
  }
}

/** The one against the other; neither against itself. */
function matchSides(first: number, second: number): Match[] {
  return Array.from({ length: first * second }, (_, k) => [Math.floor(k / second), first + (k % second)]);
}

function describeOne(overlooked: number): string {
  const rest =
    overlooked > 0
      ? `What already touches at rest is left out: ${overlooked.toLocaleString('en')} pairs of triangles.`
      : 'Nothing touches at rest.';
  return `Triangles of this file that cut others of it are red. ${rest}`;
}

/** Files whose sizes differ so much were hardly made in the same units. */
const UNLIKE = 20;

function describeTwo(names: readonly string[], fileBounds: readonly Bounds[]): string {
  const [first, second] = fileBounds.map(box => Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]));
  const ratio = Math.max(first / second, second / first);
  const units =
    ratio > UNLIKE && Number.isFinite(ratio)
      ? ` ${names[1]} is ${Math.round(ratio).toLocaleString('en')} times ${second < first ? 'smaller' : 'larger'}: if it was made in other units, choose its size.`
      : '';
  return `Triangles of each file that cut the other are red. Move the second with the sliders.${units}`;
}
