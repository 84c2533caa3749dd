import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

let known: string | null = null;

/**
 * Tells one engine from another: a hash of all code that decides what is seen. A version number would do for releases, but in
 * a checkout it stays while the code changes. Takes some 10 ms, once.
 */
export function hashEngine(): string {
  known ??= hashFiles().digest('hex').slice(0, 16);
  return known;
}

function hashFiles(): Hash {
  const hash = createHash('sha256');
  const bundle = new URL('./worker.js', import.meta.url); // in the package: all that a worker needs, and so all of it
  if (existsSync(bundle)) return hash.update(readFileSync(bundle));
  for (const folder of ['../../src', '../../models', '../subjects', '../units']) {
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
