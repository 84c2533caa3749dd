import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs npm without a network; its own notices are left out. */
export function npm(cwd: string, ...args: string[]): string {
  const quiet = ['--offline', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  return execFileSync('npm', [...args, ...quiet], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export interface Packed {
  /** The path of the tarball. */
  file: string;
  size: number;
  files: { path: string }[];
}

/** Packs the package in a folder, as it is there. */
export function pack(folder: string, destination: string): Packed {
  const answer = JSON.parse(npm(folder, 'pack', '--json', '--pack-destination', destination));
  const packed = Array.isArray(answer) ? answer[0] : Object.values(answer)[0];
  return { ...packed, file: join(destination, packed.filename) };
}

/**
 * Makes a project in an empty folder and installs tarballs into it. `others`: those of packages that these depend on; all
 * there is comes from files.
 */
export function install(folder: string, packages: Record<string, string>, others: Record<string, string> = {}): void {
  const fromFile = (files: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `file:${file}`]));
  const manifest = { private: true, type: 'module', dependencies: fromFile(packages), overrides: fromFile(others) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  npm(folder, 'install');
}

/** The folders of the packages that a project has, its own not counted. */
export function listInstalled(project: string): string[] {
  return npm(project, 'ls', '--all', '--parseable').trim().split('\n').slice(1).sort();
}

/** Bytes that a folder takes on a disk with blocks of 4 KB, folders included. */
export function bytesOnDisk(path: string): number {
  const info = statSync(path);
  if (!info.isDirectory()) return 4096 * Math.ceil(info.size / 4096);
  return readdirSync(path).reduce((sum, name) => sum + bytesOnDisk(join(path, name)), 4096);
}
