import type { Connection } from './connect.ts';
import { forgetQueue, listQueues, openQueue } from './open-queue.ts';
import { listRuns } from './run-table.ts';

/** Seconds after which what is left of a queue that nobody uses is gone. */
const LEFT = 30 * 86_400;

/**
 * Removes jobs whose run is gone, of whatever version: nobody will ask for them. What BullMQ keeps of the queue of another version
 * when that is empty is given a time to go, and not removed: someone may just be about to fill it.
 */
export async function collectOrphans(connection: Connection, own: string): Promise<void> {
  const { redis } = connection;
  const runs = new Set(await listRuns(redis));
  for (const { name } of await listQueues(redis)) {
    const waiting = await redis.lrange(`bull:${name}:wait`, 0, -1);
    const orphans = waiting.filter(id => !runs.has(id.split('-')[0]));
    if (orphans.length > 0) await removeJobs(connection, name, orphans);
    const active = await redis.llen(`bull:${name}:active`);
    if (name === own || waiting.length > orphans.length || active > 0) continue;
    const rest = ['events', 'id', 'meta'].map(part => `bull:${name}:${part}`);
    for (const key of rest) if ((await redis.ttl(key)) === -1) await redis.expire(key, LEFT);
    if ((await redis.exists(...rest)) === 0) await forgetQueue(redis, name);
  }
}

async function removeJobs(connection: Connection, name: string, ids: readonly string[]): Promise<void> {
  const queue = openQueue(connection, name);
  for (const id of ids) await queue.remove(id);
  await queue.close();
}
