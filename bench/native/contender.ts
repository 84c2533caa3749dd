import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program of the race at work: it waits, and answers as docs/benchmarks.md asks. */
export interface Contender {
  name: string;
  /** What each pose of a situation took, in ms. */
  time(situation: number): Promise<number[]>;
  /** The pairs of each pose, [triangle of a, triangle of b, ...]. */
  pairs(situation: number, poses: number): Promise<Uint32Array[]>;
  /** Ends the program, and waits until it has. */
  close(): Promise<void>;
}

/** Starts a program, and waits until it is ready. Throws if it ends instead. */
export async function openContender(name: string, command: readonly string[]): Promise<Contender> {
  const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => {}); // told by whoever reads next
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async (): Promise<string> => {
    const { value, done } = await Promise.race([lines.next(), failed]);
    if (done) throw new Error(`${name}: the program has ended.`);
    return value;
  };
  const readNumbers = async (): Promise<number[]> => (await readLine()).split(' ').filter(Boolean).map(Number);
  if ((await readLine()) !== 'ready') throw new Error(`${name}: the program does not say that it is ready.`);
  return {
    name,
    async time(situation) {
      child.stdin.write(`time ${situation}\n`);
      return readNumbers();
    },
    async pairs(situation, poses) {
      child.stdin.write(`pairs ${situation}\n`);
      const answers: Uint32Array[] = [];
      while (answers.length < poses) answers.push(Uint32Array.from(await readNumbers()));
      return answers;
    },
    close() {
      if (child.exitCode !== null) return Promise.resolve();
      const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
      child.stdin.end();
      return closed;
    },
  };
}
