import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { toNumber } from '../check-flags.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { findOwnFile } from '../own-files.ts';
import { createViewerServer, pathOfModel } from '../view/serve-viewer.ts';

interface Flags {
  port: number;
  open?: boolean;
  json?: boolean;
}

const EXAMPLES = `
Examples:
  $ poseclash view hero.glb          prints an address to open in a browser, until Ctrl-C
  $ poseclash view hero.glb --open   opens it

The page and the file are served to this machine only; nothing is sent anywhere.`;

export function describeView(program: Command): Command {
  return program
    .command('view')
    .summary('look at a file in the browser')
    .description('Shows a file in the viewer: serves both on the loopback address until Ctrl-C.')
    .argument('[file]', 'a .glb or .gltf file; without one, the scenes of the viewer')
    .option('--port <n>', 'the port; any free one by default', toNumber, 0)
    .option('--open', 'open it in the browser')
    .option('--json', 'print the address as JSON')
    .addHelpText('after', EXAMPLES);
}

export async function runView([file]: string[], flags: Flags, io: Io): Promise<ExitCode> {
  const index = findOwnFile('viewer/index.html');
  if (!index) throw usageError('view: the viewer is not here; in a checkout, build it first.');
  if (file !== undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw usageError(`view: '${file}' is no file.`);
  }
  if (!(Number.isInteger(flags.port) && flags.port >= 0 && flags.port < 65_536)) {
    throw usageError(`--port is ${flags.port}; give a number below 65536.`);
  }
  const models = file === undefined ? [] : [file];
  const server = createViewerServer(fileURLToPath(new URL('.', index)), models);
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(usageError(`--port: ${flags.port} cannot be used (${error.code}).`)),
    );
    server.listen(flags.port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  const query = models.length > 0 ? `?file=${pathOfModel(models, 0)}` : '';
  const url = `http://127.0.0.1:${port}/${query}`;
  io.print(flags.json ? JSON.stringify({ url }) : url);
  if (flags.open) openBrowser(url);
  await new Promise<void>(resolve => {
    if (!io.onStop) resolve();
    io.onStop?.(() => resolve());
  });
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  return 0;
}

/** The address is made of a number and encoded letters, so no shell can take it for something else. */
function openBrowser(url: string): void {
  const [command, ...args] = { darwin: ['open'], win32: ['explorer.exe'] }[process.platform as string] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {}); // the address is printed anyway
  child.unref();
}
