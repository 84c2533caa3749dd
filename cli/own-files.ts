import { existsSync } from 'node:fs';

/**
 * Folders, seen from here, in which what was built lies: beside this code in the package (all of it is one file there), one
 * above in the `dist` of a checkout, and in that `dist` where it runs from its sources.
 */
const FOLDERS = import.meta.url.endsWith('.ts') ? ['../dist/'] : ['./', '../'];

/** The address of one of the program's own files, such as 'viewer/index.html'; null if it is not there. */
export function findOwnFile(path: string, folders: readonly string[] = FOLDERS): URL | null {
  return folders.map(folder => new URL(folder + path, import.meta.url)).find(url => existsSync(url)) ?? null;
}

/** The package.json of the package, or of the checkout. */
export function findManifest(): URL {
  return findOwnFile('package.json', ['../', '../../'])!;
}
