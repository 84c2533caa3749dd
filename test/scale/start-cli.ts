import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** All of its standard output so far. */
  said(): string;
  /** Until this is on its standard error; it must come before the program ends. */
  untilSaid(text: string): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Ends what is still running: a test that failed may have left a program waiting for it. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

process.once('exit', endPrograms);

/** Starts the built program in a folder. `hook` is for hooked-task.mjs; `extra` is added to its environment. */
export function startCli(main: string, folder: string, args: string[], hook?: object, extra: object = {}): Started {
  const env = {
    ...process.env,
    ...extra,
    TEST_HOOK: hook ? JSON.stringify(hook) : '',
    XDG_CACHE_HOME: `${folder}/unused`,
  };
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env });
  running.add(child);
  child.on('close', () => running.delete(child));
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
  return { child, ended, said: () => out, untilSaid };
}
