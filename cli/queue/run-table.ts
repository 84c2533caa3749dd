import type { Redis } from 'ioredis';

/*
 * What Redis knows of a run: one hash, which is gone when the run is no longer kept, by the clock of Redis.
 *   record, seal    the hash of the record in the store, and the seal on it
 *   total, keep     how many units there are, and for how many seconds what belongs to it is kept
 *   begun, last     when it was enqueued, and when its last unit was noted: seconds, by the clock of Redis
 *   3-0, 3-1, ...   what became of the units of asset 3: 'done HASH SEAL' or 'failed HASH SEAL', HASH of its outcome in the store
 */

/** The fields that are not of units. */
const HEAD = ['record', 'seal', 'total', 'keep', 'begun', 'last'];

/** What is to be known of a run to begin it. */
export interface RunHead {
  record: string;
  seal: string;
  total: number;
  keep: number;
}

export interface RunTable extends RunHead {
  begun: number;
  last: number;
  /** Seconds since it was begun, by the clock of Redis. */
  age: number;
  units: Map<string, UnitNote>;
}

export interface UnitNote {
  state: 'done' | 'failed';
  /** Of the outcome, in the store. */
  hash: string;
  seal: string;
}

const keyOf = (run: string): string => `poseclash:run:${run}`;

/** Begins a run, unless it has begun, and has it kept for so many seconds from now at least. */
export async function openTable(redis: Redis, run: string, { record, seal, total, keep }: RunHead): Promise<void> {
  const script = `
    local now = redis.call('TIME')[1]
    if redis.call('EXISTS', KEYS[1]) == 0 then
      redis.call('HSET', KEYS[1], 'record', ARGV[1], 'seal', ARGV[2], 'total', ARGV[3], 'begun', now, 'last', now)
    end
    redis.call('HSET', KEYS[1], 'keep', ARGV[4])
    if redis.call('TTL', KEYS[1]) < tonumber(ARGV[4]) then redis.call('EXPIRE', KEYS[1], ARGV[4]) end`;
  await redis.eval(script, 1, keyOf(run), record, seal, total, Math.ceil(keep));
}

/** Notes what became of a unit. What is done stays done. False: the run is gone. */
export async function noteUnit(redis: Redis, run: string, field: string, note: UnitNote): Promise<boolean> {
  const script = `
    if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
    local known = redis.call('HGET', KEYS[1], ARGV[1])
    if known and string.sub(known, 1, 4) == 'done' then return 1 end
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2], 'last', redis.call('TIME')[1])
    return 1`;
  return (await redis.eval(script, 1, keyOf(run), field, `${note.state} ${note.hash} ${note.seal}`)) === 1;
}

/** So that these units are done once more. */
export async function forgetUnits(redis: Redis, run: string, fields: readonly string[]): Promise<void> {
  if (fields.length > 0) await redis.hdel(keyOf(run), ...fields);
}

/** How many units are noted; null if there is no such run. */
export async function countNoted(redis: Redis, run: string): Promise<number | null> {
  const count = await redis.hlen(keyOf(run));
  return count === 0 ? null : count - HEAD.length;
}

/** Null if there is no such run; what has not the form of one is none either. */
export async function readTable(redis: Redis, run: string): Promise<RunTable | null> {
  const [fields, [now]] = await Promise.all([redis.hgetall(keyOf(run)), redis.time()]);
  const head = readHead(HEAD.map(field => fields[field] ?? null));
  if (head === null) return null;
  const units = new Map<string, UnitNote>();
  for (const [field, text] of Object.entries(fields)) {
    const note = /^\d+-\d+$/.test(field) ? readNote(text) : null;
    if (note) units.set(field, note);
  }
  const { begun, last } = fields;
  return { ...head, begun: Number(begun), last: Number(last), age: Number(now) - Number(begun), units };
}

/** What a worker asks for each unit: what the run is, and whether that unit is done already. */
export async function lookUp(
  redis: Redis,
  run: string,
  field: string,
): Promise<{ head: RunHead; note: UnitNote | null } | null> {
  const [text, ...values] = await redis.hmget(keyOf(run), field, ...HEAD);
  const head = readHead(values);
  return head && { head, note: readNote(text) };
}

/** All runs there are, by name. */
export async function listRuns(redis: Redis): Promise<string[]> {
  const names: string[] = [];
  for await (const keys of redis.scanStream({ match: keyOf('*'), count: 1000 })) names.push(...keys);
  return [...new Set(names.map(key => key.slice(keyOf('').length)))].sort();
}

function readHead([record, seal, total, keep]: (string | null)[]): RunHead | null {
  if (record === null || !/^[0-9a-f]{64}$/.test(record) || !/^\d+ \d+$/.test(`${total} ${keep}`)) return null;
  return { record, seal: seal ?? '', total: Number(total), keep: Number(keep) };
}

function readNote(text: string | null): UnitNote | null {
  const [, state, hash, seal] = /^(done|failed) ([0-9a-f]{64}) ([0-9a-f]*)$/.exec(text ?? '') ?? [];
  return hash === undefined ? null : { state: state as UnitNote['state'], hash, seal };
}
