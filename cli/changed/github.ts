import { inOneLine } from '../subjects/one-line.ts';
import type { Workflow } from './workflow.ts';

/** Asks GitHub about the repository; throws, with what GitHub says, if it refuses. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

/** What no token may do, such as that of a fork: told by the number. */
export interface Refusal extends Error {
  status: number;
}

/** How long an answer may take. */
const PATIENCE = 30_000;

export function askGithub({ api, repository, token }: Workflow): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${api}/repos/${repository}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        'content-type': 'application/json',
        'user-agent': 'poseclash',
        'x-github-api-version': '2022-11-28',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const why = (answer as { message?: unknown } | null)?.message ?? response.statusText;
    throw Object.assign(new Error(`GitHub answers ${response.status} (${inOneLine(String(why))})`), {
      status: response.status,
    });
  };
}

interface Comment {
  id: number;
  body?: string | null;
  user?: { type?: string } | null;
}

/** Comments that are asked for at a time, and at most so often: 10,000 in all. */
const PAGE_SIZE = 100;
const MOST_PAGES = 100;

/** The comment of a pull request that begins with `mark` and was written by a program; others may quote it. */
export async function findComment(ask: Ask, pull: number, mark: string): Promise<number | null> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = `?per_page=${PAGE_SIZE}&page=${page}`;
    const comments = (await ask('GET', `/issues/${pull}/comments${query}`)) as Comment[];
    const own = comments.find(({ body, user }) => body?.startsWith(mark) && user?.type === 'Bot');
    if (own) return own.id;
    if (comments.length < PAGE_SIZE) return null;
  }
  return null;
}

/** Writes over the comment that is there, or makes it. */
export async function putComment(ask: Ask, pull: number, id: number | null, body: string): Promise<void> {
  if (id === null) await ask('POST', `/issues/${pull}/comments`, { body });
  else await ask('PATCH', `/issues/comments/${id}`, { body });
}

export interface Upload {
  name: string;
  bytes: Uint8Array;
}

/** So often it is tried again if another run has moved the branch in between. */
const TRIES = 4;

/**
 * Puts files into a commit on a branch of their own, which has nothing to do with the others; the branch is made if it is not there.
 * Comments can show pictures only from an address, and artifacts have none. Each commit has only its own files, those before it are its
 * history: so comments that are there keep their pictures. Returns the commit.
 */
export async function commitFiles(ask: Ask, branch: string, files: readonly Upload[]): Promise<string> {
  const tree: object[] = [];
  for (const { name, bytes } of files) {
    const content = Buffer.from(bytes).toString('base64');
    const { sha } = (await ask('POST', '/git/blobs', { content, encoding: 'base64' })) as { sha: string };
    tree.push({ path: name, mode: '100644', type: 'blob', sha });
  }
  const { sha: folder } = (await ask('POST', '/git/trees', { tree })) as { sha: string };
  for (let attempt = 1; ; attempt++) {
    const tip = await findTip(ask, branch);
    const message = 'Pictures of a check';
    const commit = { message, tree: folder, parents: tip === null ? [] : [tip] };
    const { sha } = (await ask('POST', '/git/commits', commit)) as { sha: string };
    try {
      if (tip === null) await ask('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha });
      else await ask('PATCH', `/git/refs/heads/${branch}`, { sha, force: false });
      return sha;
    } catch (error) {
      if ((error as Refusal).status !== 422 || attempt === TRIES) throw error;
    }
  }
}

async function findTip(ask: Ask, branch: string): Promise<string | null> {
  try {
    return ((await ask('GET', `/git/ref/heads/${branch}`)) as { object: { sha: string } }).object.sha;
  } catch (error) {
    if ((error as Refusal).status === 404) return null;
    throw error;
  }
}
