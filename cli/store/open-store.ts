import { resolve } from 'node:path';
import type { Redis } from 'ioredis';
import { hidePassword } from '../hide-password.ts';
import { usageError } from '../io.ts';
import { sayError } from '../subjects/one-line.ts';
import { createFolderStore } from './folder-store.ts';
import { createHttpStore } from './http-store.ts';
import { insist } from './patience.ts';
import { createRedisStore } from './redis-store.ts';
import { createS3Store } from './s3-store.ts';
import { fetchBytes, keepBytes, type Store } from './store.ts';

/** Written and read once when a store is opened: a wrong name, or a missing right, is told before anything is begun. */
const PROBE = new TextEncoder().encode('poseclash store\n');
const PROBE_SECONDS = 3600;
/** Seconds of trying that. */
const PROBE_PATIENCE = 2;

/** The store that `--store` names: a folder, 's3://bucket/folder' or 'https://host/folder'; Redis itself if it names none. */
export async function openStore(name: string | undefined, redis: Redis): Promise<Store> {
  if (name === undefined) return createRedisStore(redis);
  try {
    const store = await createStore(name);
    await insist(() => probe(store), { seconds: PROBE_PATIENCE, warn: () => {} });
    return store;
  } catch (error) {
    throw usageError(`--store: '${hidePassword(name)}' cannot be used: ${hidePassword(sayError(error))}.`);
  }
}

async function probe(store: Store): Promise<void> {
  const hash = await keepBytes(store, PROBE, PROBE_SECONDS);
  if (!(await fetchBytes(store, hash))) throw new Error('what was written there cannot be read');
}

async function createStore(name: string): Promise<Store> {
  if (/^s3:/i.test(name)) return createS3Store(name, process.env);
  if (/^https?:/i.test(name)) return createHttpStore(name);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(name))
    throw new Error('give a folder, s3://bucket/folder or https://host/folder');
  return createFolderStore(resolve(name));
}
