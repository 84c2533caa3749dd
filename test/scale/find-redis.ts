import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findProgram } from '../find-program.ts';

/** A Redis server to test against, or null: the one `REDIS_SERVER` names, else one on the path. */
export function findRedis(): string | null {
  return findProgram('REDIS_SERVER', ['redis-server']);
}

export interface RedisServer {
  url: string;
  port: number;
  /** Ends it at once, as a loss of power does. What it was told is on disk. */
  kill(): Promise<void>;
  /** Starts it again where it was, with what it knew. */
  restart(): Promise<void>;
}

/**
 * On the loopback address, with `moreFlags`, which may use the port and the next one. Redis cannot choose a free port itself, and a port that is free now may be taken when it starts; so a
 * server that ends is started on another one, and one that answers is asked whether it is the one that was started here.
 */
export async function startRedis(
  command: string,
  folder: string,
  moreFlags: (port: number) => string[] = () => [],
): Promise<RedisServer> {
  const data = mkdtempSync(join(folder, 'redis-'));
  for (let tries = 0; tries < 50; tries++) {
    const port = choosePort();
    const start = (): Promise<ChildProcess | null> => startOn(port, command, data, moreFlags(port));
    let server = await start();
    if (server === null) continue;
    return {
      url: `redis://127.0.0.1:${port}`,
      port,
      async kill() {
        const ended = once(server!, 'exit');
        server!.kill('SIGKILL');
        await ended;
      },
      async restart() {
        do server = await start();
        while (server === null);
      },
    };
  }
  throw new Error(`${command} does not start`);
}

/** Below the ports that systems give to those who ask for any, so that nobody takes it while the server is away. */
function choosePort(): number {
  return 15_000 + Math.floor(15_000 * Math.random());
}

/** The server when it answers; null if it ended before. */
async function startOn(port: number, command: string, data: string, moreFlags: string[]): Promise<ChildProcess | null> {
  const flags = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'yes',
    '--dir',
    data,
    ...moreFlags,
  ];
  const server = spawn(command, flags, { stdio: 'ignore' });
  const end = (): boolean => server.kill('SIGKILL');
  process.once('exit', end);
  server.once('exit', () => process.off('exit', end));
  while (server.exitCode === null && server.signalCode === null) {
    if ((await askProcess(port)) === server.pid) return server;
    await setTimeout(50);
  }
  return null;
}

/** The number of the process that answers there, if any. */
async function askProcess(port: number): Promise<number | null> {
  const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    return Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
  } catch {
    return null;
  } finally {
    client.disconnect();
  }
}
