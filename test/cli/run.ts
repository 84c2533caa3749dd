import type { Io } from '../../cli/io.ts';
import { runProgram } from '../../cli/program.ts';

export interface Result {
  code: number;
  out: string;
  err: string;
}

/** Runs the program as the shell would, without a process. */
export async function run(args: string[], io: Partial<Io> = {}): Promise<Result> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runProgram(
    args,
    {
      print: text => out.push(text),
      warn: text => err.push(text),
      hasColors: false,
      hasBar: false,
      width: 100,
      ...io,
    },
    '1.2.3',
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}
