import { createProcessIo } from './io.ts';
import { runProgram } from './program.ts';

/** What `npm start` shows: the check of the built-in character. Finding its collisions is what it should do, so that is no failure. */
const io = createProcessIo();
const code = await runProgram(['check', '--html', 'report.html'], io, '');
io.print(`
Three collisions were made in, and all are found, the worst first; 'curl' only creases at the elbow, which is listed apart.
Open report.html in a browser to look at them. As a program, poseclash check leaves with exit code ${code} then. What to try next:
  node dist/cli/main.js check your-character.glb     your own: .glb or .gltf, any clips
  node dist/cli/main.js check --all                  every issue, why it is listed where it is, and when it is there
  node dist/cli/main.js inspect your-character.glb   what there is to check in it
  node dist/cli/main.js check --help                 ignoring, thresholds, baselines, reports
  npm run viewer                                     scenes and files in the browser, and what a query does
  docs/check.md                                      what is found, and how`);
process.exitCode = code === 2 ? 2 : 0;
