import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';

export interface Action {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { using: string; steps: Step[] };
}

interface Step {
  id?: string;
  if?: string;
  shell?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

export interface ActionRun {
  code: number;
  out: string;
  err: string;
  /** What the steps wrote for later ones, and for the page of the run. */
  outputs: Record<string, string>;
  summary: string;
  /** The actions of others that were called, with what they were given. */
  used: { uses: string; with: Record<string, string> }[];
}

export interface ActionOptions {
  root: string;
  /** The program that npx would fetch. */
  main: string;
  /** Where the workflow runs, and a folder for its own files. */
  repository: string;
  scratch: string;
  inputs?: Record<string, string>;
  event: object;
  env?: Record<string, string>;
}

export function readAction(root: string): Action {
  return parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;
}

/**
 * Runs the steps of action.yml as a runner of GitHub does: shells are started with the inputs in their environment, actions of others
 * are only noted. Instead of npx a program of that name is found, which starts the command line that the test has built.
 */
export async function runAction(options: ActionOptions): Promise<ActionRun> {
  const { root, main, repository, scratch, inputs = {}, event } = options;
  const { inputs: known, runs } = readAction(root);
  mkdirSync(scratch, { recursive: true });
  const file = (name: string): string => join(scratch, name);
  writeFileSync(file('event.json'), JSON.stringify(event));
  for (const name of ['summary', 'output']) writeFileSync(file(name), '');
  writeFileSync(file('npx'), `#!/bin/sh\necho "npx $*" >&2\nshift 2\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(file('npx'), 0o755);
  const given: Record<string, string> = { 'github.action_path': root, 'github.token': '' };
  for (const [name, { default: value }] of Object.entries(known)) {
    given[`inputs.${name}`] = inputs[name] ?? (value.includes('github.token') ? '' : value);
  }
  const runner = {
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_OUTPUT: file('output'),
    GITHUB_REPOSITORY: 'studio/assets',
    GITHUB_RUN_ID: '77',
    PATH: `${scratch}${delimiter}${process.env.PATH}`,
    ...options.env,
  };
  const result: ActionRun = { code: 0, out: '', err: '', outputs: {}, summary: '', used: [] };
  for (const step of runs.steps) {
    const names = {
      ...given,
      ...Object.fromEntries(Object.entries(result.outputs).map(([k, v]) => [`steps.check.outputs.${k}`, v])),
    };
    if (!isWanted(step, names, result.code)) continue;
    if (step.run === undefined) {
      result.used.push({ uses: step.uses!, with: fillAll(step.with, names) });
      continue;
    }
    const env = { ...process.env, ...runner, ...fillAll(step.env, names) };
    Object.assign(result, await runShell(step.run, repository, env));
    result.outputs = readOutputs(file('output'));
  }
  return { ...result, summary: readFileSync(file('summary'), 'utf8') };
}

/** Conditions are made of 'always()' and comparisons with texts, joined by '&&'. */
function isWanted({ if: condition }: Step, names: Record<string, string>, code: number): boolean {
  if (condition === undefined) return code === 0;
  const parts = condition
    .replace(/^\$\{\{(.*)\}\}$/, '$1')
    .split('&&')
    .map(part => part.trim());
  return parts.every(part => {
    if (part === 'always()') return true;
    const [, name, sign, text] = /^([\w.-]+) ([!=])= '([^']*)'$/.exec(part)!;
    return ((names[name] ?? '') === text) === (sign === '=');
  });
}

function fillAll(texts: Record<string, string> = {}, names: Record<string, string>): Record<string, string> {
  const fill = (text: string): string =>
    String(text).replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => names[name] ?? '');
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
}

function runShell(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; out: string; err: string }> {
  return new Promise(resolve => {
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

function readOutputs(path: string): Record<string, string> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return Object.fromEntries(lines.filter(line => line !== '').map(line => line.split(/=(.*)/s).slice(0, 2)));
}
