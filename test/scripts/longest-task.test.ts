import { describe, expect, it } from 'vitest';
import { longestTask, type TraceEvent } from '../../scripts/page-tasks/longest-task.ts';

const task = (ts: number, dur: number, tdur: number, tid = 1): TraceEvent => ({
  ...{ name: 'ThreadControllerImpl::RunTask', pid: 7 },
  ...{ ts, dur, tdur, tid },
});
const mark = (name: string, ts: number): TraceEvent => ({ name, pid: 7, tid: 1, ts });

describe('the longest task of a page', () => {
  const marks = [mark('build-begin', 1000), mark('build-end', 9000)];

  it('is that of its own thread between the marks, those at the marks included', () => {
    const others = [task(0, 900, 900), task(9500, 5000, 5000), task(2000, 4000, 4000, 2)];
    expect(longestTask([...others, ...marks, task(900, 300, 200), task(3000, 700, 100)], 'build')).toEqual({
      ...{ cpu: 0.2, wall: 0.7, all: 8 },
    });
    expect(longestTask([...marks, task(8900, 3000, 2500)], 'build')).toEqual({ cpu: 2.5, wall: 3, all: 8 });
  });

  it('is not 0 because nothing was traced', () => {
    expect(() => longestTask(marks, 'build')).toThrow('no task');
    expect(() => longestTask([task(1, 2, 3)], 'build')).toThrow('no marks');
  });
});
