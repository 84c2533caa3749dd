import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckReport } from '../../src/check/index.ts';
import { findData, needsData } from '../needs.ts';
import { cases } from '../support/cases.ts';
import { buildCli } from './build-cli.ts';
import { type Ended, endPrograms, startCli } from './start-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const files = ['Fox', 'CesiumMan', 'q-ShibaInu', 'RobotExpressive']
  .slice(0, cases(2, 4))
  .map(name => findData(`gltf/${name}.glb`));
const flags = ['--no-cache', '--fps', '6'];
let main = '';

const execute = (args: string[]): Promise<Ended> => startCli(main, folder, args).ended;
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

beforeAll(async () => {
  main = await buildCli(join(folder, 'program'));
});

afterAll(() => {
  endPrograms();
  rmSync(folder, { recursive: true, force: true });
});

describe('findings of real models, and their order', needsData('gltf'), () => {
  it('are the same for any number of threads and shards', async () => {
    await execute(['check', ...files, ...flags, '--workers', '1', '-o', 'one.json']);
    await execute(['check', ...files, ...flags, '--workers', '3', '-o', 'three.json']);
    expect(read('three.json')).toBe(read('one.json'));
    const parts = ['1', '2', '3'].map(part => `part-${part}.json`);
    for (const [k, part] of parts.entries()) {
      await execute(['check', ...files, ...flags, '--workers', '2', '--shard', `${k + 1}/3`, '-o', part]);
    }
    await execute(['merge', ...[...parts].reverse(), '-o', 'merged.json']);
    expect(read('merged.json')).toBe(read('one.json'));
    const { assets } = JSON.parse(read('one.json')) as CheckReport;
    for (const { issues } of assets) expect(issues.length).toBeGreaterThan(3);
  });
});
