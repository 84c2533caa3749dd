import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { describeBench, runBench } from './commands/bench.ts';
import { describeBounds, runBounds } from './commands/bounds.ts';
import { describeBuild, runBuild } from './commands/build.ts';
import { describeChanged, runChanged } from './commands/changed.ts';
import { describeCheck, runCheck } from './commands/check.ts';
import { describeEnqueue, runEnqueue } from './commands/enqueue.ts';
import { describeInspect, runInspect } from './commands/inspect.ts';
import { describeMerge, runMerge } from './commands/merge.ts';
import { describePlan, runPlan } from './commands/plan.ts';
import { describeStatus, runStatus } from './commands/status.ts';
import { describeView, runView } from './commands/view.ts';
import { describeWork, runWork } from './commands/work.ts';
import { isModelName } from './expand-files.ts';
import { hidePassword } from './hide-password.ts';
import { type ExitCode, type Io, isUsageError } from './io.ts';
import { inOneLine, sayError } from './subjects/one-line.ts';

/** What a command does, given its arguments and the flags it has described. */
type Run<Flags> = (args: string[], flags: Flags, io: Io) => Promise<ExitCode>;

/** Runs `poseclash` with these arguments. Never throws: whatever goes wrong costs a line, and the exit code is not that of findings. */
export async function runProgram(args: readonly string[], io: Io, version: string): Promise<ExitCode> {
  let code: ExitCode = 0;
  const wanted: Io = { ...io, hasColors: io.hasColors && !args.includes('--no-color') };
  const program = new Command('poseclash')
    .description('Finds where meshes that bend touch: exactly, and continuously between frames.')
    .version(version, '-V, --version')
    .option('--no-color', 'no colours (NO_COLOR does the same)')
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride()
    .configureOutput({ writeOut: text => io.print(text.trimEnd()), writeErr: text => io.warn(text.trimEnd()) });
  const add = <Flags extends object>(command: Command, run: Run<Flags>): void => {
    command.option('--no-color', 'no colours').action(async () => {
      code = await run(command.args, command.opts<Flags>(), wanted);
    });
  };
  add(describeCheck(program), runCheck);
  add(describeChanged(program), runChanged);
  add(describeInspect(program), runInspect);
  add(describeBounds(program), runBounds);
  add(describeBuild(program), runBuild);
  add(describePlan(program), runPlan);
  add(describeMerge(program), runMerge);
  add(describeEnqueue(program), runEnqueue);
  add(describeWork(program), runWork);
  add(describeStatus(program), runStatus);
  add(describeView(program), runView);
  add(describeBench(program), runBench);
  const file = findBareFile(args, program);
  if (file !== undefined) {
    const word = inOneLine(file);
    const quoted = /\s/.test(word) ? `"${word}"` : word;
    io.warn(`poseclash: '${word}' is no command; to check it: poseclash check ${quoted} (--help lists all commands)`);
    return 2;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.warn(`poseclash: ${isUsageError(error) ? sayError(error) : sayFault(error)}`);
    return 2;
  }
  return code;
}

/** The first word if it is a file or a folder, or called like a model, where a command belongs. */
function findBareFile(args: readonly string[], { commands }: Command): string | undefined {
  const word = args.find(arg => !arg.startsWith('-'));
  if (word === undefined || word === 'help' || commands.some(command => command.name() === word)) return undefined;
  return isModelName(word) || existsSync(word) ? word : undefined;
}

/** A fault of the program, in a line: what, and where. Messages of packages may hold an address with a password. */
function sayFault(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [, place = ''] = /\n\s+at (.*)/.exec(stack) ?? [];
  const where = place.replace(/[^\s(]*[\\/]/, '');
  return `unexpected: ${hidePassword(inOneLine(message))} (at ${inOneLine(where)}); please report it, with what it was given`;
}
