import type { SelfMethod } from './self-methods.ts';

/** What a method takes for a step, in ms of CPU, whole and in parts; and what it counts. */
export interface Times {
  all: number;
  update: number;
  look: number;
  walk: number;
  tests: number;
  stats: { volumeTests: number; insideTests: number; candidates: number; featureTests: number };
}

/**
 * The least over rounds of the mean over steps, methods in turn: what else the machine does only ever adds. Walk and tests are
 * differences of what was timed: 0 is less than the noise of that.
 */
export function timeMethods(methods: SelfMethod[], steps: number[], rounds: number): Times[] {
  const least = methods.map(() => ({ all: Infinity, update: Infinity, look: Infinity, dry: Infinity }));
  const stats: Times['stats'][] = [];
  for (let round = -1; round < rounds; round++) {
    methods.forEach((method, m) => {
      const time = { all: 0, update: 0, look: 0, dry: 0 };
      const before = { ...method.stats, inside: method.intraTests?.() ?? 0 };
      for (const step of steps) {
        method.prepare(step);
        time.all += clock(() => method.find());
      }
      stats[m] = {
        volumeTests: (method.stats.volumeTests - before.volumeTests) / steps.length,
        insideTests: ((method.intraTests?.() ?? 0) - before.inside) / steps.length,
        candidates: (method.stats.candidates - before.candidates) / steps.length,
        featureTests: (method.stats.featureTests - before.featureTests) / steps.length,
      };
      for (const step of steps) {
        method.prepare(step);
        time.update += clock(() => method.update());
        time.look += clock(() => method.look());
        method.prepare(step);
        time.dry += clock(() => method.traverse());
      }
      if (round < 0) return;
      for (const part of ['all', 'update', 'look', 'dry'] as const) {
        least[m][part] = Math.min(least[m][part], time[part] / steps.length);
      }
    });
  }
  return least.map(({ all, update, look, dry }, m) => ({
    all,
    update,
    look,
    walk: Math.max(0, dry - update - look),
    tests: Math.max(0, all - dry),
    stats: stats[m],
  }));
}

/** CPU time in ms: what others take of the cores is not in it. */
export function clock(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
