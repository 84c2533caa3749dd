import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { CheckReport } from '../../src/check/index.ts';
import { markOf } from '../changed/comment.ts';
import { listChangedModels } from '../changed/list-changed.ts';
import { type Found, tellGithub } from '../changed/tell-github.ts';
import { readWorkflow, type Workflow } from '../changed/workflow.ts';
import { addCheckOptions, type CheckFlags } from '../check-flags.ts';
import { addReportOptions, type ReportFlags } from '../deliver-report.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { withoutFolders } from '../reports/without-folders.ts';
import { addRunOptions, type RunFlags } from '../run-flags.ts';
import { sayError } from '../subjects/one-line.ts';
import { writeNamed } from '../write-file.ts';
import { runCheck } from './check.ts';

interface Flags extends CheckFlags, RunFlags, ReportFlags {
  base?: string;
  folder: string;
  name: string;
  comment: boolean;
  pictures: string | false;
}

const EXAMPLES = `
Examples:
  $ poseclash changed --base main                 what the current branch has changed
  $ poseclash changed 'characters/**' --base HEAD~1 --folder out

In a workflow of GitHub the base is that of the pull request, or what was there before the push. With GITHUB_TOKEN the pull request gets a
comment, which later runs write over; else the page of the run has it. The action of this project calls this: docs/ci.md.
Exit codes are those of check; 0 if no model has changed.`;

export function describeChanged(program: Command): Command {
  const command = program
    .command('changed')
    .summary('check the models that a branch or a pull request changes, and comment on it')
    .description('Checks the models of a git repository that differ from a commit, and comments on the pull request.');
  return addReportOptions(addRunOptions(addCheckOptions(command)))
    .option('--base <commit>', 'compare with the point where the current branch left this commit or branch')
    .option('--folder <folder>', 'write report.html, report.json, report.sarif, comment.md and pictures here', FOLDER)
    .option('--name <name>', 'tells one comment from another, where a pull request is checked more than once', 'check')
    .option('--no-comment', 'write no comment')
    .option('--pictures <branch>', 'the branch that the pictures of comments are put on', 'poseclash-pictures')
    .option('--no-pictures', 'no pictures in comments')
    .addHelpText('after', EXAMPLES);
}

const FOLDER = 'poseclash-report';

export async function runChanged(patterns: string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (flags.pair) throw usageError('changed: --pair takes two files; give it to check.');
  const workflow = readWorkflow(process.env);
  const base = flags.base || workflow.base;
  if (!base) throw usageError('changed: name the commit to compare with by --base.');
  const files = listFiles(flags);
  const telling = {
    mark: markOf(flags.name),
    thumbs: flags.thumbs ?? files.thumbs,
    branch: flags.pictures === false ? null : flags.pictures,
    comments: flags.comment,
  };
  const tell = async (found: Found): Promise<void> => {
    const text = await tellGithub(found, workflow, telling, io);
    await writeNamed('--folder', join(flags.folder, 'comment.md'), text);
  };
  try {
    const models = await listChangedModels(base, patterns);
    if (models.length === 0) io.print('no model has changed');
    const { code, report } = models.length > 0 ? await check(models, { ...files, ...flags }, io) : NOTHING;
    await tell(report);
    const collisions = report?.summary.collisions ?? 0;
    await writeOutputs(workflow, {
      code,
      models: models.length,
      collisions,
      sarif: report ? (flags.sarif ?? files.sarif) : '',
    });
    return code;
  } catch (error) {
    // What an earlier run has told is not to stand there as if it were of this one.
    await tell({ failure: sayError(error) });
    throw error;
  }
}

const NOTHING = { code: 0 as ExitCode, report: null };

/** What is written of every check, unless flags name other places. */
function listFiles({ folder }: Flags): Required<Pick<ReportFlags, 'html' | 'output' | 'sarif' | 'thumbs'>> {
  return {
    html: join(folder, 'report.html'),
    output: join(folder, 'report.json'),
    sarif: join(folder, 'report.sarif'),
    thumbs: join(folder, 'pictures'),
  };
}

async function check(
  models: string[],
  flags: Flags & { output: string },
  io: Io,
): Promise<{ code: ExitCode; report: CheckReport }> {
  const code = await runCheck(models, flags, io);
  const report = JSON.parse(await readFile(flags.output, 'utf8')) as CheckReport;
  return { code, report: withoutFolders(report, process.cwd()) };
}

/** For the steps of the workflow that come after. */
async function writeOutputs({ outputs }: Workflow, values: Record<string, number | string>): Promise<void> {
  if (outputs === null) return;
  await appendFile(
    outputs,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
}
