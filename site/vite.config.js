import { fileURLToPath } from 'node:url';

const resolve = path => fileURLToPath(new URL(path, import.meta.url));

/** The page that checks what is dropped on it. scripts/site adds all other pages, and the header and footer of this one. */
export default {
  root: resolve('.'),
  base: './',
  worker: { format: 'es' },
  build: {
    outDir: resolve('../dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
  },
  server: { host: '127.0.0.1', fs: { allow: [resolve('..')] } },
};
