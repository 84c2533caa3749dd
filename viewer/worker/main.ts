import type { Reply, Request } from '../protocol.ts';
import { listBuffers } from './list-buffers.ts';
import { openFiles } from './open-files.ts';
import { openScene } from './open-scene.ts';
import { type Opened, showFrame } from './opened.ts';

/** All that this file needs of the worker it runs in. */
declare const self: {
  onmessage: ((event: { data: Request }) => void) | null;
  postMessage(message: Reply, transfer: ArrayBuffer[]): void;
};

let opened: Opened | null = null;
let last: Promise<void> = Promise.resolve();

/** One request after the other, in the order they came. */
self.onmessage = ({ data }) => {
  last = last.then(async () => {
    const reply = await answer(data).catch(
      (error: unknown): Reply => ({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    self.postMessage(reply, reply.kind === 'frame' ? listBuffers(reply) : []); // what was opened is still needed here
  });
};

async function answer(request: Request): Promise<Reply> {
  switch (request.kind) {
    case 'open':
      opened = openScene(request.scene);
      return opened.about;
    case 'open-files':
      opened = await openFiles(request.files, request.clip, request.second);
      return opened.about;
    case 'show':
      return showFrame(requireOpened(), request.step, request.options, request.turns, request.second);
    case 'pick':
      return requireOpened().pick(request.origin, request.direction);
  }
}

function requireOpened(): Opened {
  if (!opened) throw new Error('viewer: nothing is open yet; open a scene or files first.');
  return opened;
}
