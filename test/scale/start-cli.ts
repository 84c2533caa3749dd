import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Starts the built program in a folder. `hook` is for cli/pool/test-hook.ts. */
export function startCli(
  main: string,
  folder: string,
  args: string[],
  hook?: object,
): { child: ChildProcess; ended: Promise<Ended> } {
  const env = {
    ...process.env,
    POSECLASH_TEST_HOOK: hook ? JSON.stringify(hook) : '',
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
  return { child, ended: new Promise(resolve => child.on('close', code => resolve({ code, out, err }))) };
}
