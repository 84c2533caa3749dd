import type { Command } from 'commander';
import type { AssetReport, CheckReport, CheckSubject } from '../../src/check/index.ts';
import { writeGltf } from '../../src/gltf/index.ts';
import type { FailOn } from '../config.ts';
import { usageError } from '../io.ts';
import { readBundleLooks } from '../looks/bundle-looks.ts';
import type { Looks } from '../looks/looks.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import { keepVrm } from '../rigs/keep-vrm.ts';
import { MOST_SHOTS } from '../thumbs/list-shots.ts';
import { FILE_SIZE, type ShotSize, takeShots } from '../thumbs/take-shots.ts';
import { writeThumbs } from '../thumbs/write-thumbs.ts';
import { type Bundle, createSubject, readAssets, readBundle, type Source } from '../units/bundle.ts';
import { writeNamed } from '../write-file.ts';
import { createCharacterAsset } from './character-asset.ts';
import { writeCsv, writeCsvHead } from './csv.ts';
import { colorBodies } from './heat-colors.ts';
import { planHeatPaths } from './heat-paths.ts';
import { readPage, toHtml } from './html.ts';
import { toJunit } from './junit.ts';
import { packerIsReady } from './pack-array.ts';
import { packLooks } from './pack-images.ts';
import { packAsset } from './pack-scene.ts';
import type { PageAsset } from './page-data.ts';
import { PAGE_SIZE, type PageThumbs, packThumbs } from './page-thumbs.ts';
import { toSarif } from './sarif.ts';
import { measureScene, type Scene } from './scene.ts';
import { toSummary } from './summary.ts';
import { withoutFolders } from './without-folders.ts';

interface TextReport {
  help: string;
  write(report: CheckReport, failOn: FailOn): string;
}

/** The reports that are text, by the option that asks for them. A new one is a row here, and is guarded like the others. */
const textReports = {
  junit: { help: 'write the report as JUnit XML, for continuous integration', write: toJunit },
  sarif: {
    help: 'write the report as SARIF 2.1.0, for code scanning',
    write: (report: CheckReport) => toSarif(report),
  },
  summary: {
    help: 'write a table in Markdown, as for the summary of a workflow',
    write: (report: CheckReport) => toSummary(report),
  },
} satisfies Record<string, TextReport>;

type TextName = keyof typeof textReports;
const textNames = Object.keys(textReports) as TextName[];

/** The files a report is asked for in, besides JSON. */
export interface FileFlags extends Partial<Record<TextName, string>> {
  html?: string;
  heat?: string;
  csv?: string;
  evidenceOnly?: boolean;
  thumbs?: string;
  /** False: the page has no images. */
  textures?: boolean;
  textureSize?: number;
}

export function addFileOptions(command: Command): Command {
  command
    .option(
      '--csv <file>',
      'write a line for each sample of a clip at which bodies touch: depth, volume, area, vertices inside',
    )
    .option('--html <file>', 'write a page to look at: the characters, where they collide, and when')
    .option('--evidence-only', 'leave the geometry out of the page')
    .option('--no-textures', 'leave the images of materials out of the page')
    .option('--texture-size <pixels>', `the longest side of an image in the page (${TEXTURE_SIZE})`, toTextureSize)
    .option('--thumbs <folder>', `write a picture of each of the worst issues, up to ${MOST_SHOTS} of an asset`)
    .option('--heat <file>', 'write the models with their depths as colours: a .glb, or for several a folder or *.glb');
  for (const name of textNames) command.option(`--${name} <file>`, textReports[name].help);
  return command;
}

/** Of images in the page, by default: clear at the size of the view, and small enough for a page that is sent around. */
const TEXTURE_SIZE = 512;
/** Of images in pictures: more is not seen. */
const THUMB_TEXTURE_SIZE = 1024;

function toTextureSize(text: string): number {
  const size = Number(text);
  if (!(Number.isInteger(size) && size >= 1 && size <= 8192)) {
    throw usageError(`--texture-size is '${text}'; give pixels, from 1 to 8192.`);
  }
  return size;
}

/** The files that are written whole, by their flags; those of --heat and --thumbs are named by the program. */
export function pickOutputs(flags: FileFlags): Record<string, string | undefined> {
  const { html, csv } = flags;
  return { html, csv, ...Object.fromEntries(textNames.map(name => [name, flags[name]])) };
}

/** Where the assets of a report come from, in their order. */
export interface Origin {
  sources: readonly ReportSource[];
  metres: number;
  largest: number;
}

export interface ReportSource extends Source {
  /** What its bundle must be to be the one that was checked; if it is not said, it is. */
  hash?: string;
}

/** Writes the files that are asked for; returns notes on what is not drawn as the models have it. */
export type WriteReports = (report: CheckReport, failOn: FailOn) => Promise<string[]>;

/** Reports that are made from the models, not from the report alone. */
const NEED_MODELS = ['heat', 'thumbs', 'csv'] as const;

/** The name that stands for the built-in character, which has no file. */
const CHARACTER = 'character.glb';

/**
 * Looks at what is asked for before anything is checked, so that what cannot be written is told at once, and returns what
 * writes it. Without an origin the page has no geometry, and there is nothing to colour.
 */
export function planReports(flags: FileFlags, origin: Origin | null): WriteReports {
  const files = [...new Set(origin?.sources.flatMap(filesOf) ?? [])];
  for (const name of NEED_MODELS) {
    if (flags[name] === undefined || origin) continue;
    throw usageError(`--${name} needs the models; give it to the command that checks.`);
  }
  const heatPaths = flags.heat === undefined ? null : planHeatPaths(flags.heat, files);
  const page = flags.html === undefined ? null : readPage();
  const checked = [...files, ...(origin?.sources.flatMap(listOthers) ?? [])].map(path => ({
    path,
    use: 'which is checked',
  }));
  refuseOverwriting(pickOutputs(flags), checked);
  return async (whole, failOn) => {
    const report = withoutFolders(whole, process.cwd());
    for (const name of textNames) {
      const file = flags[name];
      if (file !== undefined)
        await writeNamed(`--${name}`, file, (textReports[name] as TextReport).write(report, failOn));
    }
    const notes: string[] = [];
    if (!page && NEED_MODELS.every(name => flags[name] === undefined)) return notes;
    await packerIsReady;
    const assets: PageAsset[] = [];
    const thumbs: PageThumbs[] = [];
    const taken = new Set<string>();
    let frames = writeCsvHead();
    for (const [k, asset] of report.assets.entries()) {
      const source = origin?.sources[k];
      const model = source && asset.error === undefined ? await loadModel(source, origin, asset, report, flags) : null;
      const missing = NEED_MODELS.find(name => flags[name] !== undefined);
      if (missing && !model && asset.error === undefined) {
        throw usageError(`--${missing}: '${asset.name}' is not here as it was checked; run this where the files are.`);
      }
      if (model && heatPaths) await writeHeat(source!, model.bundle, model.scene!, heatPaths);
      if (model && flags.csv !== undefined) frames += writeCsv(asset, model.subject, report.options);
      const shoot = (size: ShotSize) =>
        model?.looks ? takeShots(model.subject, asset, report.options, model.looks, size) : [];
      if (flags.thumbs !== undefined) await writeThumbs(flags.thumbs, asset, shoot(FILE_SIZE), taken);
      notes.push(...(model?.looks?.notes ?? []).map(note => `${asset.name}: ${note}`));
      if (page) {
        const looks = model?.looks ? packLooks(model.looks, textureSizeOf(flags)) : undefined;
        thumbs.push(packThumbs(flags.evidenceOnly ? [] : shoot(PAGE_SIZE)));
        assets.push(packAsset(asset, flags.evidenceOnly ? null : (model?.scene ?? null), looks));
      }
    }
    if (flags.csv !== undefined) await writeNamed('--csv', flags.csv, frames);
    if (page) await writeNamed('--html', flags.html!, toHtml(report, assets, page, thumbs));
    return notes;
  };
}

/** Of images in the page; 0: there are none. */
function textureSizeOf({ textures, textureSize = TEXTURE_SIZE }: FileFlags): number {
  return textures === false ? 0 : textureSize;
}

/** What of an asset is drawn. */
interface Model {
  bundle: Bundle;
  subject: CheckSubject;
  /** Only if depths are asked for. */
  scene: Scene | null;
  /** Only if colours are asked for. */
  looks: Looks | null;
}

/** As much of the model of an asset as the flags need; null if it is nothing, or not here. */
async function loadModel(
  source: ReportSource,
  origin: Origin,
  asset: AssetReport,
  { options }: CheckReport,
  flags: FileFlags,
): Promise<Model | null> {
  const hasPage = flags.html !== undefined && !flags.evidenceOnly;
  const hasThumbs = flags.thumbs !== undefined;
  if (!hasPage && NEED_MODELS.every(name => flags[name] === undefined)) return null;
  const bundle = await readSource(source, origin);
  if (!bundle) return null;
  const subject = await createSubject(bundle, origin.metres);
  const imageSize = Math.max(hasPage ? textureSizeOf(flags) : 0, hasThumbs ? THUMB_TEXTURE_SIZE : 0);
  return {
    bundle,
    subject,
    scene: hasPage || flags.heat !== undefined ? measureScene(subject, asset, options) : null,
    looks: hasPage || hasThumbs ? await readBundleLooks(bundle, source, subject, imageSize) : null,
  };
}

/** Nothing where the files are gone, or are others than those that were checked. */
async function readSource(source: ReportSource, { largest }: Origin): Promise<Bundle | null> {
  try {
    const bundle = await readBundle(source, largest);
    return source.hash === undefined || source.hash === bundle.hash ? bundle : null;
  } catch (error) {
    if (source.hash !== undefined) return null;
    throw error;
  }
}

/** The files that are coloured: not the one that others are held against. */
function filesOf({ kind, paths }: Source): string[] {
  if (kind === 'character') return [CHARACTER];
  return kind === 'against' ? paths.slice(0, 1) : paths;
}

/** What else is read: the file that others are held against, and those whose clips are played. */
function listOthers({ kind, paths, motions = [] }: Source): string[] {
  return [...(kind === 'against' ? paths.slice(1) : []), ...motions];
}

/** Every file of an asset as it was checked, with the depths for colours. */
async function writeHeat(
  source: Source,
  bundle: Bundle,
  scene: Scene,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const colors = colorBodies(scene);
  const assets = source.kind === 'character' ? [createCharacterAsset(scene.subject)] : await readAssets(bundle);
  let first = 0;
  for (const [f, file] of filesOf(source).entries()) {
    const asset = assets[f];
    const plain = writeGltf(asset, colors.slice(first, first + asset.bodies.length));
    const glb = source.kind === 'character' ? plain : keepVrm(plain, bundle.files[f].bytes);
    await writeNamed('--heat', paths.get(file)!, glb);
    first += asset.bodies.length;
  }
}

/** For commands that end without a report: says so rather than writing nothing. */
export function refuseFiles(flags: FileFlags, flag: string): void {
  const asked = (['html', 'heat', 'thumbs', 'csv', ...textNames] as const).find(name => flags[name] !== undefined);
  if (asked) throw usageError(`--${asked} needs the whole report, and ${flag} makes a part of it; give it to merge.`);
}
