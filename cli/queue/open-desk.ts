import type { Command } from 'commander';
import { toNumber } from '../check-flags.ts';
import { type Io, usageError } from '../io.ts';
import { openStore } from '../store/open-store.ts';
import { PATIENCE, type Patience } from '../store/patience.ts';
import { type Connection, withConnection } from './connect.ts';
import type { Desk } from './enqueue.ts';
import { nameQueue, openQueue } from './open-queue.ts';
import { readKey } from './seal.ts';

/** The flags that say where the queue is. */
export interface QueueFlags {
  redis?: string;
  store?: string;
  patience?: number;
}

/** For every command that speaks with a queue. */
export function addQueueOptions(command: Command): Command {
  return command
    .option('--redis <url>', 'where Redis is, such as redis://host:6379 (REDIS_URL)')
    .option('--store <place>', 'where files and results are: a folder, s3://bucket/folder, https://host (Redis)')
    .option('--patience <seconds>', `wait so long for Redis or a store that is away (${PATIENCE})`, toPatience);
}

function toPatience(text: string): number {
  const value = toNumber(text);
  if (!(value >= 0 && value <= 1e9)) throw usageError(`--patience is ${text}; give seconds, up to 1000000000.`);
  return value;
}

/** Does something with the Redis that the flags name. */
export async function withRedis<Answer>(
  { redis, patience: seconds = PATIENCE }: QueueFlags,
  { warn }: Io,
  use: (connection: Connection, patience: Patience) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const url = redis ?? process.env.REDIS_URL;
  if (!url) throw usageError('--redis is missing; give one such as redis://host:6379, or set REDIS_URL.');
  return withConnection(url, { seconds, warn, signal }, use);
}

/** The same with the queue of this engine, and the store. */
export async function withDesk<Answer>(
  flags: QueueFlags,
  engine: string,
  io: Io,
  use: (desk: Desk) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const key = readKey(process.env);
  return withRedis(
    flags,
    io,
    async (connection, patience) => {
      const store = await openStore(flags.store ?? process.env.POSECLASH_STORE, connection.redis);
      const queue = openQueue(connection, nameQueue(engine, key));
      try {
        return await use({ connection, queue, store, key, patience });
      } finally {
        connection.redis.disconnect(); // whether Redis is there or away: what still waits for its answer fails
        await queue.close();
      }
    },
    signal,
  );
}
