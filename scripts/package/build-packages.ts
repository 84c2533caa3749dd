import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCli } from './build-cli.ts';
import { buildLibrary } from './build-library.ts';

/** What is published, out of what `npm run build` has made: `lib`, and `cli/dist`. */
const root = process.cwd();
rmSync(join(root, 'lib'), { recursive: true, force: true });
await buildLibrary(root, join(root, 'dist/src'), join(root, 'lib'));
await buildCli(root, join(root, 'dist'), join(root, 'cli/dist'));
