import { posix } from 'node:path';

/** What every page has above it. */
const MENU: readonly [title: string, page: string][] = [
  ['Check a model', 'index.html'],
  ['Guides', 'docs/index.html'],
  ['Gallery', 'gallery/index.html'],
  ['Viewer', 'viewer/index.html'],
  ['Results', 'docs/results.html'],
  ['API', 'api/index.html'],
];

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The address of one page of the site from another. */
export function addressFrom(page: string, to: string): string {
  const path = posix.relative(posix.dirname(page), to);
  return path.startsWith('.') ? path : `./${path}`;
}

export function writeHeader(page: string): string {
  const links = MENU.map(([title, to]) => writeLink(page, to, title)).join(' ');
  return `<a class="skip" href="#main">To the text</a>
<header class="site"><a class="brand" href="${addressFrom(page, 'index.html')}">poseclash</a> <nav aria-label="Site">${links}</nav></header>`;
}

export function writeFooter(page: string): string {
  const about = writeLink(page, 'about.html', 'About');
  const changes = writeLink(page, 'changelog.html', 'Changes');
  return `<footer class="site"><span>Finds where meshes that bend touch. MIT licence.</span> ${about} ${changes} <a href="${addressFrom(page, 'llms.txt')}">llms.txt</a></footer>`;
}

/** `side`: groups of pages, for a list beside the text. */
export interface SideGroup {
  title: string;
  pages: { title: string; page: string }[];
}

export function writeLayout(page: string, title: string, html: string, side: readonly SideGroup[] = []): string {
  const list = side
    .map(
      group =>
        `<ul aria-label="${escapeHtml(group.title)}">${group.pages.map(entry => `<li>${writeLink(page, entry.page, entry.title)}</li>`).join('')}</ul>`,
    )
    .join('\n');
  const main = `<main id="main">\n${html}</main>`;
  const body = side.length > 0 ? `<div class="with-side"><nav aria-label="Pages">${list}</nav>\n${main}</div>` : main;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} - poseclash</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addressFrom(page, 'site.css')}">
</head>
<body>
${writeHeader(page)}
${body}
${writeFooter(page)}
</body>
</html>
`;
}

function writeLink(page: string, to: string, title: string): string {
  const current = page === to ? ' aria-current="page"' : '';
  return `<a href="${addressFrom(page, to)}"${current}>${escapeHtml(title)}</a>`;
}
