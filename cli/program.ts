import { Command, CommanderError } from 'commander';
import { addBenchCommand } from './commands/bench.ts';
import { addBoundsCommand } from './commands/bounds.ts';
import { addCheckCommand } from './commands/check.ts';
import { addEnqueueCommand } from './commands/enqueue.ts';
import { addInspectCommand } from './commands/inspect.ts';
import { addMergeCommand } from './commands/merge.ts';
import { addPlanCommand } from './commands/plan.ts';
import { addViewCommand } from './commands/view.ts';
import { addWorkCommand } from './commands/work.ts';
import { type ExitCode, type Io, isUsageError } from './io.ts';
import { hidePassword } from './queue/connect.ts';
import { inOneLine, sayError } from './subjects/one-line.ts';

/** Runs `poseclash` with these arguments. Never throws: whatever goes wrong costs a line, and the exit code is not that of findings. */
export async function runProgram(args: readonly string[], io: Io, version: string): Promise<ExitCode> {
  let code: ExitCode = 0;
  const finish = (value: ExitCode): void => {
    code = value;
  };
  const wanted: Io = { ...io, hasColors: io.hasColors && !args.includes('--no-color') };
  const program = new Command('poseclash')
    .description('Finds where meshes that bend touch: exactly, and continuously between frames.')
    .version(version, '-V, --version')
    .option('--no-color', 'no colours (NO_COLOR does the same)')
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride()
    .configureOutput({ writeOut: text => io.print(text.trimEnd()), writeErr: text => io.warn(text.trimEnd()) });
  addCheckCommand(program, wanted, finish);
  addInspectCommand(program, wanted, finish);
  addBoundsCommand(program, wanted, finish);
  addPlanCommand(program, wanted, finish);
  addMergeCommand(program, wanted, finish);
  addEnqueueCommand(program, wanted, finish);
  addWorkCommand(program, wanted, finish);
  addViewCommand(program, wanted, finish);
  addBenchCommand(program, wanted, finish);
  for (const command of program.commands) command.option('--no-color', 'no colours');
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.warn(`poseclash: ${isUsageError(error) ? sayError(error) : sayFault(error)}`);
    return 2;
  }
  return code;
}

/** A fault of the program, in a line: what, and where. Messages of packages may hold an address with a password. */
function sayFault(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [, place = ''] = /\n\s+at (.*)/.exec(stack) ?? [];
  const where = place.replace(/[^\s(]*[\\/]/, '');
  return `unexpected: ${hidePassword(inOneLine(message))} (at ${inOneLine(where)}); please report it, with what it was given`;
}
