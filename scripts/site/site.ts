import { join } from 'node:path';
import { buildSite } from './build-site.ts';

/** What `npm run site` does, after the build: writes the site into dist/site. */
const root = process.cwd();
await buildSite(root, join(root, 'dist/site'), { pages: join(root, 'dist'), hasApi: true });
console.log('the site is in dist/site; npx vite preview --outDir dist/site shows it');
