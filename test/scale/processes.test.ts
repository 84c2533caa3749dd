import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckReport } from '../../src/check/index.ts';
import { makeFan } from '../cli/make-fan.ts';
import { createArm, toGlb } from '../gltf/make-glb.ts';
import { needs } from '../needs.ts';
import { buildCli } from './build-cli.ts';
import { makeBusy } from './make-busy.ts';
import { type Ended, endPrograms, startCli } from './start-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const file = (name: string): string => join(folder, name);
const files = ['long.gltf', 'short.gltf', 'arm.glb', 'broken.glb'];
let main = '';
let whole = '';

const start = (args: string[], hook?: object): ReturnType<typeof startCli> => startCli(main, folder, args, hook);
const execute = (args: string[], hook?: object): Promise<Ended> => start(args, hook).ended;
const readReport = (name: string): CheckReport => JSON.parse(readFileSync(file(name), 'utf8'));

beforeAll(async () => {
  main = await buildCli(file('program'));
  writeFileSync(file('long.gltf'), makeBusy([200]));
  writeFileSync(file('short.gltf'), makeBusy([3, 5, 2, 4]));
  writeFileSync(file('arm.glb'), await toGlb(createArm()));
  writeFileSync(file('broken.glb'), 'no model');
  const { code, err } = await execute(['check', ...files, '--workers', '1', '--no-cache', '-o', 'whole.json']);
  expect([code, err.split(':')[0]]).toEqual([1, 'broken.glb']);
  whole = readFileSync(file('whole.json'), 'utf8');
});

afterAll(() => {
  endPrograms();
  rmSync(folder, { recursive: true, force: true });
});

describe('the program', () => {
  it('gives the same bytes with one thread and with several, and is silent in a pipe', async () => {
    const { code, out, err } = await execute(['check', ...files, '--workers', '3', '--no-cache', '--json']);
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, whole, 1]);
    expect(existsSync(file('unused'))).toBe(false);
  });

  it('tries again in a fresh thread if one dies, says so, and loses nothing', async () => {
    const hook = { exit: '*', once: file('died') };
    const { code, err } = await execute(['check', ...files, '--workers', '2', '--no-cache', '-o', 'again.json'], hook);
    expect(code).toBe(1);
    expect(err).toMatch(/^(long\.gltf|short\.gltf|arm\.glb): a worker died: it ended with code 9$/m);
    expect(readFileSync(file('again.json'), 'utf8')).toBe(whole);
  });

  it('lists what kills threads, and checks everything else', async () => {
    const hook = { exit: '2/0-60' }; // the third clip of short.gltf, which shares its unit with the others
    const args = ['check', 'short.gltf', 'arm.glb', '--workers', '2', '--no-cache', '-o', 'dead.json'];
    const { code, out, err } = await execute(args, hook);
    expect(code).toBe(1);
    expect(err).toContain('short.gltf: a worker died: it ended with code 9');
    expect(out).toMatch(/not checked: its worker died twice \(it ended with code 9\)/);
    const { assets } = readReport('dead.json');
    const good = (JSON.parse(whole) as CheckReport).assets.slice(1, 3);
    expect(assets[0].clips[2]).toMatchObject({
      name: 'clip 2',
      findings: [],
      error: expect.stringMatching(/^not checked/),
    });
    good[0].clips[2] = assets[0].clips[2];
    const inChecked = good[0].issues.map(issue => issue.findings.filter(([clip]) => clip !== 2));
    expect(assets[0].issues.map(({ findings }) => findings)).toEqual(inChecked);
    good[0].issues = assets[0].issues; // facts are those of the clips that were checked
    expect(assets).toEqual(good);
  });

  it('survives a thread that runs out of memory', async () => {
    const args = ['check', 'short.gltf', '--workers', '2', '--worker-memory', '64', '--no-cache', '-o', 'memory.json'];
    const { code, err } = await execute(args, { memory: '*', once: file('full') });
    expect([code, err.trim()]).toEqual([1, 'short.gltf: a worker died: out of memory, of which it had 64 MB']);
    expect(readReport('memory.json').assets).toEqual([JSON.parse(whole).assets[1]]);
  });
});

describe('a limit', () => {
  it('interrupts threads, whose place others take: all else is checked, byte for byte', async () => {
    const fan = makeFan(5000); // a limit of one second is nothing for it
    writeFileSync(file('fan.gltf'), fan);
    const args = ['check', 'fan.gltf', 'short.gltf', 'arm.glb', '--no-cache', '--unit-limit', '1', '-o', 'limit.json'];
    for (const workers of ['1', '2']) {
      const { code, err } = await execute([...args, '--workers', workers], { hurry: fan.length });
      expect([code, err]).toEqual([1, 'fan.gltf: not checked: it could not be made ready within 1 s (--unit-limit)\n']);
      expect(readReport('limit.json').assets.slice(1)).toEqual((JSON.parse(whole) as CheckReport).assets.slice(1, 3));
    }
  });
});

describe('the template for Open Job Description', () => {
  it('checks in shards and merges them: the report of one check', async () => {
    const template = readFileSync(new URL('../../docs/poseclash.openjd.yaml', import.meta.url), 'utf8');
    const [check, merge] = [...template.matchAll(/data: \|\n((?: {12}.*\n)+)/g)].map(([, script]) => script);
    const values: Record<string, string> = {
      'Param.ModelFolder': file('models of a job'),
      'Param.Program': `'${process.execPath}' '${main}'`,
      'Param.LastShard': '1',
    };
    const runScript = (script: string, shard = ''): number | null => {
      const all: Record<string, string> = { ...values, 'Task.Param.Shard': shard };
      const text = script.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name) => all[name]).replace(' --html report.html', ''); // not built
      return spawnSync('bash', ['-c', text], { encoding: 'utf8' }).status;
    };
    mkdirSync(values['Param.ModelFolder']);
    writeFileSync(join(values['Param.ModelFolder'], 'arm.glb'), readFileSync(file('arm.glb')));
    expect([runScript(check, '0'), runScript(check, '1'), runScript(merge)]).toEqual([0, 0, 1]);
    expect(readReport('models of a job/report.json').assets).toEqual([(JSON.parse(whole) as CheckReport).assets[2]]);
  });
});

describe('files of others', () => {
  // Root may read everything, so the program runs as nobody here.
  it('that may not be read cost a line, and the rest is checked', needs('root', process.getuid?.() === 0), async () => {
    writeFileSync(file('locked.gltf'), makeBusy([2]), { mode: 0 });
    chmodSync(folder, 0o755);
    const args = [main, 'check', 'locked.gltf', 'arm.glb', '--no-cache', '--quiet'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      uid: 65_534,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder },
    });
    expect([status, stderr]).toEqual([1, 'locked.gltf: it may not be read (no permission)\n']);
    expect(stdout).toMatch(/; 1 could not be checked\n$/);
  });
});

describe('Ctrl-C', () => {
  /** A program that stops where it has units in hand, one for each thread, and what lets it go on. */
  const startHeld = (args: string[], name: string) => {
    const gate = file(`gate ${name}`);
    return {
      ...start(args, { hold: '*', gate }),
      untilHeld: async (): Promise<void> => {
        while (!existsSync(gate)) await setTimeout(20);
      },
      letGo: (): void => writeFileSync(`${gate}.open`, ''),
    };
  };

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'or %s leaves a report of what was done, which says what was not, and exit code %i; the rest can be done later',
    async (signal, wanted) => {
      const cache = `cache ${signal}`;
      const args = ['check', 'long.gltf', 'short.gltf', 'arm.glb', '--workers', '1', '--cache', cache];
      const held = startHeld([...args.slice(0, 5), '2', '--cache', cache, '-o', 'part.json'], signal);
      const { child, ended, untilSaid } = held;
      await held.untilHeld();
      child.kill(signal);
      await untilSaid('stopping when what is being checked is done');
      held.letGo();
      const { code } = await ended;
      expect(code).toBe(wanted);
      const { assets, summary } = readReport('part.json');
      expect(assets.map(({ name }) => name)).toEqual(['long.gltf', 'short.gltf', 'arm.glb']);
      expect(summary.errors).toBeGreaterThan(0);
      const errors = assets.flatMap(({ error, clips }) => [error, ...clips.map(clip => clip.error)]).filter(Boolean);
      for (const error of errors) expect(error).toMatch(/^not checked.*the check was stopped before$/);
      const later = await execute([...args, '-o', 'later.json']);
      expect(later.code).toBe(1);
      expect(later.out).toMatch(/units from the cache\)\n$/);
      expect(readReport('later.json').assets).toEqual((JSON.parse(whole) as CheckReport).assets.slice(0, 3));
    },
  );

  it('twice ends the program at once, and leaves no report', async () => {
    const args = ['check', 'long.gltf', '--workers', '2', '--cache', 'second', '-o', 'never.json'];
    const { child, ended, untilHeld, untilSaid } = startHeld(args, 'second');
    await untilHeld();
    child.kill('SIGINT');
    await untilSaid('stopping'); // two signals that wait are one
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(existsSync(file('never.json'))).toBe(false);
  });

  it('on a shard leaves a part that merge refuses', async () => {
    const three = ['long.gltf', 'short.gltf', 'arm.glb'];
    const args = ['check', ...three, '--workers', '2', '--cache', 'third', '--shard', '1/1', '-o', 'shard.json'];
    const { child, ended, untilHeld, untilSaid, letGo } = startHeld(args, 'third');
    await untilHeld();
    child.kill('SIGINT');
    await untilSaid('stopping');
    letGo();
    expect((await ended).code).toBe(130);
    const { code, err } = await execute(['merge', 'shard.json']);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('shard.json is incomplete: it was stopped; run shard 1/1 again'),
    ]);
  });
});

describe('poseclash view', () => {
  it('prints an address that shows the file, and ends with Ctrl-C', async () => {
    mkdirSync(file('program/dist/viewer'), { recursive: true });
    writeFileSync(file('program/dist/viewer/index.html'), '<p>viewer');
    const { child, ended } = start(['view', 'arm.glb']);
    const url = await new Promise<string>(resolve => child.stdout!.once('data', data => resolve(String(data).trim())));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?file=files\/0\/arm\.glb$/);
    expect(await (await fetch(url)).text()).toBe('<p>viewer');
    const model = await fetch(new URL(new URL(url).searchParams.get('file')!, url));
    expect(Buffer.from(await model.arrayBuffer())).toEqual(readFileSync(file('arm.glb')));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });
});

describe('without the packages of the queue', () => {
  it('everything else works, and a line says what to install', async () => {
    const packages = file('program/node_modules');
    const all = realpathSync(packages);
    rmSync(packages);
    mkdirSync(packages);
    for (const name of readdirSync(all)) {
      if (name !== 'bullmq' && name !== '.cache') symlinkSync(join(all, name), join(packages, name), 'junction');
    }
    const { code, err } = await execute(['work', '--redis', 'redis://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining('not installed: npm install bullmq ioredis')]);
    expect((await execute(['check', 'short.gltf', '--no-cache', '--quiet'])).code).toBe(1);
  });
});
