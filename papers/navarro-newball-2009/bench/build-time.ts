/** Runs the stages of a build, tells how far long ones are, and keeps how long each took. */
export interface Timer {
  time<T>(stage: string, run: (progress: (share: number) => void) => T): T;
  /** What the stages whose names begin like this took, in ms. */
  total(start: string): number;
}

/** A stage that takes longer than this, in ms, is heard of again at every quarter. */
const PATIENCE = 2000;

export function createTimer(print: (line: string) => void): Timer {
  const stages: { stage: string; time: number }[] = [];
  return {
    time(stage, run) {
      const start = performance.now();
      let quarters = 0;
      const result = run(share => {
        if (4 * share < quarters + 1) return;
        quarters = Math.floor(4 * share);
        if (performance.now() - start > PATIENCE && quarters < 4) print(`  ${stage}: ${25 * quarters} %`);
      });
      const time = performance.now() - start;
      stages.push({ stage, time });
      print(`  ${stage}: ${(time / 1000).toFixed(2)} s`);
      return result;
    },
    total: start => stages.reduce((sum, { stage, time }) => sum + (stage.startsWith(start) ? time : 0), 0),
  };
}
