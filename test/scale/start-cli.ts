import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Until this is on its standard error; it must come before the program ends. */
  untilSaid(text: string): Promise<void>;
}

/** Starts the built program in a folder. `hook` is for hooked-worker.mjs. */
export function startCli(main: string, folder: string, args: string[], hook?: object): Started {
  const env = {
    ...process.env,
    TEST_HOOK: hook ? JSON.stringify(hook) : '',
    XDG_CACHE_HOME: `${folder}/unused`,
  };
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env });
  let out = '';
  let err = '';
  child.stdout.on('data', data => {
    out += data;
  });
  child.stderr.on('data', data => {
    err += data;
  });
  const ended = new Promise<Ended>(resolve => child.on('close', code => resolve({ code, out, err })));
  const untilSaid = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (err.includes(text)) resolve();
      };
      look();
      child.stderr.on('data', look);
      child.on('close', () => reject(new Error(`it ended without saying '${text}': ${err}`)));
    });
  return { child, ended, untilSaid };
}
