import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let known: string | null = null;

/** Packages that take part in what is seen, where they are not in the bundle of the worker. */
const PACKAGES = ['draco3dgltf', 'meshoptimizer', 'robust-predicates'];

/**
 * Tells one engine from another: a hash of all code that decides what is seen, of the packages it uses, and of the version of Node,
 * whose sine may differ from that of the next. A version number would do for releases, but in a checkout it stays while the code
 * changes. What is computed does not depend on the processor: JavaScript and WebAssembly round alike everywhere. Takes some 10 ms, once.
 */
export function hashEngine(): string {
  known ??= hashFiles().update(process.version).digest('hex').slice(0, 16);
  return known;
}

function hashFiles(): Hash {
  const hash = createHash('sha256');
  const bundle = new URL('./worker.js', import.meta.url); // in the package: all that a worker needs, and so all of it
  if (existsSync(bundle)) {
    for (const file of [bundle, new URL('./draco_decoder_gltf.wasm', import.meta.url)]) hash.update(readFileSync(file));
    return hash;
  }
  const require = createRequire(import.meta.url);
  for (const name of PACKAGES) hash.update(`${name} ${findVersion(require.resolve(name))}\n`);
  for (const folder of ['../../src', '../../models', '../rigs', '../subjects', '../units']) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
      /(?<!\.d)\.(js|ts)$/.test(name),
    );
    for (const name of names.sort()) {
      const text = readFileSync(`${root}/${name}`);
      hash.update(`${name.replaceAll('\\', '/')} ${text.length}\n`).update(text);
    }
  }
  return hash;
}

/** Of the package that a file is in. */
function findVersion(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    const { version } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
    if (version) return version;
  }
  return '';
}
