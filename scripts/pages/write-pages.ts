import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatePages } from './generate-pages.ts';

/** `npm run pages`: writes what is generated in README.md and docs from bench/results, api/sizes.json and the sources. */
const root = process.cwd();
let changed = 0;
for (const [page, text] of generatePages(root)) {
  const file = join(root, page);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  changed++;
}
process.stdout.write(`pages: ${changed} written anew\n`);
