import type { DeformerSource } from '../deform/deformer.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { createShape, type Shape, type ShapeOptions } from '../shape.ts';
import { type BuildRequest, listBuffers } from './protocol.ts';
import { type BuildWorker, startWorker } from './start-worker.ts';

export interface AsyncShapeOptions extends ShapeOptions {
  /** Ends the worker when it aborts; the promise is then rejected with its reason. */
  signal?: AbortSignal;
  /** Hands the arrays of mesh and deformer over to the worker instead of copying them: they are empty afterwards. */
  transfer?: boolean;
  /** Where the worker's program is, if a bundler does not find it: serve `poseclash/build-worker`, a file that imports nothing. */
  worker?: URL | string;
}

/**
 * As `createShape`, in a worker of the browser or of Node, which is ended afterwards: the thread that asks goes on meanwhile, and only copies
 * the arrays it gives. The shape is the same, bit for bit; its memory is handed over, not copied. What `createShape` refuses rejects with
 * the same message.
 *
 * Where no worker can be started (none there, its program not found, forbidden by a content policy) the shape is built in this thread
 * all the same, after the tasks that are waiting, and in one go: arguments that cannot be copied to a worker, too.
 * @example
 * {@includeCode ../../examples/api/shapes.ts#async}
 */
export async function createShapeAsync(
  mesh: Mesh,
  source: DeformerSource,
  options: AsyncShapeOptions = {},
): Promise<Shape> {
  const { signal, transfer = false, worker: address, progress, ...own } = options ?? {};
  signal?.throwIfAborted();
  const request: BuildRequest = { mesh, source, options: own };
  const built = await buildInWorker(request, { address, transfer, progress, signal });
  if (built !== null) return built;
  await new Promise(resolve => setTimeout(resolve));
  signal?.throwIfAborted();
  return createShape(mesh, source, options === null ? (options as never) : { ...own, progress });
}

interface Wishes {
  address: URL | string | undefined;
  transfer: boolean;
  progress: ((share: number) => void) | undefined;
  signal: AbortSignal | undefined;
}

/** The shape a worker has built; null if it could not be asked. Nothing is left of the worker when the promise is settled. */
function buildInWorker(request: BuildRequest, { address, transfer, progress, signal }: Wishes): Promise<Shape | null> {
  return new Promise((resolve, reject) => {
    let worker: BuildWorker | null = null;
    let isAsked = false;
    const settle = (then: () => void): void => {
      worker?.end();
      worker = null;
      signal?.removeEventListener('abort', onAbort);
      then();
    };
    const onAbort = (): void => settle(() => reject(signal!.reason));
    const onLost = (reason: unknown): void => {
      if (!isAsked) settle(() => resolve(null));
      else
        settle(() =>
          reject(new Error('createShape: its worker has ended before the shape was built.', { cause: reason })),
        );
    };
    const tell = (share: number): void => {
      try {
        progress?.(share);
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const ask = (): void => {
      try {
        worker?.send(request, transfer ? [...listBuffers([request.mesh, request.source])] : []);
        isAsked = true;
      } catch {
        settle(() => resolve(null)); // what cannot be copied; nothing was handed over
      }
    };
    try {
      worker = startWorker(
        {
          onReply(reply) {
            if (reply.kind === 'ready') ask();
            else if (reply.kind === 'progress') tell(reply.share);
            else if (reply.kind === 'built') settle(() => resolve(reply.shape));
            else settle(() => reject(new Error(reply.message)));
          },
          onLost,
        },
        address,
      );
    } catch {
      worker = null; // a content policy, or an address that is none
    }
    if (worker === null) resolve(null);
    else signal?.addEventListener('abort', onAbort);
  });
}
