import { Presets, SingleBar } from 'cli-progress';
import type { Io } from './io.ts';
import { inOneLine } from './subjects/one-line.ts';

export interface Bar {
  update(share: number, text: string): void;
  stop(): void;
}

/** A bar with the time that is left, on a terminal; nothing elsewhere. */
export function startBar(io: Io): Bar {
  if (!io.hasBar) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar(
    { format: '{bar} {percentage} %  {left}  {text}', barsize: 24, clearOnComplete: true, hideCursor: true, fps: 10 },
    Presets.shades_classic,
  );
  const began = process.hrtime.bigint();
  bar.start(1000, 0, { left: '', text: '' });
  return {
    update(share, text) {
      const seconds = Number(process.hrtime.bigint() - began) * 1e-9;
      const left = share > 0.02 ? `${formatTime((seconds * (1 - share)) / share)} left` : '';
      bar.update(Math.round(1000 * share), { left, text: inOneLine(text).slice(0, Math.max(10, io.width - 60)) });
    },
    stop: () => bar.stop(),
  };
}

function formatTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
