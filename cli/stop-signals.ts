/** What a program is left with when it was stopped: 128 and the number of the signal. */
export type StopCode = 130 | 143;

/** Ctrl-C, and what continuous integration, Kubernetes and systemd send before they kill. */
const CODES = { SIGINT: 130, SIGTERM: 143 } as const satisfies Record<string, StopCode>;

/**
 * Calls back when the program is to stop: what was begun can still be finished, and what was done be kept. The second signal, of
 * either kind, ends the process at once. Returns how to cease.
 */
export function onStopSignal(stop: (code: StopCode) => void): () => void {
  let isSecond = false;
  const handle = (signal: NodeJS.Signals): void => {
    const code = CODES[signal as keyof typeof CODES];
    if (isSecond) process.exit(code);
    isSecond = true;
    stop(code);
  };
  const signals = Object.keys(CODES) as (keyof typeof CODES)[];
  for (const signal of signals) process.on(signal, handle);
  return () => {
    for (const signal of signals) process.off(signal, handle);
  };
}
