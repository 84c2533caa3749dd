import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('what ships obeys no variable that is there for tests', () => {
  const names = ['cli', 'src'].flatMap(part =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => [...readFileSync(join(root, part, name), 'utf8').matchAll(/\benv\.([A-Z_0-9]+)/g)]),
  );
  expect([...new Set(names.map(([, name]) => name))].sort()).toEqual([
    ...['AWS_DEFAULT_REGION', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_SESSION_TOKEN'],
    'CI',
    'FORCE_COLOR',
    ...['GITHUB_API_URL', 'GITHUB_EVENT_PATH', 'GITHUB_OUTPUT', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID'], // of the action
    ...['GITHUB_SERVER_URL', 'GITHUB_STEP_SUMMARY', 'GITHUB_TOKEN'],
    'LOCALAPPDATA',
    'NO_COLOR',
    'POSECLASH_KEY',
    'POSECLASH_STORE',
    'REDIS_URL',
    'TERM',
    'XDG_CACHE_HOME',
  ]);
});
