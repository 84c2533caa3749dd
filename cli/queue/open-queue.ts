import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Connection } from './connect.ts';
import { type Key, nameKey } from './seal.ts';

/** Where the names of all queues are, each with what its workers run on, for people. */
const QUEUES = 'poseclash:queues';

/** Events are for those who watch a queue live; nobody does, and each would hold a few hundred bytes. */
const MOST_EVENTS = 10;

/**
 * The queue of those who compute the same and share a key. What is computed by other code, packages or Node could differ, so a
 * worker sees only the jobs it may do.
 */
export function nameQueue(engine: string, key: Key): string {
  const name = nameKey(key);
  return `poseclash-${engine}${name === '' ? '' : `-${name}`}`;
}

/** Speaks through the connection there is; whoever ends that ends this. */
export function openQueue({ bullmq, redis }: Connection, name: string): Queue {
  const queue = new bullmq.Queue(name, { connection: redis, streams: { events: { maxLen: MOST_EVENTS } } });
  queue.on('error', () => {}); // it tries again; what matters is told by what asks
  return queue;
}

/** Lets others know of this queue. */
export async function announceQueue(redis: Redis, name: string): Promise<void> {
  await redis.hset(QUEUES, name, `Node ${process.version}`);
}

export async function listQueues(redis: Redis): Promise<{ name: string; runsOn: string }[]> {
  return Object.entries(await redis.hgetall(QUEUES)).map(([name, runsOn]) => ({ name, runsOn }));
}

export async function forgetQueue(redis: Redis, name: string): Promise<void> {
  await redis.hdel(QUEUES, name);
}

/** Warnings about units that wait in other queues: this worker leaves them alone. */
export async function listOthers(connection: Connection, own: string): Promise<string[]> {
  const warnings: string[] = [];
  for (const { name, runsOn } of await listQueues(connection.redis)) {
    if (name === own) continue;
    const count = await countWaiting(connection.redis, name);
    const units = count === 1 ? '1 unit waits' : `${count} units wait`;
    if (count > 0) warnings.push(`${units} for workers of another version or key (${name}, ${runsOn}; this is ${own})`);
  }
  return warnings;
}

async function countWaiting(redis: Redis, name: string): Promise<number> {
  return redis.llen(`bull:${name}:wait`);
}
