import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StopCode } from '../../cli/stop-signals.ts';
import { createWatcher } from '../../cli/watch/watcher.ts';
import type { CheckReport } from '../../src/check/index.ts';
import { useFolder } from './in-folder.ts';
import { makeClean, makeHit } from './make-boxes.ts';
import { type Result, run } from './run.ts';

useFolder(() => {
  writeFileSync('a.gltf', makeClean());
  writeFileSync('b.gltf', makeHit());
});

interface Watching {
  /** Until something that was said since the last time fits; returns all of that. */
  until(pattern: RegExp): Promise<string>;
  stop(code?: StopCode): void;
  ended: Promise<Result>;
}

/** A program that watches, in this process: what it says wakes whoever waits for it. */
function watch(...args: string[]): Watching {
  let said = '';
  let wake = (): void => {};
  let stop: (code: StopCode) => void = () => {};
  const say = (text: string): void => {
    said += `${text}\n`;
    wake();
  };
  const onStop = (call: (code: StopCode) => void): (() => void) => {
    const outer = stop;
    stop = code => {
      outer(code);
      call(code);
    };
    return () => {
      stop = outer;
    };
  };
  const ended = run(['check', '--watch', '--no-cache', ...args], { print: say, warn: say, onStop });
  void ended.then(() => wake());
  return {
    async until(pattern) {
      while (!pattern.test(said)) await new Promise<void>(resolve => (wake = resolve));
      const text = said;
      said = '';
      return text;
    },
    stop: (code = 130) => stop(code),
    ended,
  };
}

describe('check --watch', () => {
  it('checks again what is written, added and taken away, and tells only of that', async () => {
    const { until, stop, ended } = watch('.', '--output', 'all.json');
    const first = await until(/watching 3 files/); // and the configuration, should there be one
    expect(first).toMatch(/^a\.gltf [\s\S]*^b\.gltf [\s\S]*1 collision in 2 clips/m);
    writeFileSync('b.gltf', makeClean());
    const mended = await until(/watching/);
    expect(mended).toMatch(/^b\.gltf [\s\S]*no collisions in 2 clips/m);
    expect(mended).not.toMatch(/^a\.gltf/m);
    writeFileSync('c.gltf', makeHit());
    expect(await until(/watching 4 files/)).toMatch(/^c\.gltf [\s\S]*1 collision in 3 clips/m);
    const names = (): string[] =>
      (JSON.parse(readFileSync('all.json', 'utf8')) as CheckReport).assets.map(({ name }) => name);
    expect(names()).toEqual(['a.gltf', 'b.gltf', 'c.gltf']);
    rmSync('c.gltf');
    expect(await until(/watching 3 files/)).toBe('no collisions in 2 clips\nwatching 3 files; Ctrl-C ends it\n');
    expect(names()).toEqual(['a.gltf', 'b.gltf']);
    writeFileSync('next', makeHit());
    renameSync('next', 'a.gltf'); // as programs save
    expect(await until(/watching/)).toMatch(/^a\.gltf [\s\S]*1 collision in 2 clips/m);
    stop();
    expect((await ended).code).toBe(1);
  });

  it('tells of a file that rests half written, and of the whole when it is there', async () => {
    const { until, stop, ended } = watch('a.gltf');
    await until(/watching/);
    const text = makeClean();
    writeFileSync('a.gltf', text.slice(0, 200));
    expect(await until(/watching/)).toMatch(/^a\.gltf: .*\n[\s\S]*nothing could be checked/m);
    writeFileSync('a.gltf', text);
    expect(await until(/watching/)).toMatch(/no collisions in 1 clip/);
    stop();
    expect((await ended).code).toBe(0);
  });

  it('follows buffers and the configuration, also one that is wrong for a while', async () => {
    const json = JSON.parse(makeHit());
    const [, data] = json.buffers[0].uri.split(',');
    json.buffers[0].uri = 'my%20numbers.bin';
    writeFileSync('my numbers.bin', Buffer.from(data, 'base64'));
    writeFileSync('apart.gltf', JSON.stringify(json));
    const { until, stop, ended } = watch('apart.gltf', 'b.gltf');
    expect(await until(/watching 4 files/)).toMatch(/1 collision in 2 clips/);
    const bytes = Buffer.from(data, 'base64');
    bytes.writeFloatLE(bytes.readFloatLE(0) * 1.1, 0);
    writeFileSync('my numbers.bin', bytes);
    const again = await until(/watching/);
    expect([/^apart\.gltf/m.test(again), /^b\.gltf/m.test(again)]).toEqual([true, false]);
    writeFileSync('poseclash.config.json', '{ "ignore": ["ram:');
    expect(await until(/watching/)).toMatch(/poseclash\.config\.json: cannot be read as JSON/);
    writeFileSync('poseclash.config.json', '{ "ignore": ["ram:wall"] }');
    expect(await until(/watching/)).toMatch(
      /^apart\.gltf[\s\S]*^b\.gltf[\s\S]*no collisions, 1 suppressed in 2 clips/m,
    );
    rmSync('apart.gltf');
    expect(await until(/watching/)).toMatch(/apart\.gltf: there is no such file/);
    stop();
    expect((await ended).code).toBe(2); // what was asked for is not there
    rmSync('poseclash.config.json');
  });

  it('ends with 143 for SIGTERM, and with that of the signal in the midst of a check', async () => {
    const idle = watch('b.gltf');
    await idle.until(/watching/);
    idle.stop(143);
    expect((await idle.ended).code).toBe(143);
    const busy = watch('b.gltf');
    busy.stop(130);
    expect((await busy.ended).code).toBe(130);
  });

  it.each([
    [['--watch'], '--watch needs files or folders'],
    [['--watch', 'a.gltf', '--json'], '--watch and --json exclude each other'],
    [['--watch', 'a.gltf', '--shard', '1/2', '--output', 'x'], '--watch and --shard exclude each other'],
    [['--watch', 'a.gltf', '--output', 'a.gltf'], 'would write over'],
    [['--watch', 'a.gltf', '--fps', '0'], 'fps is 0'],
  ])('%j is wrong usage, and it says why', async (args, message) => {
    const { code, err } = await run(['check', ...args]);
    expect([code, err.includes(message)]).toEqual([2, true]);
  });
});

describe('a watcher', () => {
  it('waits while a file is being written, and tells of each change once', () => {
    writeFileSync('w', '');
    const { look } = createWatcher(() => ['w', 'x']);
    expect(look()).toBeNull();
    for (let k = 1; k < 5; k++) {
      writeFileSync('w', 'w'.repeat(k));
      expect(look()).toBeNull();
    }
    expect(look()).toEqual(new Set(['w']));
    expect(look()).toBeNull();
    writeFileSync('x', '1');
    rmSync('w');
    expect([look(), look(), look()]).toEqual([null, new Set(['w', 'x']), null]);
  });

  it('says nothing of a change that is taken back, and follows the list', () => {
    const names = ['x'];
    const { look } = createWatcher(() => names);
    names.push('y');
    writeFileSync('y', '1');
    expect([look(), look()]).toEqual([null, new Set(['y'])]);
    names.pop();
    expect(look()).toBeNull();
    names.push('y');
    expect([look(), look()]).toEqual([null, null]);
    rmSync('x');
    rmSync('y');
  });
});
