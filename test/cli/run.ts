import { runProgram } from '../../cli/program.ts';

export interface Result {
  code: number;
  out: string;
  err: string;
}

/** Runs the program as the shell would, without a process. */
export async function run(args: string[], io: { hasColors?: boolean } = {}): Promise<Result> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runProgram(
    args,
    {
      print: text => out.push(text),
      warn: text => err.push(text),
      hasColors: io.hasColors ?? false,
      hasBar: false,
      width: 100,
    },
    '1.2.3',
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}
