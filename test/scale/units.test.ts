import { describe, expect, it } from 'vitest';
import { type Answer, answerTask, createAssetCache } from '../../cli/pool/task.ts';
import { assembleAsset, keyOfStretch } from '../../cli/units/assemble.ts';
import { type AssetSize, estimateSeconds, sizeSubject } from '../../cli/units/asset-size.ts';
import { type Bundle, createSubject, hashBundle, type SourceKind } from '../../cli/units/bundle.ts';
import { checkUnit } from '../../cli/units/check-unit.ts';
import { cutUnits, listStretches } from '../../cli/units/cut-units.ts';
import { chooseUnits } from '../../cli/units/shards.ts';
import { type Stretch, type StretchResult, scanOptions, type UnitResult } from '../../cli/units/unit.ts';
import { isPart, isResultOf, isUnit } from '../../cli/units/validate.ts';
import { checkSubject } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { summarisePlan } from '../../src/check/plan/plan-summary.ts';
import { createRandom } from '../../src/math/random.ts';
import { createArm, toGlb } from '../gltf/make-glb.ts';
import { makeBusy } from './make-busy.ts';

const bundleOf = (kind: SourceKind, ...files: Uint8Array[]): Bundle => {
  const list = files.map(bytes => ({ name: '', bytes, resources: [] }));
  return { kind, hash: hashBundle(kind, list), files: list };
};
const textOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const resultOf = (answer: Answer): UnitResult => {
  if (!('result' in answer)) throw new Error(JSON.stringify(answer));
  return answer.result;
};
const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** The size of an asset as if it were to be cut at these samples, where clips have them. */
function cutAt(size: AssetSize, subject: Awaited<ReturnType<typeof createSubject>>, every: number): AssetSize {
  const fine = subject.clips.map(clip => {
    const whole = size.clips.find(({ name }) => name === clip.name)!;
    const last = whole.cuts[whole.cuts.length - 1];
    const samples = [0, ...Array.from({ length: last.sample }, (_, k) => k + 1).filter(k => k % every === 0)];
    const all = [...new Set([...samples, last.sample])];
    return { ...whole, cuts: all.map(sample => ({ sample, time: sample / 30 })) };
  });
  return { ...size, clips: fine };
}

describe('units', () => {
  const kinds: [string, SourceKind, () => Promise<Uint8Array[]>][] = [
    ['boxes', 'single', async () => [textOf(makeBusy([5, 2]))]],
    ['an arm with targets', 'single', async () => [await toGlb(createArm({ targets: 2 }))]],
    ['two files', 'pair', async () => [await toGlb(createArm()), textOf(makeBusy([3], 0.1))]],
    ['one file beside another', 'against', async () => [textOf(makeBusy([3])), await toGlb(createArm())]],
  ];
  it.each(kinds)('%s: the report of any cuts is that of one go, byte for byte', async (_, kind, makeFiles) => {
    const bundle = bundleOf(kind, ...(await makeFiles()));
    const options = resolveOptions({ minDepth: '1mm', ignore: ['x:y'] });
    const subject = await createSubject(bundle, 0.5);
    const whole = { ...checkSubject(subject, options), name: 'asset' };
    expect(whole.clips.flatMap(({ findings }) => findings).length).toBeGreaterThan(0);
    const plan = planCheck(subject, options);
    const size = sizeSubject(subject, scanOptions(options, 0.5));
    for (const every of [1, 17, 1e9]) {
      const cut = cutAt(size, subject, every);
      const results = new Map<string, StretchResult>();
      for (let clip = 0; clip < cut.clips.length; clip++) {
        for (const stretch of listStretches(cut, clip).reverse()) {
          const unit = { asset: bundle.hash, options: scanOptions(options, 0.5), stretches: [stretch] };
          const result = throughJson(resultOf(checkUnit(unit, plan)));
          expect(isResultOf(unit, result)).toBe(true);
          results.set(keyOfStretch(stretch), result.stretches[0]);
        }
      }
      const planSummary = throughJson(summarisePlan(plan));
      const report = assembleAsset('asset', { size: cut, planSummary, results, failures: new Map() }, options);
      expect(JSON.stringify(report)).toBe(JSON.stringify(whole));
    }
  });

  it('need nothing but what they name and the bytes', async () => {
    const bundle = bundleOf('single', textOf(makeBusy([5])));
    const options = scanOptions(resolveOptions({ fps: 20 }), 1);
    const subject = await createSubject(bundle, 1);
    const plan = planCheck(subject, options);
    for (const stretches of [[], [{ clip: 0, from: 3, to: 60 }]]) {
      const unit = { asset: bundle.hash, options, stretches };
      const answer = await answerTask(createAssetCache(), { kind: 'unit', bundle, unit });
      expect(JSON.stringify(resultOf(answer))).toBe(JSON.stringify(resultOf(checkUnit(unit, plan))));
    }
  });

  it('share the sample where they meet, and leave none out', () => {
    const size = sizeOf([400, 3, 90_000, 1, 55], 5000);
    const options = { clips: [] };
    const stretches = cutUnits(size, options).flatMap(unit => unit.stretches);
    for (const [clip, { cuts }] of size.clips.entries()) {
      const own = stretches.filter(stretch => stretch.clip === clip);
      expect(own[0].from).toBe(0);
      expect(own[own.length - 1].to).toBe(cuts[cuts.length - 1].sample);
      for (let k = 1; k < own.length; k++) expect(own[k].from).toBe(own[k - 1].to);
    }
  });

  it('are of similar cost: long clips are cut, short ones go together, and one pose is a unit too', () => {
    const size = sizeOf([90_000, ...Array.from({ length: 20_000 }, () => 2), 1], 1000);
    const [plan, ...units] = cutUnits(size, { clips: [] });
    expect(plan.stretches).toEqual([]);
    expect(units.length).toBeLessThan(300);
    for (const { seconds } of units) expect(seconds).toBeLessThan(1.05);
    expect(units[units.length - 1].stretches.pop()).toEqual({ clip: 20_001, from: 0, to: 0 });
    expect(cutUnits(size, { clips: ['clip 7'] }).flatMap(unit => unit.stretches)).toEqual([
      { clip: 7, from: 0, to: 1 },
    ]);
  });

  it('belong to exactly one shard each, and shards cost about the same', () => {
    const random = createRandom(5);
    const units = Array.from({ length: 30 }, () =>
      Array.from({ length: 1 + Math.floor(9 * random()) }, () => ({ stretches: [], seconds: 0.1 + random() })),
    );
    const total = units.flat().reduce((sum, { seconds }) => sum + seconds, 0);
    for (const count of [1, 2, 7, 500]) {
      const owners = units.map(list => list.map(() => 0));
      for (let index = 1; index <= count; index++) {
        let cost = 0;
        chooseUnits(units, { index, count }).forEach((numbers, k) => {
          for (const u of numbers) {
            owners[k][u]++;
            cost += units[k][u].seconds;
          }
        });
        expect(cost).toBeLessThan(total / count + 1.2);
      }
      expect(owners.flat().every(owner => owner === 1)).toBe(true);
    }
  });

  it('that are missing leave a gap: findings end where nobody looked on, and the clip says what is missing', async () => {
    const bundle = bundleOf('single', textOf(makeBusy([12])));
    const options = resolveOptions({});
    const subject = await createSubject(bundle, 1);
    const plan = planCheck(subject, options);
    const size = cutAt(sizeSubject(subject, scanOptions(options, 1)), subject, 36);
    const stretches = listStretches(size, 0);
    const report = (isMissing: (stretch: Stretch) => boolean) => {
      const unit = { asset: bundle.hash, options: scanOptions(options, 1), stretches };
      const results = new Map(
        resultOf(checkUnit(unit, plan))
          .stretches.map((result, k) => [keyOfStretch(stretches[k]), result] as const)
          .filter((_, k) => !isMissing(stretches[k])),
      );
      const failures = new Map(stretches.map(stretch => [keyOfStretch(stretch), 'the light went out']));
      return assembleAsset('asset', { size, planSummary: summarisePlan(plan), results, failures }, options).clips[0];
    };
    const whole = report(() => false);
    expect(whole.error).toBeUndefined();
    const part = report(({ from }) => from === 36 || from === 72 || from === 108 || from === 180);
    expect(part.error).toBe('not checked from 1.200 to 4.800 s, from 6.000 to 7.200 s: the light went out');
    expect(part.findings.map(({ start }) => start)).toContain(4.8); // it had begun before, but nobody saw it
    const gaps = [
      [1.2, 4.8],
      [6, 7.2],
    ];
    for (const { start, end } of part.findings) {
      for (const [from, to] of gaps) expect(Math.min(end, to) - Math.max(start, from)).toBeLessThanOrEqual(1e-6);
      const isWithin = whole.findings.some(found => found.start <= start + 1e-6 && found.end >= end - 1e-6);
      expect(isWithin).toBe(true);
    }
    const none = report(() => true);
    expect([none.error, none.findings]).toEqual(['not checked: the light went out', []]);
  });
});

describe('what others wrote', () => {
  it('is refused if it has not the form of a result', async () => {
    const bundle = bundleOf('single', textOf(makeBusy([5])));
    const options = scanOptions(resolveOptions({}), 1);
    const unit = { asset: bundle.hash, options, stretches: [{ clip: 0, from: 0, to: 60 }] };
    const result = throughJson(resultOf(await answerTask(createAssetCache(), { kind: 'unit', bundle, unit })));
    expect(isResultOf(unit, result)).toBe(true);
    // biome-ignore lint/suspicious/noExplicitAny: anything is put into it
    const measuredIn = (value: any) => value.stretches[0].contacts.find((contact: any) => contact.measured).measured;
    // biome-ignore lint/suspicious/noExplicitAny: anything is put into it
    const wrong: ((value: any) => void)[] = [
      value => value.stretches.pop(),
      value => value.stretches.push(value.stretches[0]),
      value => (value.stretches[0].samples = -1),
      value => (value.stretches[0].samples = '3'),
      value => (value.stretches[0].deviation = null),
      value => (value.stretches[0].contacts[0].regionA = 0.5),
      value => (value.stretches[0].contacts[0].point = [1, 2]),
      value => (measuredIn(value).point = [1, 2]),
      value => (measuredIn(value).depthBy = 'magic'),
      value => delete measuredIn(value).depth,
      value => delete value.stretches[0].contacts[0].time,
      value => (value.stretches[0].changes[0].kind = 'pause'),
      value => (value.stretches[0].extra = 1),
      value => (value.planSummary = {}),
    ];
    for (const change of wrong) {
      const broken = throughJson<UnitResult>(result);
      change(broken);
      expect(isResultOf(unit, broken)).toBe(false);
    }
    for (const value of [null, 3, 'x', [], {}, { stretches: 'x' }]) expect(isResultOf(unit, value)).toBe(false);
    expect(isPart({ ...result, format: 'poseclash-part' })).toBe(false);
  });

  it('is refused if it is no unit', () => {
    const options = scanOptions(resolveOptions({}), 1);
    const unit = { asset: 'a'.repeat(64), options, stretches: [{ clip: 0, from: 0, to: 60 }] };
    expect(isUnit(unit)).toBe(true);
    expect(isUnit({ ...unit, asset: '../../etc/passwd' })).toBe(false);
    expect(isUnit({ ...unit, file: '/etc/passwd' })).toBe(false);
    expect(isUnit({ ...unit, stretches: [{ clip: 0, from: 9, to: 3 }] })).toBe(false);
    expect(isUnit({ ...unit, stretches: [{ clip: -1, from: 0, to: 3 }] })).toBe(false);
    expect(isUnit({ ...unit, options: { ...options, fps: 1e9 } })).toBe(false);
    expect(isUnit({ ...unit, options: { ...options, code: 'x' } })).toBe(false);
  });
});

/** Clips with so many samples each, at 30 a second, cut as `sizeSubject` does. */
function sizeOf(samples: number[], triangles: number): AssetSize {
  const mesh = { positions: new Float64Array(0), triangles: new Uint32Array(3 * triangles) };
  const clips = samples.map((count, c) => ({ name: `clip ${c}`, start: 0, end: (count - 1) / 30, poseAt: () => {} }));
  const size = sizeSubject(
    { bodies: [{ mesh }], clips } as unknown as Parameters<typeof sizeSubject>[0],
    scanOptions(resolveOptions({}), 1),
  );
  expect(size.triangles).toBe(triangles);
  expect(estimateSeconds(triangles, 10)).toBeGreaterThan(0);
  return size;
}
