import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { markOf, toComment } from '../../cli/changed/comment.ts';
import { listChangedModels } from '../../cli/changed/list-changed.ts';
import { type Found, type Telling, tellGithub } from '../../cli/changed/tell-github.ts';
import { readWorkflow } from '../../cli/changed/workflow.ts';
import { stageCli } from '../../scripts/package/stage-package.ts';
import type { CheckReport } from '../../src/check/index.ts';
import { makeClean, makeHit } from '../cli/make-boxes.ts';
import { run } from '../cli/run.ts';
import { createHostileReport } from '../reports/hostile-report.ts';
import { type FakeGithub, startGithub } from './fake-github.ts';
import { type ActionRun, readAction, runAction } from './run-action.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'poseclash-action-'));
const repository = join(folder, 'assets');
const before = process.cwd();
const MARK = '<!-- poseclash check -->';
let github: FakeGithub;
let commits: Record<'base' | 'change' | 'mend' | 'words', string>;
let main: string;

function git(...args: string[]): string {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: repository, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function put(name: string, text: string | Uint8Array): void {
  writeFileSync(join(repository, name), text);
}

function commit(message: string): string {
  git('add', '-A');
  git('commit', '-q', '-m', message);
  return git('rev-parse', 'HEAD');
}

/** The same model with its numbers in a file beside it. */
function putApart(name: string, gltf: string): void {
  const json = JSON.parse(gltf);
  put(`${name} 1.bin`, Buffer.from(json.buffers[0].uri.split(',')[1], 'base64'));
  json.buffers[0].uri = `${name.split('/').at(-1)}%201.bin`;
  put(`${name}.gltf`, JSON.stringify(json));
}

/** Moves to a commit and runs the action there, as for a pull request against the first one. */
function act(at: string, inputs: Record<string, string> = {}, env: Record<string, string> = {}): Promise<ActionRun> {
  git('checkout', '-q', at);
  return runAction({
    ...{ root, main, repository, inputs: { token: 'secret', ...inputs } },
    scratch: join(folder, 'runner'),
    event: { pull_request: { number: 5, base: { sha: commits.base } } },
    env: { GITHUB_API_URL: github.url, XDG_CACHE_HOME: join(folder, 'cache'), ...env },
  });
}

beforeAll(async () => {
  main = join((await stageCli(root)).folder, 'dist/main.js');
  mkdirSync(join(repository, 'sub'), { recursive: true });
  git('init', '-q', '-b', 'main');
  put('hero.gltf', makeClean());
  put('same.gltf', makeHit()); // goes through itself, and is nobody's change
  put('gone.gltf', makeClean());
  put('.gitignore', 'poseclash-report\n');
  putApart('sub/loose', makeClean());
  const base = commit('base');
  put('hero.gltf', makeHit());
  put('[new] 1.vrm', makeClean());
  put('notes.txt', 'not a model');
  rmSync(join(repository, 'gone.gltf'));
  const looseText = readFileSync(join(repository, 'sub/loose.gltf'), 'utf8');
  const bytes = readFileSync(join(repository, 'sub/loose 1.bin'));
  bytes.writeFloatLE(bytes.readFloatLE(0) * 1.25, 0); // a corner of a box; the .gltf stays as it is
  put('sub/loose 1.bin', bytes);
  const change = commit('change');
  expect(readFileSync(join(repository, 'sub/loose.gltf'), 'utf8')).toBe(looseText);
  put('hero.gltf', makeClean());
  const mend = commit('mend');
  git('checkout', '-q', base);
  put('notes.txt', 'words only');
  const words = commit('words');
  commits = { base, change, mend, words };
});

beforeEach(async () => {
  github = await startGithub();
});

afterEach(async () => {
  await github.close();
  process.chdir(before);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Pictures and commits have names that the test knows. */
const COMMENT = `<!-- poseclash check -->
## ❌ poseclash check

**1 collision**, 0 at joints or slight, 0 layered or by design, 0 suppressed, in 3 clips of 3 assets.

### \\[new\\] 1.vrm

longest side 1.00 m, 12 triangles, 1 clip

Clean.

### hero.gltf

longest side 4.00 m, 2 bodies, 24 triangles, 1 clip

| | severity | what | depth | worst | clips | picture |
|---|---|---|---|---|---|---|
| 🔴 | SEVERITY | ram through wall | DEPTH | move, TIME | 1 | <a href="PICTURE"><img src="PICTURE" width="240" alt="where they touch"></a> |

### sub/loose.gltf

longest side SIZE m, 12 triangles, 1 clip

Clean.

[The page to look at, and all else that was written](https://github.com/studio/assets/actions/runs/77), are with the run.
`;

const plain = (text: string): string =>
  text
    .replaceAll(/https:[^"]*\/blob\/commit-\d+\/hero-01-ram-wall\.png\?raw=true/g, 'PICTURE')
    .replace(/\| [\d.]+ m?m \([\d.]+ %\)[^|]*\|/, '| DEPTH |')
    .replace(/severe [\d.]+/, 'SEVERITY')
    .replace(/move, [\d.]+ s/, 'move, TIME')
    .replace(/(sub\/loose\.gltf\n\nlongest side )[\d.]+/, '$1SIZE');

describe('the action', () => {
  it('checks what a pull request changes, comments with pictures, and leaves page, pictures and SARIF', async () => {
    const { code, err, outputs, summary, used } = await act(commits.change);
    expect(err).toMatch(/^npx --yes poseclash-cli@\d+\.\d+\.\d+ changed /);
    expect([code, outputs.code, outputs.models, outputs.collisions]).toEqual([1, '1', '3', '1']);
    expect(github.comments.map(({ body }) => plain(body))).toEqual([COMMENT]);
    expect(summary).toBe('');
    const [picture] = /commit-\d+/.exec(github.comments[0].body)!;
    expect(github.commits.get(picture)).toEqual({ parents: [], files: ['hero-01-ram-wall.png'] });
    expect(github.branches.get('poseclash-pictures')).toBe(picture);
    const at = (name: string): string => join(repository, 'poseclash-report', name);
    expect(readdirSync(at('')).sort()).toEqual([
      'comment.md',
      'pictures',
      'report.html',
      'report.json',
      'report.sarif',
    ]);
    expect(readdirSync(at('pictures'))).toEqual(['hero-01-ram-wall.png']);
    const report = JSON.parse(readFileSync(at('report.json'), 'utf8')) as CheckReport;
    expect(report.assets.map(({ name }) => name)).toEqual(['[new] 1.vrm', 'hero.gltf', 'sub/loose.gltf']);
    const sarif = JSON.parse(readFileSync(at('report.sarif'), 'utf8'));
    const places = sarif.runs[0].results.map((result: { level: string; locations: unknown[] }) => [
      result.level,
      (result.locations[0] as { physicalLocation: { artifactLocation: { uri: string } } }).physicalLocation
        .artifactLocation.uri,
    ]);
    expect(places).toEqual([['error', 'hero.gltf']]);
    const page = readFileSync(at('report.html'), 'utf8');
    expect(page).toMatch(/<h1>.*1 collision.*<\/h1>/);
    expect(page).not.toContain(folder);
    expect(used).toEqual([
      {
        uses: 'actions/upload-artifact@v4',
        with: { name: 'poseclash-check', path: 'poseclash-report', 'if-no-files-found': 'ignore' },
      },
      {
        uses: 'github/codeql-action/upload-sarif@v3',
        with: { sarif_file: join('poseclash-report', 'report.sarif'), category: 'poseclash-check' },
      },
    ]);
  });

  it('follows what it is told: which files, what fails', async () => {
    const inputs = { files: 'sub *.vrm', 'fail-on': 'nothing', comment: 'false', sarif: 'false', upload: 'false' };
    const some = await act(commits.change, inputs);
    expect([some.code, some.outputs.models, some.used]).toEqual([0, '2', []]);
    expect(some.summary).toMatch(/^## ✅[\s\S]*in 2 clips of 2 assets/);
    expect(github.asked).toEqual([]);
  });

  it('says of every input and output what it is, and hands every input on', () => {
    const { inputs, outputs, runs } = readAction(root);
    const text = JSON.stringify(runs);
    for (const [name, { description, default: value }] of Object.entries(inputs)) {
      expect([name, description.length > 20, typeof value]).toEqual([name, true, 'string']);
      expect(text).toContain(`inputs.${name}`);
      expect(readFileSync(join(root, 'docs/ci.md'), 'utf8')).toContain(`| \`${name}\` |`);
    }
    for (const { description } of Object.values(outputs)) expect(description).toBeTruthy();
    for (const { run: script = '' } of runs.steps) expect(script).not.toContain('${{'); // nobody's text becomes a command
  });
});

describe('a pull request', () => {
  const pictures = join(folder, 'pictures');
  const summaryFile = join(folder, 'summary');
  let report: CheckReport;
  let clean: CheckReport;

  beforeAll(async () => {
    git('checkout', '-q', commits.change);
    process.chdir(repository);
    await run(['check', 'hero.gltf', '--output', join(folder, 'hit.json'), '--thumbs', pictures]);
    await run(['check', '[new] 1.vrm', '--output', join(folder, 'clean.json')]);
    report = JSON.parse(readFileSync(join(folder, 'hit.json'), 'utf8'));
    clean = JSON.parse(readFileSync(join(folder, 'clean.json'), 'utf8'));
  });

  /** What is said on standard error. */
  async function tell(found: Found, more: Partial<Telling> = {}, env: Record<string, string> = {}): Promise<string> {
    writeFileSync(summaryFile, '');
    writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 5 } }));
    const workflow = readWorkflow({
      GITHUB_EVENT_PATH: join(folder, 'event.json'),
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: 'studio/assets',
      GITHUB_STEP_SUMMARY: summaryFile,
      GITHUB_TOKEN: 'secret',
      ...env,
    });
    const said: string[] = [];
    const io = { print: () => {}, warn: (text: string) => said.push(text), hasColors: false, hasBar: false, width: 80 };
    await tellGithub(found, workflow, { mark: MARK, thumbs: pictures, branch: 'shots', comments: true, ...more }, io);
    return said.join('\n');
  }
  const summary = (): string => readFileSync(summaryFile, 'utf8');

  it('has one comment, which is written over, and not what others quote of it', async () => {
    const quote = { id: 1, body: `${MARK}\nas it said`, user: { type: 'User' } };
    const other = { id: 2, body: `I see\n${MARK}`, user: { type: 'Bot' } };
    github.comments.push(quote, ...Array.from({ length: 120 }, () => ({ ...other })));
    expect(await tell(null)).toBe('');
    expect(github.comments).toHaveLength(121); // no model has changed, and nobody was told otherwise
    await tell(report);
    expect(github.comments).toHaveLength(122);
    const own = github.comments[121];
    expect(own.body).toMatch(/^<!-- poseclash check -->\n## ❌/);
    await tell(clean);
    expect(own.body).toMatch(/## ✅[\s\S]*no collisions/);
    await tell({ failure: 'no <b>disk</b>' });
    expect(own.body).toContain('❌ poseclash check\n\nNothing was checked: no &lt;b&gt;disk');
    await tell(null);
    expect(own.body).toBe(`${MARK}\n## ✅ poseclash check\n\nNo model has changed.\n`);
    expect(github.comments).toHaveLength(122);
    expect([quote.body, other.body]).toEqual([`${MARK}\nas it said`, `I see\n${MARK}`]);
    await tell(report, { mark: markOf('a second') });
    expect(github.comments).toHaveLength(123);
    expect(summary()).toBe('');
  });

  it('keeps the pictures it has, and gets new ones though another run was faster', async () => {
    await tell(report);
    const first = github.branches.get('shots')!;
    await tell(report);
    const second = github.branches.get('shots')!;
    expect(github.commits.get(second)!.parents).toEqual([first]);
    github.races = 2;
    expect(await tell(report)).toBe('');
    const tip = github.branches.get('shots')!;
    expect(github.commits.get(tip)!.parents).toEqual([expect.stringMatching(/^other-/)]);
    expect(github.comments.map(({ body }) => body.includes(`/blob/${tip}/hero-01-ram-wall.png`))).toEqual([true]);
  });

  it('is told on the page of the run where nobody may comment, as with the token of a fork', async () => {
    github.refused = ['POST /issues', 'POST /git'];
    const said = await tell(report);
    expect(said).toContain('no comment was written: GitHub answers 403 (Resource not accessible by integration)');
    expect(summary()).toMatch(/^## ❌[\s\S]*ram through wall/);
    expect(summary()).not.toContain('<img');
    expect(said + summary()).not.toContain('secret');
    await tell(report, {}, { GITHUB_TOKEN: '' });
    expect(summary()).toMatch(/^## ❌/);
    expect(await tell(report, {}, { GITHUB_API_URL: 'http://127.0.0.1:9' })).toContain('no comment was written');
    expect(summary()).toMatch(/^## ❌/);
    expect(await tell(report, { comments: false })).toBe('');
    expect(summary()).toMatch(/^## ❌/);
    expect(github.comments).toEqual([]);
  });

  it('has no pictures where they are refused or not wanted', async () => {
    github.refused = ['POST /git'];
    expect(await tell(report)).toMatch(
      /the comment has no pictures: GitHub answers 403 .* \(they need 'contents: write'\)/,
    );
    await tell(report, { branch: null, mark: markOf('b') });
    expect(github.comments.map(({ body }) => body.includes('<img'))).toEqual([false, false]);
    expect(github.comments[0].body).toContain('ram through wall');
  });
});

describe('poseclash changed', () => {
  it.each([
    [['--base', 'HEAD', '--pair'], '--pair takes two files'],
    [['--base', 'nowhere'], "git knows no commit 'nowhere' here"],
    [['--base=--output=x'], "git knows no commit '--output=x' here"],
    [[], 'name the commit to compare with by --base'],
    [['--base', 'HEAD~1', '--min-depth', 'deep'], 'minDepth is "deep"'],
  ])('%j is wrong usage, and it says why', async (args, message) => {
    git('checkout', '-q', commits.change);
    process.chdir(repository);
    const { code, err } = await run(['changed', ...args]);
    expect([code, err.includes(message)]).toEqual([2, true]);
  });

  it('has nothing to do where no model has changed', async () => {
    git('checkout', '-q', commits.words);
    process.chdir(repository);
    expect(await run(['changed', '--base', commits.base])).toEqual({ code: 0, out: 'no model has changed', err: '' });
  });
});

describe('changed models', () => {
  it('are those of the branch, not what its base has changed since', async () => {
    git('checkout', '-q', '-B', 'side', commits.base);
    put('same.gltf', makeClean());
    const tip = commit('the base goes on');
    git('checkout', '-q', commits.change);
    process.chdir(repository);
    expect(await listChangedModels(tip, [])).toEqual(['[new] 1.vrm', 'hero.gltf', 'sub/loose.gltf']);
    process.chdir(join(repository, 'sub'));
    expect(await listChangedModels('side', [])).toEqual(['loose.gltf']);
    process.chdir(repository);
    expect(await listChangedModels(tip, ['*.gltf'])).toEqual(['hero.gltf']);
    expect(await listChangedModels(tip, ['**/*.gltf', 'hero.gltf'])).toEqual(['hero.gltf', 'sub/loose.gltf']);
    expect(await listChangedModels(tip, ['sub/', 'nothing*'])).toEqual(['sub/loose.gltf']);
  });

  it('are found in a clone of one commit, to which the base is fetched', async () => {
    git('checkout', '-q', '-B', 'pull', commits.change);
    git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '-q', '--depth=1', '--branch', 'pull', `file://${repository}`, clone]);
    process.chdir(clone);
    expect(await listChangedModels(commits.base, [])).toEqual(['[new] 1.vrm', 'hero.gltf', 'sub/loose.gltf']);
    await expect(listChangedModels('0123456789'.repeat(4), [])).rejects.toThrow('git knows no commit');
  });
});

describe('a comment', () => {
  it('is never longer than GitHub takes, and says what it leaves out', () => {
    const report = createHostileReport();
    const many = { ...report, assets: Array.from({ length: 400 }, () => report.assets[0]) };
    many.summary = { ...report.summary, assets: 400 };
    const text = toComment(many, new Map(), null);
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/\d+ more assets: see the report\./);
    const shown = text.split('\n### ').length - 1;
    expect(Number(/(\d+) more assets/.exec(text)![1])).toBe(400 - shown);
  });
});
