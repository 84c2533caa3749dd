import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StopCode } from '../../cli/stop-signals.ts';
import { makeBoxes, makeClean, makeHit, makeUnread, WALL } from './make-boxes.ts';
import { makeFan } from './make-fan.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const before = process.cwd();

/** The rows of the table of exit codes in docs/check.md: a code, and when. */
function readTable(): [code: number, when: string][] {
  const text = readFileSync(new URL('../../docs/check.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('## Exit codes'));
  const rows = [...section.slice(0, section.indexOf('\n## ', 5)).matchAll(/^\| (\d+) \| (.+?) \|$/gm)];
  return rows.map(([, code, when]) => [Number(code), when.replaceAll('`', '')]);
}

beforeAll(() => {
  process.chdir(folder);
  writeFileSync('hit.gltf', makeHit());
  writeFileSync('clean.gltf', makeClean());
  writeFileSync('still.gltf', makeBoxes([WALL], null));
  writeFileSync('unread.gltf', makeUnread());
  writeFileSync('empty.gltf', '{ "asset": { "version": "2.0" } }');
  writeFileSync('broken.glb', 'no model');
  writeFileSync('fan.gltf', makeFan(400));
  writeFileSync('config.json', '{ "maxSamples": 4 }');
  mkdirSync('models/below', { recursive: true });
  writeFileSync('models/below/clean.gltf', readFileSync('clean.gltf'));
  mkdirSync('nothing');
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

/** Stops the program as soon as it begins. */
function stopWith(code: StopCode): { onStop: (stop: (code: StopCode) => void) => () => void } {
  return {
    onStop: stop => {
      stop(code);
      return () => {};
    },
  };
}

type Try = string[] | { args: string[]; stop: StopCode };

/** For each row of the table what must leave with its code, by the words the row begins with. */
const TRIES: [when: string, tries: Try[]][] = [
  [
    'all that was asked for was checked',
    [
      ['check', 'clean.gltf'],
      ['check', 'hit.gltf', '--ignore', 'ram:wall'],
      ['check', 'hit.gltf', '--fail-on', 'nothing'],
      ['check', 'models'],
      ['check', 'models/**/*.gltf', '--clip', 'mov?*'.replace('?', '')],
      ['plan', 'clean.gltf'],
      ['inspect', 'clean.gltf'],
      ['bounds', 'clean.gltf'],
    ],
  ],
  [
    '--allow-unchecked, and something',
    [
      ['check', 'clean.gltf', 'broken.glb', '--allow-unchecked'],
      ['check', 'clean.gltf', 'unread.gltf', '--allow-unchecked'],
      ['check', 'clean.gltf', '--clip', 'move', '--clip', 'jump', '--allow-unchecked'],
    ],
  ],
  [
    'issues that count',
    [
      ['check', 'hit.gltf'],
      ['check', 'hit.gltf', 'broken.glb'],
      ['check', 'hit.gltf', 'broken.glb', '--allow-unchecked'],
    ],
  ],
  [
    'wrong usage',
    [
      ['chekc'],
      ['check', '--min-dpth', '2'],
      ['check', 'clean.gltf', '--fps', 'many'],
      ['check', 'clean.gltf', '--unit-limit', '0'],
      ['check', 'clean.gltf', '--baseline', 'broken.glb'],
      ['merge', 'nothere.json'],
    ],
  ],
  [
    'a file is missing',
    [
      ['check', 'clean.gltf', 'nothere.glb'],
      ['check', 'clean.gltf', 'broken.glb'],
      ['check', 'clean.gltf', 'nothere/*.glb'],
      ['check', 'clean.gltf', 'nothing'],
      ['check', 'clean.gltf', '--against', 'nothere.glb'],
      ['plan', 'clean.gltf', 'broken.glb'],
      ['inspect', 'clean.gltf', 'broken.glb'],
      ['bounds', 'clean.gltf', 'broken.glb'],
    ],
  ],
  [
    'a file has no mesh',
    [
      ['check', 'empty.gltf'],
      ['check', 'clean.gltf', 'empty.gltf'],
      ['check', 'still.gltf'],
      ['check', 'clean.gltf', 'still.gltf'],
      ['check', 'clean.gltf', '--against', 'empty.gltf'],
      ['check', 'still.gltf', '--flex'],
    ],
  ],
  [
    '--clip names no clip',
    [
      ['check', 'clean.gltf', '--clip', 'mvoe'],
      ['check', 'clean.gltf', '--clip', 'move', '--clip', 'jump'],
      ['check', 'clean.gltf', '--clip', 'run*', '--fail-on', 'nothing'],
    ],
  ],
  ['the second file of --pair', [['check', '--pair', 'clean.gltf', 'still.gltf']]],
  [
    'a file of --motion',
    [
      ['check', 'clean.gltf', '--motion', 'nothere.glb'],
      ['check', 'clean.gltf', '--motion', 'still.gltf'],
      ['check', 'still.gltf', '--motion', 'clean.gltf'],
    ],
  ],
  [
    'a clip has channels',
    [
      ['check', 'unread.gltf'],
      ['check', 'clean.gltf', 'unread.gltf'],
      ['check', 'unread.gltf', '--allow-unchecked'],
      ['check', '--pair', 'clean.gltf', 'unread.gltf'],
      ['check', 'unread.gltf', '--against', 'still.gltf'],
    ],
  ],
  [
    'part of a clip',
    [
      ['check', 'fan.gltf', '--unit-limit', '0.001'],
      ['check', 'clean.gltf', '--config', 'config.json'],
    ],
  ],
  ['with --allow-unchecked, nothing', [['check', 'broken.glb', '--allow-unchecked']]],
  ['stopped by Ctrl-C', [{ args: ['check', 'clean.gltf'], stop: 130 }]],
  ['stopped by SIGTERM', [{ args: ['check', 'clean.gltf'], stop: 143 }]],
];

describe('exit codes', () => {
  const table = readTable();

  it('are each in the table of docs/check.md, and each row is tried', () => {
    expect(table.length).toBe(TRIES.length);
    for (const [k, [, when]] of table.entries()) expect(when.startsWith(TRIES[k][0]), when).toBe(true);
  });

  it.each(table.map(([code, when], k) => [code, when, TRIES[k]?.[1] ?? []] as const))(
    '%i: %s',
    async (code, _, tries) => {
      for (const one of tries) {
        const [args, io] = Array.isArray(one) ? [one, {}] : [one.args, stopWith(one.stop)];
        expect([args.join(' '), (await run(args, io)).code]).toEqual([args.join(' '), code]);
      }
    },
  );
});
