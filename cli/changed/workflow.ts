import { readFileSync } from 'node:fs';
import { usageError } from '../io.ts';
import { sayError } from '../subjects/one-line.ts';

/** The workflow of GitHub that this runs in, as far as its environment tells; outside of one all is empty. */
export interface Workflow {
  /** The commit that what is checked is compared with: that of a pull request, or the one before a push. */
  base: string | null;
  /** The number of the pull request. */
  pull: number | null;
  /** 'owner/name' */
  repository: string;
  api: string;
  server: string;
  /** The address of the page of this run, where its artifacts are. */
  page: string | null;
  token: string | null;
  /** Files that are added to: what the page of the run shows, and what later steps read. */
  summary: string | null;
  outputs: string | null;
}

/** A branch that is new has nothing before it. */
const NOTHING = /^0+$/;

export function readWorkflow(env: Readonly<Record<string, string | undefined>>): Workflow {
  const { pull_request, before } = readEvent(env.GITHUB_EVENT_PATH);
  const base = pull_request?.base?.sha ?? before;
  const number = pull_request?.number;
  const repository = env.GITHUB_REPOSITORY ?? '';
  const server = env.GITHUB_SERVER_URL ?? 'https://github.com';
  const run = env.GITHUB_RUN_ID;
  return {
    base: typeof base === 'string' && !NOTHING.test(base) ? base : null,
    pull: Number.isSafeInteger(number) ? (number as number) : null,
    repository,
    api: env.GITHUB_API_URL ?? 'https://api.github.com',
    server,
    page: run && repository ? `${server}/${repository}/actions/runs/${run}` : null,
    token: env.GITHUB_TOKEN || null,
    summary: env.GITHUB_STEP_SUMMARY || null,
    outputs: env.GITHUB_OUTPUT || null,
  };
}

interface Event {
  pull_request?: { number?: unknown; base?: { sha?: unknown } };
  before?: unknown;
}

function readEvent(path: string | undefined): Event {
  if (!path) return {};
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) ?? {}) as Event;
  } catch (error) {
    throw usageError(`GITHUB_EVENT_PATH: the event cannot be read (${sayError(error)}).`);
  }
}
