import { fileURLToPath } from 'node:url';

/** How a page is built from its folder into one of `dist`: all addresses relative, so that it works from any static server and below any path. */
export function pageOptions(name) {
  const root = new URL(`../${name}/`, import.meta.url);
  const above = fileURLToPath(new URL('..', root));
  return {
    root: fileURLToPath(root),
    base: './',
    worker: { format: 'es' },
    build: {
      outDir: `${above}dist/${name}`,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1200,
      // nothing that is loaded on demand is needed at once, and a preload by a relative address would break in a worker
      modulePreload: { polyfill: false },
    },
    server: { host: '127.0.0.1', fs: { allow: [above] } },
    preview: { host: '127.0.0.1' },
  };
}
