import { basename, isAbsolute, relative } from 'node:path';
import type { AssetReport, CheckReport } from '../../src/check/index.ts';

/**
 * A report that tells nothing of the machine it was made on: assets that were named by a whole path are named from the working
 * folder on, those outside of it by their file name. What is called the same then is numbered.
 */
export function withoutFolders(report: CheckReport, folder: string): CheckReport {
  const taken = new Set<string>();
  const assets = report.assets.map(asset => {
    const paths = asset.name.split(' + ').filter(isAbsolute);
    const shorten = (text: string): string =>
      paths.reduce((short, path) => short.replaceAll(path, () => shortenPath(path, folder)), text);
    const plain = shorten(asset.name);
    let name = plain;
    for (let k = 2; taken.has(name); k++) name = `${plain} (${k})`;
    taken.add(name);
    const error = asset.error === undefined ? {} : { error: shorten(asset.error) };
    return { ...asset, ...error, name, gaps: asset.gaps.map(shorten) } satisfies AssetReport;
  });
  return { ...report, assets };
}

function shortenPath(path: string, folder: string): string {
  const near = relative(folder, path);
  return near.startsWith('..') || isAbsolute(near) ? basename(path) : near;
}
