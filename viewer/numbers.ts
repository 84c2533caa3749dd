import { byId } from './by-id.ts';
import { createPlot } from './plot.ts';
import type { Frame, ViewOptions } from './protocol.ts';
import { sayCount, sayFound, sayHeadline, sayMoved, sayTime } from './say.ts';
import { addTimes, finestTime, NO_TIMES, summarise, type Times } from './times.ts';

export interface Numbers {
  /** `compares`: whether moving everything is wanted, even if it was not measured in this frame. */
  show(frame: Frame, options: Pick<ViewOptions, 'compares' | 'isSplit'>): void;
  /** Forgets what the plot has seen. */
  clear(): void;
}

/** The table of what a frame took, and the plot of its time. */
export function createNumbers(): Numbers {
  const plot = createPlot(byId<HTMLCanvasElement>('plot'));
  const finest = finestTime(() => performance.now());
  let times: Times = NO_TIMES;
  /** The last frame for which everything was moved, or the last of all if that is not wanted. */
  let rival: Pick<Frame, 'step' | 'counters' | 'contacts'> | null = null;
  const write = (id: string, text: string): void => {
    byId(id).textContent = text;
  };
  return {
    show({ step, counters, contacts }, { compares, isSplit }) {
      const isTimed = counters.allVertices + counters.allVolumes > 0;
      if (!compares) times = { ...times, measured: [] };
      if (!compares || !Number.isNaN(counters.linearVolumeTests)) rival = { step, counters, contacts };
      if (isTimed) {
        times = addTimes(times, [counters.milliseconds, counters.linearMilliseconds]);
        plot.add(counters.milliseconds, counters.linearMilliseconds);
      }
      const { ours, linear, ratio } = summarise(times, finest);
      const [figure, words] = sayHeadline(rival?.step === step ? rival.counters : counters, contacts, ratio);
      write('ratio', figure);
      write('ratio-words', words);
      write('vertices', sayCount(counters.vertices));
      write('all-vertices', sayCount(counters.allVertices));
      write('refits', sayCount(counters.refits));
      write('all-volumes', sayCount(counters.allVolumes));
      write('volume-tests', sayCount(counters.volumeTests));
      write('triangle-tests', sayCount(counters.triangleTests));
      write('linear-volume-tests', sayCount(rival?.counters.linearVolumeTests ?? Number.NaN));
      write('linear-triangle-tests', sayCount(rival?.counters.linearTriangleTests ?? Number.NaN));
      byId('halves').hidden = !isSplit;
      write('half-ours', sayMoved(counters.vertices, counters.refits));
      write(
        'half-linear',
        sayMoved(counters.allVertices, counters.allVolumes) +
          (rival?.step === step ? sayFound(rival.counters, contacts) : ''),
      );
      write('milliseconds', sayTime(isTimed ? ours : Number.NaN, finest));
      write('linear-milliseconds', sayTime(isTimed ? linear : Number.NaN, finest));
    },
    clear() {
      times = NO_TIMES;
      rival = null;
      plot.clear();
    },
  };
}
