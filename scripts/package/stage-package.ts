import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** What of package.json is read here. */
export interface Manifest {
  name: string;
  version: string;
  files: string[];
  exports: Record<string, string | { types: string; default: string }>;
}

export interface Staged {
  /** A project's folder: code in it can say `import 'poseclash'`. */
  project: string;
  /** The package as it would be published, before packing. */
  folder: string;
  manifest: Manifest;
}

const HOUR = 3_600_000;

/**
 * Builds the package aside from `dist`, which others may be using, once for each state of the sources, in `out`: from
 * there, dependencies are found in the repository's node_modules. Types are not checked: `npm run typecheck` does that.
 */
export async function stagePackage(root: string): Promise<Staged> {
  const cache = join(root, 'out/package');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const project = join(cache, hashSources(root));
  const staged = { project, folder: join(project, manifest.name), manifest };
  mkdirSync(cache, { recursive: true });
  const lock = `${project}.lock`;
  while (!existsSync(project)) {
    if (takeLock(lock)) {
      try {
        const building = `${project}.building`;
        rmSync(building, { recursive: true, force: true });
        build(root, join(building, manifest.name), manifest);
        // A scope of its own: in that of the repository, 'poseclash' would be the repository's own build.
        writeFileSync(join(building, 'package.json'), '{ "private": true, "type": "module" }\n');
        mkdirSync(join(building, 'node_modules'));
        symlinkSync(`../${manifest.name}`, join(building, 'node_modules', manifest.name), 'junction');
        renameSync(building, project);
      } finally {
        rmSync(lock, { force: true });
      }
      forgetOld(cache, project);
    } else {
      await setTimeout(200); // another process builds the same
    }
  }
  return staged;
}

function build(root: string, folder: string, { files }: Manifest): void {
  mkdirSync(folder, { recursive: true });
  const options = {
    outDir: join(folder, 'dist'),
    rootDir: root,
    noCheck: true,
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const config = { extends: join(root, 'tsconfig.build.json'), compilerOptions: options };
  const sources = ['src', 'models', 'cli'].map(name => join(root, name));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, include: sources }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(folder, 'tsconfig.json')], { stdio: 'inherit' });
  rmSync(join(folder, 'tsconfig.json'));
  const listed = files.filter(file => !/[!*]/.test(file) && !['dist/src', 'dist/models', 'dist/cli'].includes(file));
  const kept = ['package.json', 'README.md', 'LICENSE', ...listed.filter(file => existsSync(join(root, file)))];
  for (const name of kept) cpSync(join(root, name), join(folder, name), { recursive: true });
}

/** The lock names the process that has it. It is left over if there is no such process, however long a build may take. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (existsSync(lock) && isGone(readFileSync(lock, 'utf8'))) rmSync(lock, { force: true });
    return false;
  }
}

function isGone(pid: string): boolean {
  if (pid === '') return false; // it is just being written
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function forgetOld(cache: string, current: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (path !== current && Date.now() - statSync(path).mtimeMs > HOUR) rmSync(path, { recursive: true, force: true });
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  const tops = ['package.json', 'tsconfig.json', 'tsconfig.build.json']; // texts may be of an earlier state
  const listed = ['src', 'models', 'cli'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
  );
  for (const path of [...tops.map(name => join(root, name)), ...listed.sort()]) {
    hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}
