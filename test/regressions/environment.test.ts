import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('what ships obeys no variable that is there for tests', () => {
  const names = ['cli', 'src'].flatMap(part =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => [...readFileSync(join(root, part, name), 'utf8').matchAll(/\benv\.([A-Z_]+)/g)]),
  );
  expect([...new Set(names.map(([, name]) => name))].sort()).toEqual([
    'CI',
    'FORCE_COLOR',
    'LOCALAPPDATA',
    'NO_COLOR',
    'TERM',
    'XDG_CACHE_HOME',
  ]);
});
