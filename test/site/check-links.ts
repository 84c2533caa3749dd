import { posix } from 'node:path';

/** What links and pictures of pages lead nowhere, one line each. `files`: all files of the site, the text of pages among them. */
export function findBrokenLinks(files: ReadonlyMap<string, string>): string[] {
  const anchors = new Map(
    [...files].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  return [...files].flatMap(([page, text]) => {
    if (!page.endsWith('.html')) return [];
    const links = [...text.replaceAll(/<pre[\s\S]*?<\/pre>/g, '').matchAll(/ (?:href|src)="([^"]*)"/g)].map(
      ([, link]) => link,
    );
    return links.flatMap(link => {
      if (/^(https?|data|mailto|blob):/.test(link)) return [];
      const [path, anchor] = link.split('#');
      const target = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path));
      const isThere = files.has(target) && (!anchor || anchors.get(target)!.has(decodeURIComponent(anchor)));
      return isThere ? [] : [`${page}: ${link}`];
    });
  });
}
