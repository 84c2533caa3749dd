import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeApiReports } from './api-reports.ts';
import { type BundleSize, bundle, listUses, measureBundle } from './bundle-sizes.ts';
import { stagePackage } from './stage-package.ts';

/** `npm run api`: writes api/*.api.md and api/sizes.json, which the tests hold against the sources. */
const root = process.cwd();
const staged = await stagePackage(root);
const scratch = mkdtempSync(join(tmpdir(), 'poseclash-api-'));
for (const name of readdirSync(join(root, 'api'))) if (name.endsWith('.api.md')) rmSync(join(root, 'api', name));
const reports = writeApiReports(staged, join(root, 'api'), scratch);
rmSync(scratch, { recursive: true });

const sizes: Record<string, BundleSize> = {};
for (const [name, contents] of Object.entries(listUses(staged))) {
  sizes[name] = measureBundle(await bundle(staged, name, contents));
}
writeFileSync(join(root, 'api/sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`);
process.stdout.write(`api: ${reports.size} reports, ${Object.keys(sizes).length} sizes\n`);
