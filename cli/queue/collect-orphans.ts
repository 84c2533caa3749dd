import type { Connection } from './connect.ts';
import { forgetQueue, listQueues, openQueue } from './open-queue.ts';
import { listRuns } from './run-table.ts';

/**
 * Removes jobs whose run is gone, of whatever version: nobody will ask for them. Queues of other versions that are empty then go
 * with them.
 */
export async function collectOrphans(connection: Connection, own: string): Promise<void> {
  const { redis } = connection;
  const runs = new Set(await listRuns(redis));
  for (const { name } of await listQueues(redis)) {
    const queue = openQueue(connection, name);
    const ids = await redis.lrange(`bull:${name}:wait`, 0, -1);
    const orphans = ids.filter(id => !runs.has(id.split('-')[0]));
    for (const id of orphans) await queue.remove(id);
    const { waiting, active } = await queue.getJobCounts('waiting', 'active');
    if (name !== own && waiting === 0 && active === 0) {
      await forgetQueue(redis, name);
      await queue.obliterate({ force: true });
    }
    await queue.close();
  }
}
