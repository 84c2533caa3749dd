import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findProgram } from '../find-program.ts';

/** A Redis server to test against, or null: the one `REDIS_SERVER` names, else one on the path. */
export function findRedis(): string | null {
  return findProgram('REDIS_SERVER', ['redis-server']);
}

/** On the loopback address and a free port, in memory only. */
export async function startRedis(command: string, folder: string): Promise<{ url: string; server: ChildProcess }> {
  const port = await findPort();
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn(command, flags, { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries++) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => {});
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    client.disconnect();
    if (answers) return { url, server };
    await setTimeout(50);
  }
  server.kill();
  throw new Error(`redis-server does not answer on port ${port}`);
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}
