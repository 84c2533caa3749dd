import { parentPort } from 'node:worker_threads';
import type { Bundle } from '../units/bundle.ts';
import { type Answer, answerTask, createAssetCache, keepLatest, type Task } from './task.ts';

/** What runs in each worker, thread or process, and answers one task after the other: see `createThreadExecutor`. */
const assets = createAssetCache();

if (parentPort) {
  parentPort.on('message', async (task: Task) => parentPort!.postMessage(await answerTask(assets, task)));
} else serveProcess(answer => process.send!(answer));

/** The same for the process that has started this one, see `createProcessExecutor`: bundles come once, and are kept. */
function serveProcess(send: (answer: Answer) => void): void {
  let bundles: Bundle[] = [];
  process.on('message', async (task: Task) => {
    const known = bundles.find(({ hash }) => hash === task.bundle.hash);
    const bundle = known ?? task.bundle;
    bundles = keepLatest(bundles, bundle);
    send(await answerTask(assets, { ...task, bundle }));
  });
  // Signals for a whole group are for the one that started it, which finishes what was begun. This ends with it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
}
