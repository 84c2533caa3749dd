import { fileURLToPath } from 'node:url';

const resolve = path => fileURLToPath(new URL(path, import.meta.url));

/** Serves the pages over the sources, under the names the published package has. */
export default {
  root: resolve('.'),
  resolve: {
    alias: [
      { find: /^poseclash$/, replacement: resolve('../../src/index.ts') },
      { find: /^poseclash\/(debug|setup)$/, replacement: resolve('../../src/$1.ts') },
      { find: /^poseclash\/(.*)$/, replacement: resolve('../../src/$1/index.ts') },
    ],
  },
  server: { host: '127.0.0.1', fs: { allow: [resolve('../..')] } },
};
