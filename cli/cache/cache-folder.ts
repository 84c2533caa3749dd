import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse } from 'node:path';

/** Beside the packages of the project that the working folder is in; else where this system keeps what can be made again. */
export function findCacheFolder(from: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return join(folder, 'node_modules', '.cache', 'poseclash');
    if (folder === parse(folder).root) break;
  }
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'poseclash', 'Cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'poseclash');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'poseclash');
}
