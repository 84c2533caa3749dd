import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { LIVE } from './gallery.ts';
import { writeFooter, writeHeader } from './layout.ts';
import { renderSite } from './render-site.ts';

export interface SiteOptions {
  /** The folder with the pages of viewer and report, as they were built. */
  pages: string;
  /** Without it there is no API reference, which takes longest. */
  hasApi: boolean;
}

/** Builds the whole site into a folder; it works from any static server, below any path. */
export async function buildSite(root: string, folder: string, { pages, hasApi }: SiteOptions): Promise<void> {
  const shared = { logLevel: 'error' } as const;
  await build({
    ...shared,
    configFile: join(root, 'site/vite.config.js'),
    build: { outDir: folder, emptyOutDir: true },
  });
  const live = join(root, 'examples/pages');
  const input = LIVE.map(({ name }) => join(live, `${name}.html`));
  await build({
    ...shared,
    configFile: join(live, 'vite.config.js'),
    base: './',
    build: {
      outDir: join(folder, 'gallery/live'),
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1200,
      rollupOptions: { input },
    },
  });
  for (const page of ['viewer', 'report-page']) cpSync(join(pages, page), join(folder, page), { recursive: true });
  for (const [path, content] of renderSite(root, hasApi ? writeApi(root) : null)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  for (const name of ['site.css', 'theme.css']) cpSync(join(root, 'site', name), join(folder, name));
  const index = join(folder, 'index.html');
  const text = readFileSync(index, 'utf8');
  writeFileSync(
    index,
    text.replace('<!-- header -->', writeHeader('index.html')).replace('<!-- footer -->', writeFooter('index.html')),
  );
}

/** The API reference as Markdown; returns where it is. */
function writeApi(root: string): string {
  const out = join(root, 'dist/api');
  const typedoc = join(root, 'node_modules/typedoc/bin/typedoc');
  const args = ['--options', 'scripts/docs/typedoc.json', '--out', out, '--logLevel', 'Error'];
  execFileSync(process.execPath, [typedoc, ...args], { cwd: root, stdio: 'inherit' });
  return out;
}
