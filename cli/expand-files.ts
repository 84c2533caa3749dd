import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isGlob, toSegmentTest } from './glob.ts';

/** What is looked for in folders. A .vrm is a .glb with more in it. */
const MODELS = /\.(glb|gltf|vrm)$/i;

/** Whether a file is called like a model that can be read. */
export function isModelName(name: string): boolean {
  return MODELS.test(name);
}

/** Folders with files of others, which nobody means. */
const SKIPPED = /^(\.|node_modules$)/;

/**
 * The files that are meant: for a folder all models in it and below, for a pattern all files that fit, each in order of their
 * names; a name that is neither, or of which nothing is found, stays, so that whoever reads it can say what is wrong. Links to
 * folders are not followed, as they may lead in circles.
 */
export function expandFiles(names: readonly string[]): string[] {
  return names.flatMap(name => {
    const found = isFolder(name) ? listModels(name) : isGlob(name) && !existsSync(name) ? findFitting(name) : [];
    return found.length > 0 ? found : [name];
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // not there, or not to be reached: reading it will tell
  }
}

function listModels(folder: string): string[] {
  return readFolder(folder).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : listModels(path);
    return isModelName(entry.name) && !entry.name.startsWith('.') ? [path] : [];
  });
}

function findFitting(pattern: string): string[] {
  const parts = (process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern).split('/');
  const fixed = parts.findIndex(isGlob);
  const start = parts.slice(0, fixed).join('/');
  const base = fixed > 0 && start === '' ? '/' : start;
  const rest = parts.slice(fixed).filter(part => part !== '');
  return [...new Set(walk(base, rest))].sort();
}

function walk(folder: string, [part, ...rest]: string[]): string[] {
  const isLast = rest.length === 0;
  if (part === '**') {
    const below = readFolder(folder).filter(entry => entry.isDirectory() && !SKIPPED.test(entry.name));
    const deeper = below.flatMap(({ name }) => walk(join(folder, name), [part, ...rest]));
    return [...walk(folder, isLast ? ['*'] : rest), ...deeper];
  }
  if (!isGlob(part)) {
    const path = join(folder, part);
    return isLast ? (existsSync(path) ? [path] : []) : walk(path, rest);
  }
  const test = toSegmentTest(part);
  const fitting = readFolder(folder).filter(({ name }) => test.test(name));
  if (!isLast)
    return fitting.filter(entry => entry.isDirectory()).flatMap(({ name }) => walk(join(folder, name), rest));
  return fitting.filter(entry => !entry.isDirectory()).map(({ name }) => join(folder, name));
}

/** In the order of their names; nothing of what may not be read. */
function readFolder(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder === '' ? '.' : folder, { withFileTypes: true });
    return entries.sort((p, q) => (p.name < q.name ? -1 : 1));
  } catch {
    return [];
  }
}
