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
  /** For workers, each of which has connections of its own. */
  options: { url: string; maxRetriesPerRequest: null; retryStrategy: (times: number) => number };
}

/** Milliseconds before a connection is tried again: Redis is asked once a second while it is away, however long that is. */
const pauseBefore = (times: number): number => Math.min(200 * times, 1000);

/** Tries of the first connection: a wrong address should be told soon. */
const FIRST_TRIES = 3;

/**
 * Connects, or says in a line why not. Once there was a connection, it is made again for as long as the program runs, and
 * commands wait for it; `warn` is told when Redis goes away and when it is back. The two packages are optional: whoever needs no
 * queue need not install them.
 */
export async function connect(url: string, warn: (text: string) => void = () => {}): Promise<Connection> {
  if (!/^rediss?:\/\//.test(url))
    throw usageError(`--redis is '${hidePassword(url)}'; give one such as redis://host:6379.`);
  const { bullmq, Client } = await load();
  if (!isAddress(url))
    throw usageError(`--redis: '${hidePassword(url)}' is no address; signs in a password are written as %40.`);
  let wasReady = false;
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: null,
    retryStrategy: times => (wasReady || times <= FIRST_TRIES ? pauseBefore(times) : null),
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
  wasReady = true;
  tellOutages(redis, hidePassword(url), warn);
  return { bullmq, redis, options: { url, maxRetriesPerRequest: null, retryStrategy: pauseBefore } };
}

function tellOutages(redis: Redis, name: string, warn: (text: string) => void): void {
  let isAway = false;
  redis.on('reconnecting', () => {
    if (!isAway) warn(`poseclash: ${name} is away; waiting for it`);
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) warn(`poseclash: ${name} is back`);
    isAway = false;
  });
}

async function load(): Promise<{ bullmq: typeof import('bullmq'); Client: typeof Redis }> {
  try {
    return { bullmq: await import('bullmq'), Client: (await import('ioredis')).Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw usageError('the queue needs two packages that are not installed: npm install bullmq ioredis');
  }
}

/** Speaks through the connection there is; whoever ends that ends this. */
export function openQueue({ bullmq, redis }: Connection): Queue {
  const queue = new bullmq.Queue(QUEUE, { connection: redis });
  queue.on('error', () => {}); // it tries again; what matters is told by what asks
  return queue;
}

/** Whether Redis is there or away: what still waits for its answer fails. */
export async function disconnect({ redis }: Connection, queue: Queue): Promise<void> {
  redis.disconnect();
  await queue.close();
}

/** The clients throw what they cannot parse, with all of it in the trace. */
function isAddress(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Up to the last '@', as passwords may hold one; of those in the query too. For addresses, and texts with addresses in them. */
export function hidePassword(text: string): string {
  return text
    .replaceAll(/(\/\/[^\s:@/]*):[^\s]*@/g, '$1:***@')
    .replaceAll(/([?&](?:password|auth)=)[^\s&#]*/gi, '$1***');
}

export function assetKey(hash: string): string {
  return `poseclash:asset:${hash}`;
}

export function runKey(run: string): string {
  return `poseclash:run:${run}`;
}
