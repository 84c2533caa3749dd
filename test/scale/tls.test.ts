import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsRedis } from '../needs.ts';
import { buildCli } from './build-cli.ts';
import { findRedis, type RedisServer, startRedis } from './find-redis.ts';
import { makeBusy } from './make-busy.ts';
import { endPrograms, type Started, startCli } from './start-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const file = (name: string): string => join(folder, name);
const command = findRedis();
const PASSWORD = 's3cret/word@x';
let server: RedisServer;
let main = '';
let url = '';

beforeAll(async () => {
  if (!command) return;
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = spawnSync('openssl', [
    ...[
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      file('key.pem'),
      '-out',
      file('cert.pem'),
    ],
    ...subject,
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
  server = await startRedis(command, folder, port => [
    ...['--tls-port', String(port + 1), '--tls-auth-clients', 'no'],
    ...['--tls-cert-file', file('cert.pem'), '--tls-key-file', file('key.pem'), '--tls-ca-cert-file', file('cert.pem')],
  ]);
  const redis = new Redis(server.url);
  await redis.config('SET', 'requirepass', PASSWORD);
  redis.disconnect();
  url = `rediss://default:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port + 1}`;
  main = await buildCli(file('program'));
  writeFileSync(file('busy.gltf'), makeBusy([2, 3]));
});

afterAll(async () => {
  endPrograms();
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const start = (args: string[], extra: object = {}): Started =>
  startCli(main, folder, args, undefined, { POSECLASH_KEY: 'a key of sixteen signs', ...extra });

describe('a Redis with TLS and a password', needsRedis(command), () => {
  it('is spoken with if its certificate is known, and the password is never told', async () => {
    const trust = { NODE_EXTRA_CA_CERTS: file('cert.pem'), REDIS_URL: url };
    await start(['check', 'busy.gltf', '--no-cache', '-o', 'check.json']).ended;
    const worker = start(['work', '--no-cache', '--store', 'store', '--concurrency', '1'], trust);
    const waiting = start(
      ['enqueue', 'busy.gltf', '--no-cache', '--store', 'store', '--wait', '-o', 'tls.json'],
      trust,
    );
    const { code, out, err } = await waiting.ended;
    expect([code, err]).toEqual([1, '']);
    expect(readFileSync(file('tls.json'), 'utf8')).toBe(readFileSync(file('check.json'), 'utf8'));
    worker.child.kill('SIGTERM');
    const left = await worker.ended;
    expect(left.code).toBe(143);
    const status = await start(['status'], trust).ended;
    expect(status.out).toMatch(/1 done, 0 failed, 0 remaining of 1 unit/);
    for (const text of [out, left.out, left.err, status.out, status.err]) expect(text).not.toMatch(/s3cret/);
  });

  it('is not spoken with if it cannot be trusted or does not trust us: a line says so', async () => {
    const wrong: [string, object][] = [
      [url, {}],
      [url.replace('s3cret', 's3crets'), { NODE_EXTRA_CA_CERTS: file('cert.pem') }],
    ];
    for (const [address, extra] of wrong) {
      const { code, out, err } = await start(['status', '--redis', address], extra).ended;
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^poseclash: --redis: rediss:\/\/default:\*\*\*@[^\n]+\n$/);
    }
  });
});
