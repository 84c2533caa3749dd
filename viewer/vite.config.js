import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageOptions } from '../scripts/page-options.js';

const resolve = path => fileURLToPath(new URL(path, import.meta.url));

/** The files of our sources that scenes link to, read out of the catalogue: the page has no repository to point at. */
function listSources() {
  const text = readFileSync(resolve('./catalogue.ts'), 'utf8');
  return [...new Set([...text.matchAll(/source: '([\w./-]+)'/g)].map(match => match[1]))];
}

/** Puts those files beside the page, as plain text under `source/`. */
const sourceFiles = {
  name: 'source-files',
  generateBundle() {
    for (const path of listSources()) {
      const source = readFileSync(resolve(`../${path}`), 'utf8');
      this.emitFile({ type: 'asset', fileName: `source/${path}.txt`, source });
    }
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = listSources().find(name => request.url === `/source/${name}.txt`);
      if (path === undefined) return next();
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.end(readFileSync(resolve(`../${path}`)));
    });
  },
};

/** The viewer. */
export default { ...pageOptions('viewer'), plugins: [sourceFiles] };
