/** As much of an event of Chromium's tracing as is read; times in us. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Time on the processor. */
  tdur?: number;
}

/**
 * The longest task of the thread that has set the marks `NAME-begin` and `NAME-end`, between them, in ms: by time on the processor, and by the
 * clock, which other programs add to; and how long all took.
 */
export function longestTask(events: readonly TraceEvent[], name: string): { cpu: number; wall: number; all: number } {
  const [begin, end] = ['begin', 'end'].map(which => events.find(event => event.name === `${name}-${which}`));
  if (!begin || !end) throw new Error(`longestTask: the trace has no marks of '${name}'.`);
  const tasks = events.filter(
    ({ name: what, pid, tid, ts, dur = 0 }) =>
      what === 'ThreadControllerImpl::RunTask' &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts + dur > begin.ts &&
      ts < end.ts,
  );
  if (tasks.length === 0) throw new Error(`longestTask: the trace has no task between the marks of '${name}'.`);
  return {
    cpu: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    wall: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    all: (end.ts - begin.ts) / 1000,
  };
}
