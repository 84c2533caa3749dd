import { spawnSync } from 'node:child_process';
import { findRedis } from './scale/find-redis.ts';
import { findChromium } from './three/find-chromium.ts';

/**
 * Runs once before all tests. On machines made for a test (CI is set, and we may install) it installs what some tests need and
 * cannot bring along: a browser and a Redis server. Anywhere else, and where it fails, those tests are skipped.
 */
export default function installPrograms(): void {
  if (!process.env.CI || process.getuid?.() !== 0) return;
  const missing = [findChromium() === null ? 'chromium' : '', findRedis() === null ? 'redis-server' : ''].filter(
    Boolean,
  );
  if (missing.length === 0) return;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update'], { ...options, timeout: 60_000 });
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { ...options, timeout: 180_000 });
  const left = missing.filter(name => (name === 'chromium' ? findChromium() : findRedis()) === null);
  if (left.length > 0) process.stderr.write(`tests that need ${left.join(' and ')} are skipped: not installed\n`);
}
