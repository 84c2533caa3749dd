import type { BuildReply, BuildRequest } from './protocol.ts';

/** A worker of a browser or of Node, as much of it as is used. */
export interface BuildWorker {
  send(request: BuildRequest, transfer: ArrayBuffer[]): void;
  /** Ends it at once, whatever it does. */
  end(): void;
}

/** What is done with replies; `onLost` if the worker cannot be loaded, or ends without having answered. */
export interface Listener {
  onReply(reply: BuildReply): void;
  onLost(reason: unknown): void;
}

/** As much of a browser's worker as is used: the types of browsers are not those of Node. */
interface WebWorker {
  onmessage: ((event: { data: BuildReply }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  onmessageerror: ((event: unknown) => void) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}
declare const Worker: undefined | (new (address: URL | string, options: { type: 'module' }) => WebWorker);

/**
 * Starts a worker that builds shapes; null if there are none here. Bundlers (Vite, webpack, Rollup, Parcel) know the expression
 * `new Worker(new URL(..., import.meta.url))` and bring the file along; `address` is for pages that serve it themselves.
 */
export function startWorker(listener: Listener, address?: URL | string): BuildWorker | null {
  if (typeof Worker === 'function') {
    const worker = address
      ? new Worker(address, { type: 'module' })
      : new Worker(new URL('./build-worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => listener.onReply(data);
    worker.onerror = worker.onmessageerror = event => listener.onLost(event);
    return { send: (request, transfer) => worker.postMessage(request, transfer), end: () => worker.terminate() };
  }
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads'); // as an import, pages could not load this
  if (!threads) return null;
  const thread = new threads.Worker(new URL(address ?? './build-worker.js', import.meta.url));
  thread.on('message', (reply: BuildReply) => listener.onReply(reply));
  thread.on('error', error => listener.onLost(error));
  thread.on('messageerror', error => listener.onLost(error));
  thread.on('exit', () => listener.onLost(null));
  return { send: (request, transfer) => thread.postMessage(request, transfer), end: () => void thread.terminate() };
}
