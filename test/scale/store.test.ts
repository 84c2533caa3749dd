import { createHash, createHmac } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFolderStore } from '../../cli/store/folder-store.ts';
import { createHttpStore } from '../../cli/store/http-store.ts';
import { openStore } from '../../cli/store/open-store.ts';
import { createRedisStore } from '../../cli/store/redis-store.ts';
import { createS3Store } from '../../cli/store/s3-store.ts';
import {
  DamagedError,
  fetchBytes,
  fetchJson,
  hashBytes,
  keepBytes,
  keepJson,
  type Store,
} from '../../cli/store/store.ts';
import { needsRedis } from '../needs.ts';
import { findRedis, type RedisServer, startRedis } from './find-redis.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const command = findRedis();
const bytes = new TextEncoder().encode('some bytes');
const hash = hashBytes(bytes);
const DAY = 86_400_000;

/** What a server of objects does: all that it is given, by path. `now`: its clock. */
interface ObjectServer {
  url: string;
  objects: Map<string, { body: Buffer; written: number }>;
  now: () => number;
  /** Says what is wrong with a request; null if nothing is. */
  judge: (request: IncomingMessage, body: Buffer) => number | null;
  requests: string[];
}

const servers: Server[] = [];

async function startObjects(): Promise<ObjectServer> {
  const all: ObjectServer = { url: '', objects: new Map(), now: Date.now, judge: () => null, requests: [] };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const path = request.url!;
    all.requests.push(`${request.method} ${path}`);
    const refused = all.judge(request, body);
    const known = all.objects.get(path);
    response.setHeader('date', new Date(all.now()).toUTCString());
    if (refused !== null) return response.writeHead(refused).end();
    if (request.method === 'PUT') all.objects.set(path, { body, written: all.now() });
    else if (!known) return response.writeHead(404).end();
    else if (request.method === 'DELETE') all.objects.delete(path);
    else response.setHeader('last-modified', new Date(known.written).toUTCString());
    return response.end(request.method === 'GET' ? known!.body : undefined);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  all.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return all;
}

const SECRET = 'a secret';
const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: 'eu-west-1' };

/** Signature Version 4 as its description says, apart from the client: 403 if the request has another, or is not of these minutes. */
function judgeSignature(request: IncomingMessage, body: Buffer, now: number): number | null {
  const sha = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const [, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=id\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (!scope) return 403;
  const date = String(request.headers['x-amz-date']);
  const time = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const content = String(request.headers['x-amz-content-sha256']);
  if (Math.abs(time - now) > 900_000 || (body.length > 0 && content !== sha(body))) return 403;
  const headers = names.split(';').map(name => `${name}:${request.headers[name]}\n`);
  const canonical = [request.method, request.url, '', headers.join(''), names, content].join('\n');
  const [day, region, service, end] = scope.split('/');
  const key = [day, region, service, end].reduce<string | Buffer>((last, text) => hmac(last, text), `AWS4${SECRET}`);
  const text = ['AWS4-HMAC-SHA256', date, scope, sha(canonical)].join('\n');
  return hmac(key, text).toString('hex') === signature ? null : 403;
}

let server: RedisServer | null = null;
let redis: Redis;
const stores: Record<string, () => Promise<Store>> = {};

beforeAll(async () => {
  if (command) {
    server = await startRedis(command, folder);
    redis = new Redis(server.url);
    stores.Redis = async () => createRedisStore(redis);
  }
  const plain = await startObjects();
  const bucket = await startObjects();
  bucket.judge = (request, body) => judgeSignature(request, body, bucket.now());
  stores.folder = () => createFolderStore(mkdtempSync(join(folder, 'store-')));
  stores.http = async () => createHttpStore(`${plain.url}/dav`);
  stores.s3 = async () => createS3Store('s3://bucket/of/checks', { ...KEYS, AWS_ENDPOINT_URL_S3: bucket.url });
});

afterAll(async () => {
  redis?.disconnect();
  await server?.kill();
  for (const one of servers) one.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['folder', 'http', 's3', 'Redis'])('a store: %s', kind => {
  it('gives back what it was given, as long as it is there', kind === 'Redis' ? needsRedis(command) : {}, async () => {
    const store = await stores[kind]();
    const own = new TextEncoder().encode(`bytes for ${kind}`);
    const name = hashBytes(own);
    expect(await fetchBytes(store, name)).toBeNull();
    expect(await store.renew(name, 60)).toBe(false);
    expect(await keepBytes(store, own, 60)).toBe(name);
    expect(await keepBytes(store, own, 120)).toBe(name);
    expect(Buffer.from((await fetchBytes(store, name))!)).toEqual(Buffer.from(own));
    expect(await store.renew(name, 60)).toBe(true);
    await store.remove(name);
    await store.remove(name);
    expect(await store.read(name)).toBeNull();
    expect(await fetchJson(store, await keepJson(store, { a: [1] }, 60))).toEqual({ a: [1] });
  });

  it(
    'is not believed: bytes that are not those of their hash are an error, and are removed',
    kind === 'Redis' ? needsRedis(command) : {},
    async () => {
      const store = await stores[kind]();
      // To write what is not what it says, which a bucket would refuse by itself.
      if (kind === 's3')
        await expect(store.write(hash, new TextEncoder().encode('some bytez'), 60)).rejects.toThrow('answers 403');
      else {
        await store.write(hash, new TextEncoder().encode('some bytez'), 60);
        await expect(fetchBytes(store, hash)).rejects.toThrow(DamagedError);
      }
      expect(await store.read(hash)).toBeNull();
      await keepBytes(store, bytes, 60);
      let reads = 0;
      const flaky = { ...store, read: async (name: string) => (reads++ === 0 ? new Uint8Array(3) : store.read(name)) };
      expect(Buffer.from((await fetchBytes(flaky, hash))!)).toEqual(Buffer.from(bytes)); // a wire may err once
      expect(reads).toBe(2);
    },
  );
});

describe('a folder', () => {
  const fileOf = (place: string): string => join(place, hash.slice(0, 2), hash.slice(2));

  it('keeps files for as long as was asked for by the clock of its disk, whatever clock the machine has', async () => {
    const place = mkdtempSync(join(folder, 'clock-'));
    const now = Date.now();
    for (const shift of [0, DAY, -DAY]) {
      vi.useFakeTimers({ now: now + shift, toFake: ['Date'] });
      const store = await createFolderStore(place);
      await keepBytes(store, bytes, 3600);
      await store.prune!();
      vi.useRealTimers();
      const until = statSync(fileOf(place)).mtimeMs;
      expect(Math.abs(until - now - 3_600_000)).toBeLessThan(600_000);
    }
    const store = await createFolderStore(place);
    await keepBytes(store, bytes, 7200); // longer
    await keepBytes(store, bytes, 60); // does not shorten it
    expect(statSync(fileOf(place)).mtimeMs).toBeGreaterThan(now + 7_000_000);
  });

  it('lets go of what has expired and of what was left half written, and of nothing else', async () => {
    const place = mkdtempSync(join(folder, 'prune-'));
    const store = await createFolderStore(place);
    await keepBytes(store, bytes, 3600);
    const old = await keepBytes(store, new Uint8Array(5), 3600);
    const past = new Date(Date.now() - 1000);
    utimesSync(join(place, old.slice(0, 2), old.slice(2)), past, past);
    mkdirSync(join(place, 'aa'), { recursive: true });
    for (const [name, age] of [
      ['new.tmp', 1000],
      ['old.tmp', 2 * DAY],
      ['letter', 2 * DAY],
    ] as const) {
      writeFileSync(join(place, 'aa', name), 'x');
      utimesSync(join(place, 'aa', name), new Date(Date.now() - age), new Date(Date.now() - age));
    }
    writeFileSync(join(place, 'README'), 'not ours');
    await store.prune!();
    expect(await store.read(old)).toBeNull();
    expect(Buffer.from((await store.read(hash))!)).toEqual(Buffer.from(bytes));
    expect(readdirSync(join(place, 'aa')).sort()).toEqual(['letter', 'new.tmp']);
    expect(readFileSync(join(place, 'README'), 'utf8')).toBe('not ours');
  });

  it('is told at once if nothing can be written there', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(openStore(join(folder, 'file', 'store'), redis)).rejects.toThrow(
      /--store: '.*file.store' cannot be used/,
    );
  });
});

describe('a server', () => {
  it('is sent again what is older than a day by its own clock, so that its rules of expiry count from now', async () => {
    const objects = await startObjects();
    const store = createHttpStore(objects.url);
    const count = (): number => objects.requests.filter(line => line.startsWith('PUT')).length;
    await keepBytes(store, bytes, 60);
    await keepBytes(store, bytes, 60);
    expect(count()).toBe(1);
    objects.now = () => Date.now() + 2 * DAY;
    await keepBytes(store, bytes, 60);
    expect(count()).toBe(2);
  });

  it('that errs, is away, or wants a password costs an error without the password', async () => {
    const objects = await startObjects();
    const address = objects.url.replace('//', '//user:pass%40word@');
    const wanted = `Basic ${Buffer.from('user:pass@word').toString('base64')}`;
    objects.judge = request => (request.headers.authorization === wanted ? null : 401);
    await keepBytes(createHttpStore(address), bytes, 60);
    await expect(keepBytes(createHttpStore(objects.url), bytes, 60)).rejects.toThrow('answers 401');
    objects.judge = () => 503;
    await expect(createHttpStore(address).read(hash)).rejects.toThrow(/^http:\/\/user:\*\*\*@127\S* answers 503$/);
    const gone = openStore('http://user:secret@127.0.0.1:1/x', redis);
    await expect(gone).rejects.toThrow(/user:\*\*\*@127.*does not answer/);
    await expect(gone).rejects.not.toThrow(/secret/);
  });
});

describe('a bucket', () => {
  it('takes requests of a machine whose clock is a day off', async () => {
    const bucket = await startObjects();
    bucket.now = () => Date.now() + DAY;
    bucket.judge = (request, body) => judgeSignature(request, body, bucket.now());
    const store = createS3Store('s3://bucket', { ...KEYS, AWS_ENDPOINT_URL_S3: `${bucket.url}/` });
    await keepBytes(store, bytes, 60);
    expect(Buffer.from((await fetchBytes(store, hash))!)).toEqual(Buffer.from(bytes));
    expect([...bucket.objects.keys()]).toEqual([`/bucket/${hash.slice(0, 2)}/${hash.slice(2)}`]);
    const wrong = createS3Store('s3://bucket', {
      ...KEYS,
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL_S3: bucket.url,
    });
    await expect(wrong.read(hash)).rejects.toThrow('answers 403');
  });

  it('needs a name and keys', () => {
    expect(() => createS3Store('s3://', KEYS)).toThrow('is no bucket');
    expect(() => createS3Store('s3://bucket', {})).toThrow('AWS_ACCESS_KEY_ID');
  });
});

describe('Redis as a store', needsRedis(command), () => {
  it('takes small things only, and says where large ones belong; it lets go of them by itself', async () => {
    const store = createRedisStore(redis);
    await expect(keepBytes(store, new Uint8Array(5 * 2 ** 20), 60)).rejects.toThrow(/4194304: name a folder.*--store/);
    const name = await keepBytes(store, new Uint8Array(7), 3600);
    expect(await redis.ttl(`poseclash:item:${name}`)).toBeGreaterThan(3500);
    await keepBytes(store, new Uint8Array(7), 60);
    expect(await redis.ttl(`poseclash:item:${name}`)).toBeGreaterThan(3500);
  });
});
