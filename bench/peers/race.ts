import { foldHashes, measureInterleaved } from '../harness/measure.ts';
import { type BenchOptions, formatTable, type Report } from '../harness/report.ts';
import { hashSigned, type Method } from './method.ts';
import type { Body, Situation } from './situations.ts';

/** Several methods for one body in one situation, with the ms each took per frame. The first is ours. */
export interface Race {
  body: Body;
  situation: Situation;
  methods: readonly Method[];
  times: number[];
  /** Asked for: so many times as fast as the best method of a kind, at least. */
  asked: Partial<Record<Method['kind'], number>>;
}

/** Methods take turns, round after round; those that are slow by far are asked few frames, once. */
export function race(body: Body, situation: Situation, methods: readonly Method[], rounds: number): Race {
  const [a, b] = situation.poses;
  const times = new Array<number>(methods.length);
  const isFast = (method: Method): boolean => method.kind !== 'class';
  const fast = methods.filter(isFast);
  const contenders = fast.map(method => ({
    run: () => {
      for (let k = 0; k < a.length; k++) method.findPairs(a[k], b[k]);
    },
  }));
  measureInterleaved(contenders, rounds, 2).forEach((time, f) => {
    times[methods.indexOf(fast[f])] = time / a.length;
  });
  methods.forEach((method, m) => {
    if (isFast(method)) return;
    const some = body.mesh.triangles.length > 3e6 ? 1 : 3;
    const start = performance.now();
    for (let k = 0; k < some; k++) method.findPairs(a[k], b[k]);
    times[m] = (performance.now() - start) / some;
  });
  return { body, situation, methods, times, asked: {} };
}

/**
 * Compares the answers of a race and adds up. To be called after all measuring: it widens the methods to 64 bits, since with
 * vertices in 32 some pairs in ten thousand would differ, and code that has met both kinds of arrays is slower.
 */
export function judge({ body, situation, methods, times, asked }: Race, { print }: BenchOptions, report: Report): void {
  const [a, b] = situation.poses;
  const frames = Math.min(a.length, body.mesh.triangles.length > 3e6 ? 2 : 8);
  let pairs = 0;
  const hashes = methods.map((method, m) => {
    method.widen();
    return foldHashes(
      Array.from({ length: frames }, (_, k) => {
        const found = method.findPairs(a[k], b[k]);
        if (m === 0) pairs += found.length / 2 / frames;
        return hashSigned(found, method.signatures);
      }),
    );
  });
  const scene = `${body.name}, ${situation.name}`;
  print(`\n${scene}: ${a.length} poses in turn, ${pairs.toFixed(0)} pairs touch on average\n`);
  const table: (string | number)[][] = [['method', 'ms a frame', 'ours is faster', 'answer']];
  methods.forEach(({ name }, m) => {
    table.push([name, times[m].toFixed(times[m] < 1 ? 4 : 2), times[m] / times[0], hashes[m]]);
    const row = { bench: 'peers', scene, method: name, metric: 'time per frame', unit: 'ms', value: times[m] };
    report.rows.push({ ...row, resultHash: hashes[m] });
  });
  for (const line of formatTable(table)) print(line);
  for (const [kind, atLeast] of Object.entries(asked)) {
    const rivals = methods.flatMap((method, m) => (method.kind === kind ? [m] : []));
    const differing = rivals.filter(m => hashes[m] !== hashes[0]);
    for (const m of differing) print(`${methods[m].name}: answers differ from ours; not compared`);
    const best = Math.min(...rivals.filter(m => !differing.includes(m)).map(m => times[m]));
    report.targets.push({ name: `${scene}: over ${kindNames[kind]}`, value: best / times[0], unit: 'x', atLeast });
  }
}

const kindNames: Record<string, string> = { linear: 'the best linear method', peer: 'the best on three-mesh-bvh' };
