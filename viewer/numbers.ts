import { byId } from './by-id.ts';
import { createPlot } from './plot.ts';
import type { Frame } from './protocol.ts';
import { sayCount, sayHeadline, sayTime } from './say.ts';
import { addTimes, finestTime, NO_TIMES, summarise, type Times } from './times.ts';

export interface Numbers {
  /** `compares`: whether the time of moving everything is wanted, even if it was not measured in this frame. */
  show(frame: Frame, compares: boolean): void;
  /** Forgets what the plot has seen. */
  clear(): void;
}

/** The table of what a frame took, and the plot of its time. */
export function createNumbers(): Numbers {
  const plot = createPlot(byId<HTMLCanvasElement>('plot'));
  const finest = finestTime(() => performance.now());
  let times: Times = NO_TIMES;
  const write = (id: string, text: string): void => {
    byId(id).textContent = text;
  };
  return {
    show({ counters, contacts }, compares) {
      const isTimed = counters.allVertices > 0;
      if (!compares) times = { ...times, measured: [] };
      if (isTimed) {
        times = addTimes(times, [counters.milliseconds, counters.linearMilliseconds]);
        plot.add(counters.milliseconds, counters.linearMilliseconds);
      }
      const { ours, linear, ratio } = summarise(times, finest);
      const [figure, words] = sayHeadline(counters, contacts, ratio);
      write('ratio', figure);
      write('ratio-words', words);
      write('vertices', sayCount(counters.vertices));
      write('all-vertices', sayCount(counters.allVertices));
      write('refits', sayCount(counters.refits));
      write('all-volumes', sayCount(counters.allVolumes));
      write('volume-tests', sayCount(counters.volumeTests));
      write('triangle-tests', sayCount(counters.triangleTests));
      write('milliseconds', sayTime(isTimed ? ours : Number.NaN, finest));
      write('linear-milliseconds', sayTime(isTimed ? linear : Number.NaN, finest));
    },
    clear() {
      times = NO_TIMES;
      plot.clear();
    },
  };
}
