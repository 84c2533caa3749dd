import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createViewerServer, pathOfModel } from '../../cli/view/serve-viewer.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const file = (name: string): string => join(folder, name);
const models = [file('models/my hero.glb'), file('models/split.gltf')];
let server: Server;
let port = 0;

interface Answer {
  status: number;
  type: string | undefined;
  body: string;
}

/** As the bytes of the path are given: URL would tidy them up. */
function ask(path: string, { method = 'GET', host = `127.0.0.1:${port}` } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, method, headers: { host } }, response => {
      let body = '';
      response.on('data', data => {
        body += data;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], body }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

beforeAll(async () => {
  for (const name of ['page/assets', 'models/deep']) mkdirSync(file(name), { recursive: true });
  writeFileSync(file('page/index.html'), '<p>viewer');
  writeFileSync(file('page/assets/main.js'), 'let x');
  writeFileSync(file('page/assets/draco.wasm'), 'wasm');
  writeFileSync(file('secret.txt'), 'secret');
  symlinkSync(file('secret.txt'), file('page/link.txt'));
  writeFileSync(models[0], 'model');
  writeFileSync(file('models/other.glb'), 'secret');
  writeFileSync(file('models/deep/x.bin'), 'buffer');
  const buffers = ['deep/x.bin', '../secret.txt', 'data:,x'].map(uri => ({ uri, byteLength: 1 }));
  writeFileSync(models[1], JSON.stringify({ buffers }));
  server = createViewerServer(file('page'), models);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  await new Promise(resolve => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

describe('the server of poseclash view', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', '<p>viewer'],
    ['/?file=files/0/my%20hero.glb', 'text/html; charset=utf-8', '<p>viewer'],
    ['/index.html', 'text/html; charset=utf-8', '<p>viewer'],
    ['/assets/main.js', 'text/javascript; charset=utf-8', 'let x'],
    ['/assets/draco.wasm', 'application/wasm', 'wasm'],
    ['/files/0/my%20hero.glb', 'model/gltf-binary', 'model'],
    ['/files/1/deep/x.bin', 'application/octet-stream', 'buffer'],
  ])('has %s', async (path, type, body) => {
    expect(await ask(path)).toEqual({ status: 200, type, body });
    expect(await ask(path, { method: 'HEAD' })).toEqual({ status: 200, type, body: '' });
    expect((await ask(path, { host: `localhost:${port}` })).status).toBe(200);
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/link.txt',
    '//etc/passwd',
    '/assets',
    '/nothere.js',
    '/%',
    '/%00',
    '/files/0/other.glb',
    '/files/0/../other.glb',
    '/files/0/..%2f..%2fsecret.txt',
    '/files/1/..%2fsecret.txt',
    '/files/1/other.glb',
    '/files/7/my%20hero.glb',
    '/files/-1/my%20hero.glb',
    '/files/0/',
  ])('has no %s', async path => {
    const { status, body } = await ask(path);
    expect([status, body]).toEqual([404, 'not found']);
  });

  it('answers only what was asked in its own name, and only questions', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1']) {
      expect((await ask('/', { host })).status).toBeGreaterThanOrEqual(400);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect((await ask('/', { method })).status).toBe(405);
  });

  it('is opened with where the model is', async () => {
    const path = pathOfModel(models, 0);
    expect(path).toBe('files/0/my%20hero.glb');
    expect((await ask(`/${path}`)).status).toBe(200);
  });
});

describe('poseclash view and bench', () => {
  it('say in a line what is wrong', async () => {
    const nothere = await run(['view', 'nothere.glb']);
    expect(nothere.code).toBe(2);
    expect(nothere.err).toMatch(/^poseclash: view: ('nothere.glb' is no file|the viewer is not here; .*)\.$/);
    const bench = await run(['bench', 'nothere']); // in a checkout that was built the bench itself says that there is none
    expect(bench.code).toBe(2);
    expect(bench.err).toMatch(/^$|in a checkout of the repository: npm run bench/);
  });
});
