import { readFile, realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, dirname, extname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listBufferUris } from '../subjects/container-json.ts';
import { findInside, readPlainFile } from '../subjects/load-asset.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
};

/**
 * Serves a built page and some models, to this machine only: it listens on the loopback address, and answers only those who call
 * it by that name, which pages of others that a browser has open cannot. Of the models it gives out the files themselves and the
 * buffers they name; of the page what lies in its folder. Everything else is not there.
 */
export function createViewerServer(page: string, models: readonly string[]): Server {
  return createServer((request, response) => {
    answer(page, models, request, response).catch(() => send(response, 404, 'text/plain', 'not found'));
  });
}

/** What the page is opened with to show a model. */
export function pathOfModel(models: readonly string[], k: number): string {
  return `files/${k}/${encodeURIComponent(basename(models[k]))}`;
}

async function answer(
  page: string,
  models: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { port } = request.socket.address() as { port: number };
  const isOwn = [`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '');
  if (!isOwn) return send(response, 403, 'text/plain', 'only for this machine');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return send(response, 405, 'text/plain', 'only GET and HEAD');
  }
  const path = decodeURIComponent((request.url ?? '/').split(/[?#]/, 1)[0]);
  const [, number, name] = /^\/files\/(\d{1,4})\/(.+)$/s.exec(path) ?? [];
  const file = number === undefined ? await findInPage(page, path) : await findModel(models[Number(number)], name);
  const bytes = await (number === undefined ? readFile(file) : readPlainFile(file));
  const isHead = request.method === 'HEAD';
  send(response, 200, TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream', bytes, isHead);
}

/** Throws if there is no such file in the folder of the page; links that lead out of it count as not there. */
async function findInPage(page: string, path: string): Promise<string> {
  const root = await realpath(page);
  const file = await realpath(join(root, path.endsWith('/') ? `${path}index.html` : path));
  if (!file.startsWith(root + sep)) throw new Error('outside');
  return file;
}

/** The model itself, or one of the buffers it names, if that lies in its folder or below. */
async function findModel(model: string | undefined, name: string): Promise<string> {
  if (model === undefined) throw new Error('no such model');
  if (name === basename(model)) return model;
  const folder = pathToFileURL(`${dirname(await realpath(model))}/`);
  const wanted = new URL(encodeURI(name), folder);
  const named = listBufferUris(await readPlainFile(model)).map(uri => new URL(uri, folder));
  const found = named.find(url => url.href === wanted.href && url.pathname.startsWith(folder.pathname));
  if (!found) throw new Error('not of the model');
  return findInside(fileURLToPath(folder), fileURLToPath(found));
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array, isHead = false): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(isHead ? undefined : typeof body === 'string' ? body : Buffer.from(body));
}
