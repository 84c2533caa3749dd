import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { buildCli } from './build-cli.ts';
import { buildLibrary } from './build-library.ts';
import { stageOnce } from './stage-once.ts';

/** What of package.json is read here. */
export interface Manifest {
  name: string;
  version: string;
  files: string[];
  exports: Record<string, string | { types: string; default: string }>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional: boolean }>;
}

export interface Staged {
  /** A project's folder: code in it can say `import 'poseclash'`. */
  project: string;
  /** The package as it would be published, before packing. */
  folder: string;
  manifest: Manifest;
}

const CONFIGS = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts/package'];
const PAGE_SOURCES = ['cli', 'picture', 'src', 'models', 'papers', 'viewer', 'report-page'];

/**
 * The library as it would be published, built aside from `lib` and `dist`, which others may be using. Types are not checked:
 * `npm run typecheck` does that.
 */
export async function stagePackage(root: string): Promise<Staged> {
  const manifest = readManifest(root);
  const project = await stageOnce(root, 'library', [...CONFIGS, 'src'], async building => {
    const folder = join(building, manifest.name);
    const declarations = join(building, 'declarations');
    mkdirSync(folder);
    declareTypes(root, declarations);
    await buildLibrary(root, join(declarations, 'src'), join(folder, 'lib'));
    rmSync(declarations, { recursive: true });
    copyTexts(root, folder, manifest);
    // A scope of its own: in that of the repository, 'poseclash' would be the repository's own build.
    writeFileSync(join(building, 'package.json'), '{ "private": true, "type": "module" }\n');
    mkdirSync(join(building, 'node_modules'));
    symlinkSync(`../${manifest.name}`, join(building, 'node_modules', manifest.name), 'junction');
  });
  return { project, folder: join(project, manifest.name), manifest };
}

/** The command line as it would be published. */
export async function stageCli(root: string): Promise<Staged> {
  const manifest = readManifest(join(root, 'cli'));
  const pages = await stagePages(root);
  const project = await stageOnce(root, 'cli', [...CONFIGS, ...PAGE_SOURCES], async building => {
    const folder = join(building, manifest.name);
    mkdirSync(folder);
    await buildCli(root, pages, join(folder, 'dist'));
    copyTexts(join(root, 'cli'), folder, manifest);
  });
  return { project, folder: join(project, manifest.name), manifest };
}

/** The folder with the pages of viewer and report, each in a folder of its name. */
export function stagePages(root: string): Promise<string> {
  return stageOnce(root, 'pages', [...CONFIGS, ...PAGE_SOURCES], async building => {
    for (const page of ['viewer', 'report-page']) {
      const options = { outDir: join(building, page), emptyOutDir: true };
      await build({ configFile: join(root, page, 'vite.config.js'), logLevel: 'error', build: options });
    }
  });
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** What is published beside what was built. */
function copyTexts(from: string, to: string, { files }: Manifest): void {
  const names = ['package.json', 'README.md', 'LICENSE', ...files];
  for (const name of names) {
    if (!existsSync(join(to, name)) && existsSync(join(from, name))) cpSync(join(from, name), join(to, name));
  }
}

function declareTypes(root: string, outDir: string): void {
  mkdirSync(outDir);
  const config = join(outDir, 'tsconfig.json');
  const options = { outDir, rootDir: root, noCheck: true, emitDeclarationOnly: true, sourceMap: false };
  const typeRoots = [join(root, 'node_modules/@types')];
  const text = { extends: join(root, 'tsconfig.build.json'), compilerOptions: { ...options, typeRoots } };
  writeFileSync(config, JSON.stringify({ ...text, include: [join(root, 'src')] }));
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' });
}
