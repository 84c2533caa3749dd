import { findProgram } from '../find-program.ts';

/** A Chromium to look at pages with, or null: the one `CHROMIUM` names, else one on the path. */
export function findChromium(): string | null {
  return findProgram('CHROMIUM', ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);
}
