import { basename, extname, join, resolve } from 'node:path';
import { usageError } from '../io.ts';

/**
 * Where the heat-map of every file goes, by file: `target` itself if there is one; with * for the name of each; else a folder, in
 * which hero.glb becomes hero.heat.glb. Refuses to write over a file that was checked.
 */
export function planHeatPaths(target: string, files: readonly string[]): Map<string, string> {
  const isName = /\.glb$/i.test(target);
  if (isName && !target.includes('*') && files.length > 1) {
    throw usageError(
      `--heat is '${target}', and there are ${files.length} files to colour; name a folder, or put a * for the name of each.`,
    );
  }
  if (/\.(gltf|vrm)$/i.test(target)) {
    throw usageError(`--heat is '${target}', and what is written is a .glb; give a name that ends so, or a folder.`);
  }
  const paths = new Map<string, string>();
  const taken = new Set(files.map(file => resolve(file)));
  for (const file of files) {
    const stem = basename(file, extname(file));
    const nameWith = (text: string): string => {
      if (target.includes('*')) return target.replaceAll('*', () => text);
      return isName ? target : join(target, `${text}.heat.glb`);
    };
    let path = nameWith(stem);
    if (taken.has(resolve(path)) && files.some(other => resolve(other) === resolve(path))) {
      throw usageError(`--heat would write over '${path}', which is checked; choose another name.`);
    }
    for (let k = 2; taken.has(resolve(path)); k++) path = nameWith(`${stem}-${k}`);
    taken.add(resolve(path));
    paths.set(file, path);
  }
  return paths;
}
