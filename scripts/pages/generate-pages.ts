import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillBlocks } from './fill-blocks.ts';
import { drawPictures } from './pictures.ts';
import { readMeasured } from './read-results.ts';
import { writeResultsPage } from './results-page.ts';
import { writeRulesPage } from './rules-page.ts';

/** Pages in which blocks are filled. Decisions and errata are records of their day and are left as they were written. */
export function listPages(root: string): string[] {
  const docs = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'));
  const papers = readdirSync(join(root, 'papers'), { withFileTypes: true }).filter(entry => entry.isDirectory());
  const readmes = papers.map(({ name }) => `papers/${name}/README.md`);
  return ['README.md', 'CONTRIBUTING.md', ...docs.map(name => `docs/${name}`), ...readmes].sort();
}

/** Everything that `npm run pages` writes, by path from the root: generated pages, pictures, and pages with blocks. */
export function generatePages(root: string): Map<string, string> {
  const measured = readMeasured(root);
  const pages = new Map<string, string>();
  const pictures = drawPictures(measured);
  for (const [name, svg] of pictures) pages.set(`docs/pictures/${name}`, svg);
  for (const page of listPages(root)) {
    const text = readFileSync(join(root, page), 'utf8');
    const filled = fillBlocks(page, text, measured);
    if (filled.includes('<!-- results:')) pages.set(page, filled);
  }
  const names = [...pictures.keys()].map(name => `pictures/${name}`);
  pages.set('docs/results.md', writeResultsPage(measured, names));
  pages.set('docs/refit-rules.md', writeRulesPage(root));
  return pages;
}
