import { byId } from './by-id.ts';
import { createPlot } from './plot.ts';
import type { Counters } from './protocol.ts';
import { sayCount, sayRatio, sayTime, workRatio } from './say.ts';

export interface Numbers {
  show(counters: Counters): void;
  /** Forgets what the plot has seen. */
  clear(): void;
}

/** Times jump about; what is written is the middle one of so many. */
const MIDDLE_OF = 9;

/** The table of what a frame took, and the plot of its time. */
export function createNumbers(): Numbers {
  const plot = createPlot(byId<HTMLCanvasElement>('plot'));
  let times: [ours: number, linear: number][] = [];
  const write = (id: string, text: string): void => {
    byId(id).textContent = text;
  };
  return {
    show(counters) {
      times = [...times, [counters.milliseconds, counters.linearMilliseconds] as [number, number]].slice(-MIDDLE_OF);
      const ours = middleOf(times.map(row => row[0]));
      const isCompared = Number.isFinite(counters.linearMilliseconds);
      const linear = isCompared ? middleOf(times.map(row => row[1])) : Number.NaN;
      const [ratio, words] = sayRatio(workRatio(counters), linear / ours);
      write('ratio', ratio);
      write('ratio-words', words);
      write('vertices', sayCount(counters.vertices));
      write('all-vertices', sayCount(counters.allVertices));
      write('refits', sayCount(counters.refits));
      write('all-volumes', sayCount(counters.allVolumes));
      write('volume-tests', sayCount(counters.volumeTests));
      write('triangle-tests', sayCount(counters.triangleTests));
      write('milliseconds', sayTime(ours));
      write('linear-milliseconds', sayTime(linear));
      plot.add(counters.milliseconds, counters.linearMilliseconds);
    },
    clear() {
      times = [];
      plot.clear();
    },
  };
}

function middleOf(values: readonly number[]): number {
  const known = values.filter(Number.isFinite).sort((a, b) => a - b);
  return known.length === 0 ? Number.NaN : known[known.length >> 1];
}
