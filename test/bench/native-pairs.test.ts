import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openContender } from '../../bench/native/contender.ts';
import { type PosedBody, readPoses, writePoses } from '../../bench/native/pose-file.ts';
import { createRandom } from '../../src/math/random.ts';
import { createRandomCharacter } from '../support/random-character.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-native-'));
afterAll(() => rmSync(folder, { recursive: true }));

const random = createRandom(5);
const { mesh, skin } = createRandomCharacter(3, 4);
const matrices = (): Float64Array => Float64Array.from({ length: 12 * skin.jointCount }, () => Math.fround(random()));
const vertices = mesh.positions.length / 3;
const body: PosedBody = {
  mesh: { positions: Float64Array.from(mesh.positions, Math.fround), triangles: Uint32Array.from(mesh.triangles) },
  skin: {
    jointCount: skin.jointCount,
    influences: 4,
    joints: Uint16Array.from({ length: 4 * vertices }, () => Math.floor(skin.jointCount * random())),
    weights: Float32Array.from({ length: 4 * vertices }, (_, k) => (k % 4 < 2 ? 0.5 : 0)),
  },
  situations: [0, 1, 2].map(() => [0, 1].map(() => ({ a: matrices(), b: matrices() }))),
};

describe('the file of bodies and poses', () => {
  const file = join(folder, 'poses.bin');

  it('is read as it was written, to the last bit', () => {
    writePoses(file, body);
    expect(readPoses(file)).toEqual(body);
  });

  it('is refused if it is another', () => {
    const other = join(folder, 'other.bin');
    writeFileSync(other, new Uint8Array(64));
    expect(() => readPoses(other)).toThrow('has no poses');
  });
});

/** A program of one line. */
const program = (code: string): string[] => [process.execPath, '-e', code];
const lines = "require('node:readline').createInterface({ input: process.stdin }).on('line', line =>";

describe('a program of the race', () => {
  it('is asked for times and for pairs, pose by pose, and ends when it is told to', async () => {
    const answer = `${lines} console.log(line.startsWith('time') ? '1.5 2 0.25' : '1 2 3 4\\n\\n5 6'));console.log('ready')`;
    const contender = await openContender('mine', program(answer));
    expect(await contender.time(1)).toEqual([1.5, 2, 0.25]);
    expect(await contender.pairs(1, 3)).toEqual([Uint32Array.of(1, 2, 3, 4), new Uint32Array(0), Uint32Array.of(5, 6)]);
    await contender.close();
    await contender.close();
  });

  it('is named if it is not ready, has ended, or is not there', async () => {
    await expect(openContender('mine', program("console.log('hello')"))).rejects.toThrow(
      'mine: the program does not say',
    );
    await expect(openContender('mine', program(''))).rejects.toThrow('mine: the program has ended.');
    await expect(openContender('mine', [join(folder, 'nothing')])).rejects.toThrow('ENOENT');
    const mute = await openContender('mine', program(`${lines} process.exit());console.log('ready')`));
    await expect(mute.time(0)).rejects.toThrow('mine: the program has ended.');
    await mute.close();
  });
});
