import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../three/find-chromium.ts';

export const executablePath = findChromium();

/**
 * A browser that draws without a graphics card and asks nobody for anything. Edges of drawings are not smoothed: four samples a
 * pixel take four times as long to shade, and no test looks at edges.
 */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? undefined,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', '--no-first-run', '--webgl-antialiasing-mode=none'],
    ],
  });
}
