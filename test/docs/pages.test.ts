import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fillBlocks, typedText } from '../../scripts/pages/fill-blocks.ts';
import { generatePages, listPages } from '../../scripts/pages/generate-pages.ts';
import { readMeasured } from '../../scripts/pages/read-results.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

function listMarkdown(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(page => !page.startsWith('docs/api/'));
}

const top = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const pages = [...top, ...listMarkdown('docs'), ...listMarkdown('papers')];

/** Numbers with a unit of time or size, and ratios: what is measured. */
const measurements = /\d[\d.,]* ?(x|times|us|ms|ns|µs|s|KB|kB|MB|fps|steps a second)(?![\w-])/g;

describe('generated pages', () => {
  const generated = generatePages(root);

  it.each([...generated.keys()])('%s is what bench/results and the sources say (npm run pages)', page => {
    expect(existsSync(join(root, page)), page).toBe(true);
    expect(read(page) === generated.get(page), `${page} is out of date: npm run pages`).toBe(true);
  });

  it('show every committed run', () => {
    const { results, sources } = readMeasured(root);
    expect(results.size).toBeGreaterThan(10);
    for (const [bench, { rows, environment, date }] of results) {
      expect(rows.length, bench).toBeGreaterThan(0);
      expect(environment.node, bench).toMatch(/^v\d+/);
      expect(date, bench).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(generated.get('docs/results.md')).toContain(`[${bench}](../${sources.get(bench)})`);
    }
  });

  it('follow the numbers: another number, another text', () => {
    const measured = readMeasured(root);
    const text = fillBlocks('README.md', read('README.md'), measured);
    const { targets } = measured.results.get('queries')!;
    for (const target of targets) target.value *= 7;
    expect(fillBlocks('README.md', read('README.md'), measured)).not.toBe(text);
    expect(() => fillBlocks('README.md', '<!-- results:nothing -->\n<!-- /results -->', measured)).toThrow("'nothing'");
  });
});

describe('pages', () => {
  it('README has less than 150 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThan(150);
  });

  const byHand = ['docs/check.md', 'docs/scale.md', 'docs/viewer.md']; // options and example output, not measurements
  const kept = listPages(root).filter(page => !byHand.includes(page));
  it.each(kept)('%s has no measured number that was typed by hand', page => {
    if (page === 'docs/results.md' || page === 'docs/refit-rules.md') return; // generated as a whole
    expect(typedText(read(page)).match(measurements) ?? []).toEqual(allowed[page] ?? []);
  });

  it('the check itself sees typed numbers, and none in blocks and code', () => {
    const seen = (text: string): string[] => typedText(text).match(measurements) ?? [];
    expect(seen('takes 45 us, 9.9x faster, 3 times')).toEqual(['45 us', '9.9x', '3 times']);
    expect(seen('<!-- results:readme -->\n45 us\n<!-- /results -->\n```\n45 ms\n```\n`--fps 30 s`')).toEqual([]);
  });
});

/** Numbers with a unit that say how something is made or limited, not how it was measured. */
const allowed: Record<string, string[]> = {
  'docs/gltf.md': ['64 MB', '64 times'],
};

/** Headings as GitHub names them in addresses. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading] of text.replace(/```[\s\S]*?```/g, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const name = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    anchors.add(count === 0 ? name : `${name}-${count}`);
  }
  return anchors;
}

/** The links of a page that lead nowhere. */
function findBroken(page: string, text: string): string[] {
  const links = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  return links.filter(link => {
    if (/^(https?|mailto):/.test(link)) return false;
    const [path, anchor] = link.split('#');
    const target = path === '' ? join(root, page) : join(root, dirname(page), path);
    if (!existsSync(target)) return true;
    if (!anchor || statSync(target).isDirectory()) return false;
    return !anchorsOf(readFileSync(target, 'utf8')).has(anchor);
  });
}

describe('links', () => {
  it.each(pages)('of %s lead somewhere', page => {
    expect(findBroken(page, read(page))).toEqual([]);
  });

  it('the check itself notices what leads nowhere', () => {
    const text = '[a](LICENSE) [b](nowhere.md) [c](README.md#licence) [d](README.md#nowhere) [e](docs)';
    expect(findBroken('README.md', text)).toEqual(['nowhere.md', 'README.md#nowhere']);
  });
});
