import { hidePassword } from '../hide-password.ts';
import type { Store } from './store.ts';

/** Sends one request. `hash`: of the body, or of what is asked for. */
export type Send = (url: string, init: RequestInit, hash: string) => Promise<Response>;

/** What was written less than so many milliseconds ago is not written again: see `renew`. */
const FRESH = 86_400_000;
/** A server that has not answered by then is away. */
const TIMEOUT = 300_000;

/**
 * A server that answers GET, HEAD, PUT and DELETE below an address: object stores, WebDAV, a few lines of nginx. How long things
 * stay is its own affair. What is older than a day, by its clock, is written again, so that rules by age count from then.
 */
export function createHttpStore(address: string, send: Send = createSend(address)): Store {
  const base = withoutUser(address);
  const name = hidePassword(address);
  const ask = async (method: string, hash: string, body?: Uint8Array): Promise<Response | null> => {
    const init = {
      method,
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    };
    const response = await send(`${base}/${hash.slice(0, 2)}/${hash.slice(2)}`, init, hash).catch(error => {
      throw new Error(`${name} does not answer (${error.cause?.code ?? error.message})`);
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${name} answers ${response.status}`);
    return response;
  };
  return {
    name,
    mostBytes: Infinity,
    async read(hash) {
      const response = await ask('GET', hash);
      return response && new Uint8Array(await response.arrayBuffer());
    },
    async write(hash, bytes) {
      if (!(await ask('PUT', hash, bytes))) throw new Error(`${name} answers 404`);
    },
    async renew(hash) {
      const response = await ask('HEAD', hash);
      if (!response) return false;
      const [now, written] = ['date', 'last-modified'].map(field => Date.parse(response.headers.get(field) ?? ''));
      return !(now - written > FRESH);
    },
    async remove(hash) {
      await ask('DELETE', hash);
    },
  };
}

/** With the user and password of the address, if it has any. */
function createSend(address: string): Send {
  const { username, password } = new URL(address);
  const user = [username, password].map(decodeURIComponent).join(':');
  const headers: Record<string, string> =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  return (url, init) => fetch(url, { ...init, headers });
}

function withoutUser(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href.replace(/\/+$/, '');
}
