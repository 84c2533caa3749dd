import { createShape } from '../shape.ts';
import { type BuildReply, type BuildRequest, listBuffers } from './protocol.ts';

/**
 * The program of the worker in which `createShapeAsync` builds: one request, one shape, whose memory is handed over and not copied. It is
 * published as one file that imports nothing (`poseclash/build-worker`).
 */
interface Port {
  postMessage(reply: BuildReply, transfer?: ArrayBuffer[]): void;
}

const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
if (threads?.parentPort) {
  const { parentPort } = threads;
  parentPort.on('message', (request: BuildRequest) => answer(parentPort, request));
  parentPort.postMessage({ kind: 'ready' } satisfies BuildReply);
} else {
  const scope = globalThis as unknown as Port & { onmessage: (event: { data: BuildRequest }) => void };
  scope.onmessage = ({ data }) => answer(scope, data);
  scope.postMessage({ kind: 'ready' });
}

function answer(port: Port, { mesh, source, options }: BuildRequest): void {
  const progress = (share: number): void => port.postMessage({ kind: 'progress', share });
  try {
    const shape = createShape(mesh, source, { ...options, progress });
    port.postMessage({ kind: 'built', shape }, [...listBuffers(shape)]);
  } catch (error) {
    port.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
