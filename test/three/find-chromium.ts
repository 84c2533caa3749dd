import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A Chromium to look at pages with, or null: the one `CHROMIUM` names, else one on the path. With `INSTALL_CHROMIUM` set, as
 * on machines that are made for a test, one is installed first where apt-get can.
 */
export function findChromium(): string | null {
  const found = lookAround();
  if (found !== null || !process.env.INSTALL_CHROMIUM || process.getuid?.() !== 0) return found;
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return lookAround();
}

function lookAround(): string | null {
  const told = process.env.CHROMIUM;
  if (told) return existsSync(told) ? told : null;
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {}
  }
  return null;
}
