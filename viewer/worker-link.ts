import type { Reply, Request } from './protocol.ts';

type Opened = Extract<Reply, { kind: 'opened' }>;
type Frame = Extract<Reply, { kind: 'frame' }>;
type Picked = Extract<Reply, { kind: 'picked' | 'missed' }>;

/** What the worker answers to what. */
export interface Link {
  open(request: Extract<Request, { kind: 'open' | 'open-files' }>): Promise<Opened>;
  show(request: Extract<Request, { kind: 'show' }>): Promise<Frame>;
  pick(request: Extract<Request, { kind: 'pick' }>): Promise<Picked>;
}

/**
 * Asks one question at a time, so a failure always belongs to the question that is open. What cannot be answered is an Error
 * with the worker's own words; a worker that dies calls `onDeath` and answers nothing more.
 */
export function createLink(worker: Worker, onDeath: (message: string) => void): Link {
  let last: Promise<unknown> = Promise.resolve();
  let settle: ((reply: Reply) => void) | null = null;
  worker.onmessage = event => settle?.(event.data as Reply);
  worker.onerror = event => onDeath(event.message || 'it could not be loaded');
  worker.onmessageerror = () => onDeath('a message could not be read');

  const ask = <Answer extends Reply>(request: Request): Promise<Answer> => {
    const answer = last.then(
      () =>
        new Promise<Answer>((resolve, reject) => {
          settle = reply => (reply.kind === 'failed' ? reject(new Error(reply.message)) : resolve(reply as Answer));
          const transfer = request.kind === 'open-files' ? request.files.map(({ bytes }) => bytes) : [];
          worker.postMessage(request, transfer);
        }),
    );
    last = answer.catch(() => undefined);
    return answer;
  };
  return { open: ask, show: ask, pick: ask };
}
