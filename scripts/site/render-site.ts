import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { writeGallery } from './gallery.ts';
import { addressFrom, type SideGroup, writeLayout } from './layout.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The files of the site that are made of text, by their path in it; pages, and what they link to. */
export type SiteFiles = Map<string, string | Buffer>;

/** Pages besides those in docs. */
const TOP = {
  'README.md': 'about',
  'ARCHITECTURE.md': 'architecture',
  'CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
};

/**
 * Renders all Markdown of the repository, and what it links to: pictures as they are, other files as plain text, folders as lists. `api`: the
 * folder in which the API reference was written; null: its pages are left out, and who links to them finds one that says so.
 */
export function renderSite(root: string, api: string | null): SiteFiles {
  const files: SiteFiles = new Map();
  const pages = new Map<string, { page: string; text: string }>();
  for (const source of listSources(root))
    pages.set(source, { page: pageOf(source), text: readFileSync(join(root, source), 'utf8') });
  if (api !== null) {
    for (const name of listMarkdown(api))
      pages.set(`docs/api/${name}`, { page: pageOf(`docs/api/${name}`), text: readFileSync(join(api, name), 'utf8') });
  } else
    pages.set('docs/api/README.md', {
      page: 'api/index.html',
      text: '# API\n\n`npm run site` writes the reference.\n',
    });
  const side = listGuides(pages.get('docs/README.md')!.text);
  const entries: { page: string; source: string; title: string; summary: string }[] = [];
  for (const [source, { page, text }] of pages) {
    const toLink = (href: string): string | null => follow(root, source, page, href, pages, files);
    const { title, summary, html } = renderMarkdown(text, toLink);
    files.set(page, writeLayout(page, title, html, page.startsWith('docs/') ? side : []));
    files.set(markdownOf(page), text);
    entries.push({ page, source, title, summary });
  }
  for (const [path, text] of writeGallery(root)) files.set(path, text);
  files.set('llms.txt', writeIndex(entries));
  return files;
}

function listSources(root: string): string[] {
  const docs = listMarkdown(join(root, 'docs')).filter(name => !name.startsWith('api/'));
  return [...Object.keys(TOP), ...docs.map(name => `docs/${name}`)];
}

function listMarkdown(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.md'))
    .sort();
}

/** The page of a source: a README is the index of its folder; the API reference has a folder of its own. */
function pageOf(source: string): string {
  const top = TOP[source as keyof typeof TOP];
  if (top) return `${top}.html`;
  return source
    .replace(/^docs\/api\//, 'api/')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '.html');
}

function markdownOf(page: string): string {
  return page.replace(/\.html$/, '.md');
}

type Pages = ReadonlyMap<string, { page: string }>;

/** Where a link leads on the site; what it leads to is added to the files. */
function follow(
  root: string,
  source: string,
  page: string,
  href: string,
  pages: Pages,
  files: SiteFiles,
): string | null {
  if (/^[a-z]+:|^#/i.test(href)) return href;
  const [path, anchor = ''] = href.split(/(?=#)/);
  const target = posix.join(posix.dirname(source), decodeURIComponent(path)).replace(/\/$/, '');
  const known =
    pages.get(target) ??
    pages.get(`${target}/README.md`) ??
    (target === 'api' ? pages.get('docs/api/README.md') : undefined);
  if (known) return addressFrom(page, known.page) + anchor;
  const file = join(root, target);
  if (target.startsWith('..') || !existsSync(file)) return null;
  return addressFrom(
    page,
    statSync(file).isDirectory() ? addFolder(root, target, files) : addFile(root, target, files),
  );
}

const PICTURE = /\.(png|jpe?g|svg|gif)$/i;

function addFile(root: string, target: string, files: SiteFiles): string {
  const place = PICTURE.test(target) ? target : `source/${target}.txt`;
  if (!files.has(place)) files.set(place, readFileSync(join(root, target)));
  return place;
}

function addFolder(root: string, target: string, files: SiteFiles): string {
  const place = `source/${target}/index.html`;
  if (files.has(place)) return place;
  files.set(place, ''); // so that nobody begins it again
  const entries = readdirSync(join(root, target), { withFileTypes: true });
  const names = entries.filter(entry => entry.isFile()).map(({ name }) => name);
  const items = names.map(
    name => `<li><a href="${addressFrom(place, addFile(root, `${target}/${name}`, files))}">${name}</a></li>`,
  );
  files.set(place, writeLayout(place, target, `<h1>${target}</h1>\n<ul>${items.join('\n')}</ul>\n`));
  return place;
}

/** The guides as docs/README.md lists them. */
function listGuides(text: string): SideGroup[] {
  return text
    .split(/\n\n(?=\| to )/)
    .slice(1)
    .map(table => {
      const [, title] = /^\| ([^|]+) \|/.exec(table)!;
      const links = [...table.matchAll(/^\| \[([^\]]+)\]\(([\w/.-]+\.md)\)/gm)];
      return { title, pages: links.map(([, name, file]) => ({ title: name, page: pageOf(posix.join('docs', file)) })) };
    });
}

/** For programs that read: what there is, as https://llmstxt.org has it, with links to the Markdown of the pages. */
function writeIndex(entries: readonly { page: string; source: string; title: string; summary: string }[]): string {
  const about = entries.find(({ source }) => source === 'README.md')!;
  const list = (fits: (source: string) => boolean): string =>
    entries
      .filter(({ source }) => fits(source))
      .map(({ page, title, summary }) => `- [${title}](${markdownOf(page)})${summary ? `: ${summary}` : ''}`)
      .join('\n');
  const isGuide = (source: string): boolean => /^docs\/[^/]+\.md$/.test(source) && source !== 'docs/README.md';
  return `# poseclash

> ${about.summary}

- Command line: \`npx poseclash-cli check hero.glb\`
- Library: \`import { createShape, createCollider, setPose, findPairs } from 'poseclash'\`; entry points \`/check\`, \`/continuous\`, \`/gltf\`, \`/three\`, \`/simulate\`, \`/tabulated\`, \`/setup\`, \`/debug\`

## Guides

${list(isGuide)}

## API

${list(source => source.startsWith('docs/api/'))}

## Optional

${list(source => source in TOP || source.startsWith('docs/decisions/'))}
`;
}
