import type { Command } from 'commander';
import pc from 'picocolors';
import { addCheckOptions, type CheckFlags, resolveFlags, type Wanted } from '../check-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { sizeSources } from '../pool/open-source.ts';
import type { Outcome } from '../pool/outcome.ts';
import { addRunOptions, openSession, type RunFlags } from '../run-flags.ts';
import { inOneLine, toPrintableJson } from '../subjects/one-line.ts';
import { cutUnits } from '../units/cut-units.ts';
import { scanOptions, type Unit } from '../units/unit.ts';

interface Flags extends CheckFlags, RunFlags {
  json?: boolean;
}

const EXAMPLES = `
Examples:
  $ poseclash plan *.glb                    a table, on a terminal
  $ poseclash plan *.glb --json | wc -l     into how many units the check would be cut

A unit is an asset by its content, the options that matter, and stretches of its clips by sample, of about a second of one
core. A unit without stretches is what all others of its asset need once: the summary of its plan. See docs/scale.md`;

/** A unit with names for people. */
interface PlannedUnit extends Unit {
  file: string;
  clips: string[];
  /** Estimated. */
  seconds: number;
}

export function describePlan(program: Command): Command {
  const command = program
    .command('plan')
    .summary('list the units that a check is cut into')
    .description(
      'Lists the units that a check of these files is cut into, with what each will cost: JSON, one a line.',
    );
  return addRunOptions(addCheckOptions(command))
    .option('--json', 'JSON lines on a terminal too')
    .addHelpText('after', EXAMPLES);
}

export async function runPlan(files: string[], flags: Flags, io: Io): Promise<ExitCode> {
  const wanted = resolveFlags(files, flags);
  const session = openSession(wanted, flags, io);
  try {
    const sized = await sizeSources(wanted.sources, session);
    return session.stopCode ?? listUnits(sized, wanted, flags, io);
  } finally {
    await session.close();
  }
}

function listUnits(sized: readonly Outcome[], wanted: Wanted, flags: Flags, io: Io): ExitCode {
  const options = scanOptions(wanted.options, wanted.metres);
  const units: PlannedUnit[] = sized.flatMap(({ name, hash, size }) =>
    !size
      ? []
      : cutUnits(size, wanted.options).map(({ stretches, seconds }) => ({
          file: name,
          asset: hash,
          options,
          stretches,
          clips: [...new Set(stretches.map(({ clip }) => size.clips[clip].name))],
          seconds: Number(seconds.toPrecision(3)),
        })),
  );
  for (const { name, error } of sized) if (error !== null) io.warn(`${inOneLine(name)}: ${inOneLine(error)}`);
  const isTable = io.isTerminal === true && !flags.json;
  if (units.length > 0) io.print(isTable ? printTable(units, io) : units.map(unit => toPrintableJson(unit)).join('\n'));
  return sized.every(({ error }) => error === null) ? 0 : 2;
}

function printTable(units: PlannedUnit[], { hasColors, width }: Io): string {
  const colors = pc.createColors(hasColors);
  const total = units.reduce((sum, { seconds }) => sum + seconds, 0);
  const lines = units.map(({ file, stretches, clips, seconds }) => {
    const what = stretches.length === 0 ? 'plan' : sayStretches(stretches, clips);
    return `${seconds.toFixed(2).padStart(8)} s  ${inOneLine(file)}  ${what}`.slice(0, Math.max(40, width));
  });
  return [...lines, colors.bold(`${units.length} units, about ${total.toFixed(1)} s of one core`)].join('\n');
}

function sayStretches(stretches: Unit['stretches'], clips: string[]): string {
  if (clips.length > 1) return `${clips.length} clips: ${clips.join(', ')}`;
  const [{ from }] = stretches;
  return `${clips[0]}, samples ${from} to ${stretches[stretches.length - 1].to}`;
}
