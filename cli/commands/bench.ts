import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { type ExitCode, usageError } from '../io.ts';
import { findOwnFile } from '../own-files.ts';

const EXAMPLES = `
Examples, in a checkout:
  $ npm run bench                                         lists the benchmarks
  $ npm run bench -- queries --quick --json queries.json
  $ poseclash bench queries                               the same, if it was built`;

/** Benchmarks are not part of the package: they need the models and baselines of the repository. */
export function describeBench(program: Command): Command {
  return program
    .command('bench')
    .summary('run a benchmark (in a checkout only)')
    .description('Runs a benchmark. Benchmarks are in the repository, not in the package.')
    .argument('[names...]', 'what to run, and its flags')
    .option('--json <file>', 'write the numbers to a file')
    .allowUnknownOption()
    .addHelpText('after', EXAMPLES);
}

export async function runBench(names: string[], flags: { json?: string }): Promise<ExitCode> {
  const script = findOwnFile('bench/run.js');
  if (!script) {
    throw usageError('bench: benchmarks are not in the package; in a checkout of the repository: npm run bench');
  }
  const json = flags.json === undefined ? [] : ['--json', flags.json];
  const child = spawn(process.execPath, [fileURLToPath(script), ...names, ...json], { stdio: 'inherit' });
  const code = await new Promise<number | null>(resolve => child.on('exit', resolve));
  return code === 0 ? 0 : 2;
}
