import type { Redis } from 'ioredis';
import type { Store } from './store.ts';

/** Redis keeps all it has in memory: a few hundred small files are no burden, large ones belong elsewhere. */
const MOST_BYTES = 4 * 2 ** 20;

/** Redis itself, for who has nothing else and small files only. It lets go of things by its own clock. */
export function createRedisStore(redis: Redis): Store {
  const keyOf = (hash: string): string => `poseclash:item:${hash}`;
  return {
    name: 'Redis',
    mostBytes: MOST_BYTES,
    read: hash => redis.getBuffer(keyOf(hash)),
    async write(hash, bytes, keep) {
      await redis.set(keyOf(hash), Buffer.from(bytes), 'PX', Math.ceil(1000 * keep));
    },
    async renew(hash, keep) {
      const milliseconds = Math.ceil(1000 * keep);
      const left = await redis.pttl(keyOf(hash));
      return left >= milliseconds || (await redis.pexpire(keyOf(hash), milliseconds)) === 1;
    },
    async remove(hash) {
      await redis.del(keyOf(hash));
    },
  };
}
