import type { Command } from 'commander';
import type { AssetReport, CheckReport } from '../../src/check/index.ts';
import { writeGltf } from '../../src/gltf/index.ts';
import type { FailOn } from '../config.ts';
import { usageError } from '../io.ts';
import { LARGEST } from '../subjects/load-asset.ts';
import { type Bundle, createSubject, readAssets, readBundle, type Source } from '../units/bundle.ts';
import { writeNamed } from '../write-file.ts';
import { createCharacterAsset } from './character-asset.ts';
import { colorBodies } from './heat-colors.ts';
import { planHeatPaths } from './heat-paths.ts';
import { readPage, toHtml } from './html.ts';
import { toJunit } from './junit.ts';
import { packerIsReady } from './pack-array.ts';
import { packAsset } from './pack-scene.ts';
import type { PageAsset } from './page-data.ts';
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
  evidenceOnly?: boolean;
}

export function addFileOptions(command: Command): Command {
  command
    .option('--html <file>', 'write a page to look at: the characters, where they collide, and when')
    .option('--evidence-only', 'leave the geometry out of the page')
    .option('--heat <file>', 'write the models with their depths as colours: a .glb, or for several a folder or *.glb');
  for (const name of textNames) command.option(`--${name} <file>`, textReports[name].help);
  return command;
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

/** Writes the files that are asked for. */
export type WriteReports = (report: CheckReport, failOn: FailOn) => Promise<void>;

/** The name that stands for the built-in character, which has no file. */
const CHARACTER = 'character.glb';

/**
 * Looks at what is asked for before anything is checked, so that what cannot be written is told at once, and returns what
 * writes it. Without an origin the page has no geometry, and there is nothing to colour.
 */
export function planReports(flags: FileFlags, origin: Origin | null): WriteReports {
  const files = [...new Set(origin?.sources.flatMap(filesOf) ?? [])];
  if (flags.heat !== undefined && !origin)
    throw usageError('--heat needs the models; give it to the command that checks.');
  const heatPaths = flags.heat === undefined ? null : planHeatPaths(flags.heat, files);
  const page = flags.html === undefined ? null : readPage();
  for (const name of [...textNames, 'html'] as const) {
    if (files.includes(flags[name] ?? '')) {
      throw usageError(`--${name} would write over '${flags[name]}', which is checked; choose another name.`);
    }
  }
  return async (whole, failOn) => {
    const report = withoutFolders(whole, process.cwd());
    for (const name of textNames) {
      const file = flags[name];
      if (file !== undefined)
        await writeNamed(`--${name}`, file, (textReports[name] as TextReport).write(report, failOn));
    }
    if (!page && !heatPaths) return;
    await packerIsReady;
    const assets: PageAsset[] = [];
    for (const [k, asset] of report.assets.entries()) {
      const source = origin?.sources[k];
      const wantsScene = asset.error === undefined && (heatPaths !== null || !flags.evidenceOnly);
      const bundle = source && wantsScene ? await readSource(source, origin) : null;
      const scene = bundle && (await loadScene(bundle, asset, report, origin!.metres));
      if (scene && heatPaths) await writeHeat(source!, bundle!, scene, heatPaths);
      else if (heatPaths && wantsScene) {
        throw usageError(`--heat: '${asset.name}' is not here as it was checked; run this where the files are.`);
      }
      if (page) assets.push(packAsset(asset, flags.evidenceOnly ? null : scene));
    }
    if (page) await writeNamed('--html', flags.html!, toHtml(report, assets, page));
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

async function loadScene(bundle: Bundle, asset: AssetReport, report: CheckReport, metres: number): Promise<Scene> {
  return measureScene(await createSubject(bundle, metres), asset, report.options);
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
    const glb = writeGltf(asset, colors.slice(first, first + asset.bodies.length));
    await writeNamed('--heat', paths.get(file)!, glb);
    first += asset.bodies.length;
  }
}

/** The origin of a report whose assets are known by the names they were given and by what their bundles were. */
export function findOrigin(assets: readonly { name: string; hash: string }[], metres: number): Origin {
  const sources = assets.map(({ name, hash }): ReportSource => {
    const paths = name.split(' + ').filter(path => /\.(glb|gltf|vrm)$/i.test(path));
    return { name, hash, paths, kind: paths.length === 0 ? 'character' : paths.length === 1 ? 'single' : 'pair' };
  });
  return { sources, metres, largest: LARGEST };
}

/** For commands that end without a report: says so rather than writing nothing. */
export function refuseFiles(flags: FileFlags, flag: string): void {
  const asked = (['html', 'heat', ...textNames] as const).find(name => flags[name] !== undefined);
  if (asked) throw usageError(`--${asked} needs the whole report, and ${flag} makes a part of it; give it to merge.`);
}
