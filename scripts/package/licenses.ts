import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the packages that these files are of, sorted. */
export function listPackages(files: readonly string[]): string[] {
  const names = files.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(names)].sort();
}

/** What a bundle must say about the packages in it: names, versions and the texts of their licences. */
export function writeLicenses(root: string, packages: readonly string[]): string {
  const parts = packages.map(path => {
    const folder = join(root, path);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    return `${name} ${version} (${license})\n\n${findText(folder) ?? textOf(root, name, license)}`;
  });
  return `This program contains the packages below.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function findText(folder: string): string | null {
  const file = readdirSync(folder).find(name => /^licen[cs]e/i.test(name));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
}

/** Some packages name their licence only. The text of Apache's is the same for all; TypeScript comes with it. */
function textOf(root: string, name: string, license: string): string {
  const apache = join(root, 'node_modules/typescript/LICENSE.txt');
  if (license !== 'Apache-2.0' || !existsSync(apache))
    throw new Error(`writeLicenses: ${name} has no text of ${license}.`);
  return readFileSync(apache, 'utf8').trim();
}
