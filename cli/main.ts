#!/usr/bin/env node
// The program `poseclash`: arguments in, an exit code out. All it does to the outside is in io.ts.
import { readFileSync } from 'node:fs';
import { createProcessIo } from './io.ts';
import { findManifest } from './own-files.ts';
import { runProgram } from './program.ts';

const { version } = JSON.parse(readFileSync(findManifest(), 'utf8')) as { version: string };
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error; // someone read the first lines and closed the pipe
});
process.exitCode = await runProgram(process.argv.slice(2), createProcessIo(), version);
