import { spawn } from 'node:child_process';

/*
 * Runs scripts of package.json at the same time, and a command that has the terminal meanwhile:
 * node scripts/at-once.js typecheck lint --with vitest run. Prints what each script has to say in one piece when it ends; what failed
 * is named at the end, and the program leaves with 1.
 */

const children = new Set();

/** Without a shell in between, which would not pass signals on; but Windows finds npm only with one. */
function start([program, ...args], options) {
  const child = spawn(program, args, { shell: process.platform === 'win32', ...options });
  children.add(child);
  child.on('close', () => children.delete(child));
  return child;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}

const untilClosed = child => new Promise(resolve => child.on('close', code => resolve(code === 0)));

async function runScript(name) {
  const child = start(['npm', 'run', '--silent', name], {});
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', data => {
      said += data;
    });
  }
  const isGood = await untilClosed(child);
  if (said !== '') process.stdout.write(`${name}:\n${said}`);
  return { name, isGood };
}

async function runCommand(words) {
  return { name: words.join(' '), isGood: await untilClosed(start(words, { stdio: 'inherit' })) };
}

const names = process.argv.slice(2);
const at = names.indexOf('--with');
const command = at < 0 ? [] : names.splice(at).slice(1);
const runs = await Promise.all([...names.map(runScript), ...(command.length > 0 ? [runCommand(command)] : [])]);
const failed = runs.filter(({ isGood }) => !isGood);
if (failed.length > 0) process.stdout.write(`Failed: ${failed.map(({ name }) => name).join(', ')}.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
