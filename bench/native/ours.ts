import { createInterface } from 'node:readline';
import { createCollider, createShape, findPairs, setPose } from '../../src/index.ts';
import { readPoses } from './pose-file.ts';

// Our program of the race: as docs/benchmarks.md asks of all of them, and as contender.h has it for those in C++.
const { mesh, skin, situations } = readPoses(process.argv[2]);
const shape = createShape(mesh, { kind: 'linear-blend', skin });
const [a, b] = [createCollider(shape), createCollider(shape)];
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [what, situation] = line.split(' ');
  const times: number[] = [];
  for (const pose of situations[Number(situation)]) {
    const start = performance.now();
    setPose(a, { jointMatrices: pose.a });
    setPose(b, { jointMatrices: pose.b });
    const pairs = findPairs(a, b);
    times.push(performance.now() - start);
    if (what === 'pairs') process.stdout.write(`${pairs.join(' ')}\n`);
  }
  if (what === 'time') process.stdout.write(`${times.join(' ')}\n`);
}
