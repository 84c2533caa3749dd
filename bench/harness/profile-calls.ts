import { type Profiler, Session } from 'node:inspector';

/** Runs something under the profiler of the engine: which share of the time within calls of one function goes into those of another. */
export function profileCalls(run: () => unknown, within: string, part: string): number {
  const session = new Session();
  session.connect();
  let profile: Profiler.Profile | null = null;
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 500 });
  session.post('Profiler.start');
  try {
    run();
  } finally {
    session.post('Profiler.stop', (_, answer) => {
      profile = answer?.profile ?? null;
    });
    session.disconnect();
  }
  if (profile === null) throw new Error('profileCalls: the engine gave no profile.');
  return shareOf(profile, within, part);
}

function shareOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, within: string, part: string): number {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)));
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  let whole = 0;
  let inPart = 0;
  samples.forEach((sample, k) => {
    let isWithin = false;
    let isInPart = false;
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      isWithin ||= names.get(id) === within;
      isInPart ||= names.get(id) === part;
    }
    if (isWithin) whole += timeDeltas[k];
    if (isWithin && isInPart) inPart += timeDeltas[k];
  });
  return inPart / whole;
}
