import type { Reporter, TestCase, TestSuite, Vitest } from 'vitest/node';
import { CHROMIUM, REDIS } from './needs.ts';

/** What was not run, and why. */
export interface Skip {
  file: string;
  name: string;
  why: string;
}

/** A skip for want of these fails the run where CI is set: there they can be had, and nobody would read the list. */
const MUST_BE_THERE = [CHROMIUM, REDIS];

/**
 * Prints after everything else which tests were skipped and why: a run that is green because it left something out should not
 * look like one that did everything. Says nothing when only some tests were asked for.
 */
export function createSkipReporter(): Reporter {
  let vitest: Vitest | null = null;
  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunEnd(modules) {
      if (!vitest || vitest.config.testNamePattern) return;
      const skips = modules.flatMap(module => listSkips(module.children, module.relativeModuleId));
      const isFailure = !!process.env.CI && skips.some(({ why }) => MUST_BE_THERE.includes(why));
      if (isFailure) process.exitCode = 1;
      vitest.logger.log(tellSkips(skips, isFailure));
    },
  };
}

/** One line for a group that was skipped as a whole; it may have no tests, if they are one for each file of a missing folder. */
function listSkips(children: Iterable<TestCase | TestSuite>, file: string): Skip[] {
  const skips: Skip[] = [];
  for (const child of children) {
    const isSuite = child.type === 'suite';
    const isSkipped = isSuite ? child.options.mode === 'skip' : child.result().state === 'skipped';
    if (isSkipped) skips.push({ file, name: child.fullName, why: whyOf(child) });
    else if (isSuite) skips.push(...listSkips(child.children, file));
  }
  return skips;
}

function whyOf(child: TestCase | TestSuite): string {
  const note = child.type === 'test' ? (child.result() as { note?: string }).note : undefined;
  return child.meta().needs ?? note ?? 'a reason: none is given';
}

/** By what is missing. */
export function tellSkips(skips: readonly Skip[], isFailure: boolean): string {
  if (skips.length === 0) return 'Nothing was skipped.';
  const reasons = [...new Set(skips.map(({ why }) => why))].sort();
  const lines = reasons.flatMap(why => [
    `  for want of ${why}:`,
    ...skips.filter(skip => skip.why === why).map(({ file, name }) => `    ${file} > ${name}`),
  ]);
  const verdict = isFailure ? [`Failed: where CI is set, these must be there: ${MUST_BE_THERE.join('; ')}.`] : [];
  return ['Skipped:', ...lines, ...verdict].join('\n');
}
