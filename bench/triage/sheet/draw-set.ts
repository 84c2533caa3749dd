import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBundleLooks } from '../../../cli/looks/bundle-looks.ts';
import { ballAround, ballAroundAll } from '../../../cli/thumbs/choose-camera.ts';
import { createCostumes, dressBodies } from '../../../cli/thumbs/create-surfaces.ts';
import { stageContact } from '../../../cli/thumbs/stage-contact.ts';
import { createSubject, readBundle } from '../../../cli/units/bundle.ts';
import { resolveOptions } from '../../../src/check/plan/options.ts';
import { planCheck } from '../../../src/check/plan/plan.ts';
import { createScanWindow } from '../../../src/check/scan/search-step.ts';
import { type Labelled, type LabelledFile, sourceOf } from '../labels.ts';
import { drawSheet } from './draw-sheet.ts';

/** Findings of a file that are to be looked at: as they will be labelled, but without labels. Pictures are called by their numbers. */
interface Unlabelled extends Pick<LabelledFile, 'file' | 'hash' | 'flex' | 'motion'> {
  findings: (Omit<Labelled, 'label'> & { number: string })[];
}

/** No side of an image of a file is longer. */
const IMAGE_SIZE = 1024;

/**
 * Draws findings so that somebody who knows nothing of them can label them: `001.png` and so on, into the folder.
 * Usage: node dist/bench/triage/sheet/draw-set.js FINDINGS.json FOLDER
 */
async function drawSet(list: string, folder: string): Promise<void> {
  const files: Unlabelled[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const file of files) {
    await drawFile(file, folder);
    console.log(`${file.file}: ${file.findings.length} pictures`);
  }
}

async function drawFile(drawn: Unlabelled, folder: string): Promise<void> {
  const source = sourceOf(drawn);
  if (!source) throw new Error(`${drawn.file} is not here, or another`);
  const bundle = await readBundle(source);
  const subject = await createSubject(bundle, 1);
  const plan = planCheck(subject, resolveOptions());
  const scan = createScanWindow(plan, 1, true);
  const costumes = createCostumes(plan, await readBundleLooks(bundle, source, subject, IMAGE_SIZE));
  for (const { number, clip: name, time, a, b } of drawn.findings) {
    const clip = subject.clips.find(one => one.name === name)!;
    const staged = stageContact(scan, clip, time, a, b);
    const { curve, parts } = staged;
    const surfaces = dressBodies(costumes, staged);
    const figure = ballAroundAll(staged.positions);
    const contact = curve.length > 0 ? ballAround(curve) : figure;
    const png = drawSheet({ surfaces, parts, curve, contact, figure, size: plan.height });
    writeFileSync(join(folder, `${number}.png`), png);
  }
}

await drawSet(process.argv[2], process.argv[3]);
