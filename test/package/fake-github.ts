import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Comment {
  id: number;
  body: string;
  user: { type: string };
}

export interface FakeGithub {
  url: string;
  comments: Comment[];
  /** What was asked for: 'POST /git/blobs', ... */
  asked: string[];
  /** Pictures by commit. */
  commits: Map<string, { parents: string[]; files: string[] }>;
  branches: Map<string, string>;
  /** Requests that are refused, as those of forks are, by their beginning. */
  refused: string[];
  /** So often another run moves the branch at the last moment. */
  races: number;
  close(): Promise<void>;
}

/** As much of GitHub as a comment with pictures needs, with its rules: a branch moves on only from its tip. */
export async function startGithub(): Promise<FakeGithub> {
  const trees = new Map<string, string[]>();
  let made = 0;
  const name = (kind: string): string => `${kind}-${++made}`;
  const github: FakeGithub = {
    ...{ url: '', comments: [], asked: [], commits: new Map(), branches: new Map(), refused: [], races: 0 },
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
  const answer = (method: string, path: string, body: Record<string, unknown>): [number, unknown] => {
    const [, page] = /&page=(\d+)/.exec(path) ?? [];
    if (method === 'GET' && page) return [200, github.comments.slice(100 * (Number(page) - 1), 100 * Number(page))];
    if (method === 'POST' && path.startsWith('/issues/')) {
      github.comments.push({ id: 1000 + ++made, body: String(body.body), user: { type: 'Bot' } });
      return [201, {}];
    }
    if (method === 'PATCH' && path.startsWith('/issues/comments/')) {
      const known = github.comments.find(({ id }) => path.endsWith(`/${id}`));
      if (!known) return [404, { message: 'Not Found' }];
      known.body = String(body.body);
      return [200, {}];
    }
    if (path === '/git/blobs') return [201, { sha: name('blob') }];
    if (path === '/git/trees') {
      const sha = name('tree');
      trees.set(
        sha,
        (body.tree as { path: string }[]).map(file => file.path),
      );
      return [201, { sha }];
    }
    if (path === '/git/commits') {
      const sha = name('commit');
      github.commits.set(sha, { parents: body.parents as string[], files: trees.get(body.tree as string)! });
      return [201, { sha }];
    }
    const branch = /^\/git\/refs?\/heads\/(.*)/.exec(path)?.[1] ?? String(body.ref).replace('refs/heads/', '');
    const tip = github.branches.get(branch);
    if (method === 'GET') return tip ? [200, { object: { sha: tip } }] : [404, { message: 'Not Found' }];
    if (github.races > 0) {
      github.races--;
      github.branches.set(branch, name('other'));
      return [422, { message: 'Update is not a fast forward' }];
    }
    const [parent] = github.commits.get(String(body.sha))!.parents;
    if (parent !== tip || body.force === true) return [422, { message: 'Update is not a fast forward' }];
    github.branches.set(branch, String(body.sha));
    return [200, {}];
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url!.replace('/repos/studio/assets', '');
      const line = `${request.method} ${path}`;
      github.asked.push(line);
      const isAllowed =
        request.headers.authorization === 'Bearer secret' && !github.refused.some(start => line.startsWith(start));
      const [status, value] = isAllowed
        ? answer(request.method!, path, JSON.parse(Buffer.concat(chunks).toString() || '{}'))
        : [403, { message: 'Resource not accessible by integration' }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  github.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return github;
}
