/* To be loaded before a program (--import): of the files whose path has FLAKY_FOLDER in it, every second read fails, as of a bad disk. */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { readFile } = fs;
let reads = 0;

fs.readFile = (path, ...rest) => {
  const isTheirs = String(path).includes(process.env.FLAKY_FOLDER);
  if (isTheirs && reads++ % 2 === 0) return Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  return readFile(path, ...rest);
};
syncBuiltinESMExports();
