import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { usageError } from '../io.ts';

/** One name for all: units carry all they need, so there is no reason for a second queue. */
export const QUEUE = 'poseclash';

/** A packed bundle must fit into a value of Redis, which ends at 512 MB, and should not fill its memory. */
export const MOST_PACKED = 256 * 2 ** 20;

export interface Connection {
  bullmq: typeof import('bullmq');
  redis: Redis;
  /** For BullMQ, which makes connections of its own. */
  options: { url: string; maxRetriesPerRequest: null };
}

/** Connects, or says in a line why not. The two packages are optional: whoever needs no queue need not install them. */
export async function connect(url: string): Promise<Connection> {
  if (!/^rediss?:\/\//.test(url))
    throw usageError(`--redis is '${hidePassword(url)}'; give one such as redis://host:6379.`);
  const { bullmq, Client } = await load();
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 3,
    retryStrategy: times => (times > 3 ? null : 200 * times),
  });
  let why = '';
  redis.on('error', (error: NodeJS.ErrnoException) => {
    why = error.code ?? error.message;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw usageError(`--redis: ${hidePassword(url)} does not answer (${why || (error as Error).message}).`);
  }
  return { bullmq, redis, options: { url, maxRetriesPerRequest: null } };
}

async function load(): Promise<{ bullmq: typeof import('bullmq'); Client: typeof Redis }> {
  try {
    return { bullmq: await import('bullmq'), Client: (await import('ioredis')).Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw usageError('the queue needs two packages that are not installed: npm install bullmq ioredis');
  }
}

export function openQueue({ bullmq, options }: Connection): Queue {
  const queue = new bullmq.Queue(QUEUE, { connection: options });
  queue.on('error', () => {}); // it tries again; what matters is told by what asks
  return queue;
}

export function hidePassword(url: string): string {
  return url.replace(/(\/\/[^/@]*:)[^/@]*@/, '$1***@');
}

export function assetKey(hash: string): string {
  return `poseclash:asset:${hash}`;
}

export function runKey(run: string): string {
  return `poseclash:run:${run}`;
}
