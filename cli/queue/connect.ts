import type { Redis } from 'ioredis';
import { hidePassword } from '../hide-password.ts';
import { isUsageError, usageError } from '../io.ts';
import type { Patience } from '../store/patience.ts';

export interface Connection {
  bullmq: typeof import('bullmq');
  redis: Redis;
  /** For people. */
  name: string;
  /** For workers, each of which has connections of its own. */
  options: { url: string; maxRetriesPerRequest: null; retryStrategy: (times: number) => number };
  /** Resolved when Redis was away for longer than there was patience; nothing is asked any more then. */
  lost: Promise<void>;
}

/** Milliseconds before a connection is tried again: Redis is asked once a second while it is away. */
const pauseBefore = (times: number): number => Math.min(200 * times, 1000);

/**
 * The errors of a server that is being started, or is away for a moment. A name that nobody knows, a wrong password or a
 * certificate that is not trusted stays wrong however long one waits, and is told at once.
 */
const PASSING = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

/**
 * Connects, or says in a line why not. The connection is made again for as long as there is patience, the first one too: a
 * machine may be up before Redis is. Commands wait for it; `warn` is told when Redis is away and when it is back. The two
 * packages are optional: whoever needs no queue need not install them.
 */
export async function connect(url: string, { seconds, warn, signal }: Patience): Promise<Connection> {
  if (!/^rediss?:\/\//.test(url))
    throw usageError(`--redis is '${hidePassword(url)}'; give one such as redis://host:6379.`);
  const { bullmq, Client } = await load();
  if (!isAddress(url))
    throw usageError(`--redis: '${hidePassword(url)}' is no address; signs in a password are written as %40.`);
  const name = hidePassword(url);
  let wasReady = false;
  let awaySince: number | null = null;
  let why = ''; // of the last try; a connection that is closed without a word has none
  const hasPatience = (): boolean =>
    seconds > 0 && (awaySince === null || performance.now() - awaySince <= 1000 * seconds);
  const mayPass = (): boolean => wasReady || why === '' || PASSING.includes(why);
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: null,
    retryStrategy: times => (mayPass() && hasPatience() ? pauseBefore(times) : null),
  });
  redis.on('error', (error: NodeJS.ErrnoException) => {
    why = error.code ?? error.message;
  });
  redis.on('reconnecting', () => {
    if (awaySince === null)
      warn(`poseclash: ${name} is away${wasReady || why === '' ? '' : ` (${why})`}; waiting for it`);
    awaySince ??= performance.now();
    why = '';
  });
  redis.on('ready', () => {
    if (awaySince !== null) warn(`poseclash: ${name} is back`);
    wasReady = true;
    awaySince = null;
  });
  try {
    await untilReady(redis, signal);
  } catch (error) {
    redis.disconnect();
    throw usageError(`--redis: ${name} does not answer (${why || (error as Error).message}).`);
  }
  const lost = new Promise<void>(resolve => redis.once('end', () => awaySince !== null && resolve()));
  return { bullmq, redis, name, lost, options: { url, maxRetriesPerRequest: null, retryStrategy: pauseBefore } };
}

/** Until there is a connection; rejected when no more is tried. The promise of `connect` is about the first try only. */
function untilReady(redis: Redis, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new Error('stopped'));
    redis.once('ready', resolve);
    redis.once('end', () => reject(new Error('it closes the connection')));
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave);
    redis.connect().catch(() => {});
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

/**
 * Does something with a connection that is closed afterwards; if Redis is lost or refuses meanwhile, a line says so. What is used then
 * has the patience that is given, which ends with the connection.
 */
export async function withConnection<Answer>(
  url: string,
  patience: Patience,
  use: (connection: Connection, patience: Patience) => Promise<Answer>,
): Promise<Answer> {
  const connection = await connect(url, patience);
  const sayLost = (): never => {
    throw usageError(`--redis: ${connection.name} was away for more than ${patience.seconds} s (--patience).`);
  };
  const over = new AbortController();
  patience.signal?.addEventListener('abort', () => over.abort());
  void connection.lost.then(() => over.abort());
  try {
    const used = use(connection, { ...patience, signal: over.signal });
    return await Promise.race([used, connection.lost.then(sayLost)]);
  } catch (error) {
    if ((error as Error).message === 'Connection is closed.') return sayLost(); // what it was asked fails before
    if (isUsageError(error) || (error as Error).name !== 'ReplyError') throw error;
    throw usageError(`--redis: ${connection.name} refuses: ${(error as Error).message}.`);
  } finally {
    connection.redis.disconnect();
  }
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
