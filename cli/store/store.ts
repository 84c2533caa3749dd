import { createHash } from 'node:crypto';

/**
 * Where assets and results are while a run lasts: bytes by the hash of these bytes, SHA-256 in hexadecimal. Whoever has the hash
 * can tell whether what was read is what was written, so nobody else need be believed, and writing twice is writing once.
 * Methods reject when the store is away or refuses; asking again may help.
 */
export interface Store {
  /** For people: where it is, without passwords. */
  name: string;
  /** The most bytes of one item. */
  mostBytes: number;
  /** Whatever is there under this hash; null if nothing is. */
  read(hash: string): Promise<Uint8Array | null>;
  /** Whole or not at all. It stays for `keep` seconds at least, by the clock of the store. */
  write(hash: string, bytes: Uint8Array, keep: number): Promise<void>;
  /** Whether it is there; then it stays for `keep` seconds from now at least. */
  renew(hash: string, keep: number): Promise<boolean>;
  remove(hash: string): Promise<void>;
  /** Removes what need not be kept any longer, where nobody else does. */
  prune?(): Promise<void>;
}

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Puts bytes into a store, unless they are there, and returns their hash. */
export async function keepBytes(store: Store, bytes: Uint8Array, keep: number): Promise<string> {
  const hash = hashBytes(bytes);
  if (bytes.length > store.mostBytes) throw new TooLargeError(bytes.length, store);
  if (!(await store.renew(hash, keep))) await store.write(hash, bytes, keep);
  return hash;
}

/**
 * The bytes of this hash; null if they are not there. Those of another hash are read once more, as a wire may have been at fault;
 * then they are removed, so that whoever has the right ones writes them again, and a `DamagedError` is thrown.
 */
export async function fetchBytes(store: Store, hash: string): Promise<Uint8Array | null> {
  for (let tries = 0; tries < 2; tries++) {
    const bytes = await store.read(hash);
    if (bytes === null || hashBytes(bytes) === hash) return bytes;
  }
  await store.remove(hash).catch(() => {}); // not everyone may
  throw new DamagedError();
}

/** The same for what was stored as JSON; undefined if it is none. */
export async function fetchJson(store: Store, hash: string): Promise<unknown> {
  const bytes = await fetchBytes(store, hash);
  if (bytes === null) return null;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

export function keepJson(store: Store, value: object, keep: number): Promise<string> {
  return keepBytes(store, Buffer.from(JSON.stringify(value)), keep);
}

/** The bytes were not those of their hash. */
export class DamagedError extends Error {
  constructor() {
    super('its bytes in the store were damaged; enqueue it again');
  }
}

/** Another store would take it. */
export class TooLargeError extends Error {
  constructor(bytes: number, { mostBytes }: Store) {
    const cure = 'name a folder, a bucket or a server with --store, for enqueue and work';
    super(`it has ${bytes} bytes with its buffers, and Redis is given no more than ${mostBytes}: ${cure}`);
  }
}
