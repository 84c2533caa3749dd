import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proveSwitch, sameAnswers } from '../../bench/harness/measure.ts';
import { checkRows, type Report, type Row } from '../../bench/harness/report.ts';
import { type Result, writeResult } from '../../bench/harness/results.ts';
import { fillBlocks } from '../../scripts/pages/fill-blocks.ts';
import { formatRatio, formatTime, formatValue } from '../../scripts/pages/markdown.ts';
import { drawPictures } from '../../scripts/pages/pictures.ts';
import { findRow, type Measured } from '../../scripts/pages/read-results.ts';
import { writeResultsPage } from '../../scripts/pages/results-page.ts';

const time = (scene: string, method: string, value: number, resultHash: string): Row => ({
  bench: 'peers',
  scene,
  method,
  metric: 'time per frame',
  unit: 'ms',
  value,
  resultHash,
});
const linear = 'linear: skinning + flat refit + walk';
const report: Report = {
  rows: [
    time('13590 triangles, light touch', 'ours, on demand', 0.0123456789, 'same'),
    time('13590 triangles, light touch', linear, 0.123456789, 'same'),
    time('135900 triangles, light touch', 'ours, on demand', 0.02, 'same'),
    time('135900 triangles, light touch', linear, 2, 'different'),
  ],
  targets: [
    { name: 'met', value: 2, unit: 'x', atLeast: 1 },
    { name: 'missed', value: Number.NaN, unit: 'x', atLeast: 1 },
    { name: 'of other things', value: 2, unit: 'x', atLeast: 1, unlike: '200 chairs, not 3601' },
  ],
};

function saveAndRead(): Result {
  const folder = mkdtempSync(join(tmpdir(), 'poseclash-results-'));
  const file = join(folder, 'results/peers.json');
  writeResult(file, { bench: 'peers', title: 'a title' }, { isQuick: true, seconds: 1.4 }, report);
  const text = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  expect(text.split('\n').filter(line => line.includes('"scene"'))).toHaveLength(report.rows.length);
  return JSON.parse(text) as Result;
}

describe('results', () => {
  const result = saveAndRead();
  const measured: Measured = {
    results: new Map([['peers', result]]),
    sizes: {},
    sources: new Map([['peers', 'bench/peers/peers.ts']]),
  };

  it('are kept with machine and date, one line for each row, six digits', () => {
    expect(result).toMatchObject({ bench: 'peers', title: 'a title', isQuick: true, seconds: 1 });
    expect(result.rows[0].value).toBe(0.0123457);
    expect(result.environment.node).toBe(process.version);
    expect(result.environment.cores).toBeGreaterThan(0);
    expect(result.targets[1].value).toBe(null);
  });

  const inFull = { ...measured, results: new Map([['peers', { ...result, isQuick: false }]]) };
  const asked: [name: string, of: Measured, says: string[], saysNot: string][] = [
    [
      'are shown with what was asked; what is no number is missed',
      inFull,
      [
        'measured in full, 1 are met and 1 are missed. 1 more',
        '| met | 2x | at least 1x | met |',
        '| missed | – | at least 1x | **missed** |',
      ],
      'quick: not to be quoted',
    ],
    [
      'are neither met nor missed by a quick run, nor by one of other things than what was asked',
      measured,
      [
        'quick: not to be quoted',
        'measured in full, 0 are met and 0 are missed. 3 more',
        '| met | 2x | at least 1x | quick run |',
        '| of other things | 2x | at least 1x | not compared: 200 chairs, not 3601 |',
      ],
      '| met |\n',
    ],
  ];

  it.each(asked)('%s', (_, of, says, saysNot) => {
    const page = writeResultsPage(of, []);
    for (const text of says) expect(page).toContain(text);
    expect(page).not.toContain(saysNot);
  });

  it('are compared only if the answers are the same', () => {
    const page = writeResultsPage(measured, []);
    expect(page).toContain('| 13590 triangles, light touch | 12.3 us | 123 us (10x) |');
    expect(page).toContain('| 135900 triangles, light touch | 20 us | 2 ms (other answers) |');
    const readme = fillBlocks('README.md', '<!-- results:readme -->\n<!-- /results -->', measured);
    expect(readme).toContain('| **20 us** | 2 ms (other answers) | – | – | – |');
  });

  it('are not compared if a row has no hash of its answers', () => {
    const rows = result.rows.map(row => ({ ...row, resultHash: '' }));
    const page = writeResultsPage({ ...measured, results: new Map([['peers', { ...result, rows }]]) }, []);
    expect(page).toContain('| 13590 triangles, light touch | 12.3 us | 123 us (answers not known) |');
  });

  it('are drawn: a point for each size, for each method that has two', () => {
    const pictures = drawPictures(measured);
    expect([...pictures.keys()]).toEqual(['results-growth.svg', 'results-ratios.svg']);
    expect(pictures.get('results-growth.svg')!.match(/<circle/g)).toHaveLength(4);
    expect(pictures.get('results-growth.svg')).not.toContain('NaN');
  });

  it('are looked up by all the words given; two that fit are a mistake', () => {
    expect(findRow(measured, 'peers', { scene: '13590 triangles, light touch', method: linear })?.value).toBe(0.123457);
    expect(findRow(measured, 'peers', { scene: 'nowhere' })).toBe(undefined);
    expect(() => findRow(measured, 'peers', { method: linear })).toThrow('2 rows of peers');
  });

  it('are rounded to what timing bears; counts are not', () => {
    expect([0.00001234, 0.12345, 1508, 96158, 12345.6, Number.NaN].map(formatValue)).toEqual([
      '1.2e-5',
      '0.123',
      '1508',
      '96,158',
      '12,300',
      '–',
    ]);
    expect([0.5, 45.23, 1720, 1.05e6].map(formatTime)).toEqual(['500 ns', '45.2 us', '1.72 ms', '1.05 s']);
    expect(formatRatio(9.17)).toBe('9.2x');
  });
});

describe('a bench', () => {
  const [row] = report.rows;
  it('fails if a row has no hash of its answers, or no value', () => {
    expect(() => checkRows(report.rows)).not.toThrow();
    expect(() => checkRows([row, { ...row, resultHash: '' }])).toThrow('no hash of its answers');
    expect(() => checkRows([{ ...row, resultHash: undefined as unknown as string }])).toThrow('no hash of its answers');
    expect(() => checkRows([{ ...row, value: Number.NaN }])).toThrow('no value');
  });

  it('compares nothing that answers differently, or that says nothing of what it answered', () => {
    const one = { name: 'one', hash: 'a' };
    expect(sameAnswers('bench', [one, { name: 'two', hash: 'a' }])).toBe('a');
    expect(() => sameAnswers('bench', [one, { name: 'two', hash: 'b' }])).toThrow("'one' and 'two' answer differently");
    expect(() => sameAnswers('bench', [{ name: 'two', hash: '' }])).toThrow('no hash');
  });

  it('fails if a switch changes nothing that is counted', () => {
    expect(() => proveSwitch('epochs', 3, 4)).not.toThrow();
    expect(() => proveSwitch('epochs', 3, 3)).toThrow('does nothing');
    expect(() => proveSwitch('epochs', 3, Number.NaN)).toThrow('does nothing');
  });
});
