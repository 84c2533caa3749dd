import { spawn } from 'node:child_process';

/*
 * Runs scripts of package.json at the same time: node scripts/at-once.js typecheck lint. Prints what each has to say in one piece,
 * and leaves with 1 if any failed.
 */

function run(name) {
  return new Promise(resolve => {
    const child = spawn(`npm run --silent ${name}`, { shell: true });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', data => {
        said += data;
      });
    }
    child.on('close', code => {
      if (said !== '') process.stdout.write(`${name}:\n${said}`);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = results.every(isGood => isGood) ? 0 : 1;
