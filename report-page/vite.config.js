import { fileURLToPath } from 'node:url';

const resolve = path => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page of the HTML report to one script and one style, which cli/reports/html.ts puts into every report. */
export default {
  root: resolve('.'),
  logLevel: 'warn',
  build: {
    outDir: resolve('../dist/report-page'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 800,
    lib: {
      entry: resolve('main.ts'),
      formats: ['iife'],
      name: 'poseclashReport',
      fileName: () => 'page.js',
      cssFileName: 'page',
    },
  },
};
