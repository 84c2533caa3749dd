import { packerIsReady } from '../cli/reports/pack-array.ts';
import { packAsset } from '../cli/reports/pack-scene.ts';
import type { PageAsset } from '../cli/reports/page-data.ts';
import { measureScene } from '../cli/reports/scene.ts';
import { addFlexClips } from '../cli/rigs/flex.ts';
import { readVrm, withVrm } from '../cli/rigs/vrm.ts';
import { createCharacterSubject } from '../cli/subjects/character-subject.ts';
import { createGltfSubject } from '../cli/subjects/gltf-subject.ts';
import { assembleReport, reportFailure } from '../src/check/findings/write-report.ts';
import { type AssetReport, type CheckSubject, checkSubject } from '../src/check/index.ts';
import { resolveOptions } from '../src/check/plan/options.ts';
import { readGltf } from '../src/gltf/index.ts';
import type { Dropped, Order, Reply } from './protocol.ts';

const MODEL = /\.(glb|gltf|vrm)$/i;

/** Checks what was dropped, one model after the other, as the command line does; here nothing is read but what came with the order. */
addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  try {
    await check(data);
  } catch (error) {
    say({ fault: (error as Error).message });
  }
});

function say(reply: Reply): void {
  postMessage(reply);
}

async function check(files: Order): Promise<void> {
  const models = files.filter(({ name }) => MODEL.test(name));
  if (files.length > 0 && models.length === 0) throw new Error('There is no .glb, .gltf or .vrm among these files.');
  await packerIsReady;
  const options = resolveOptions();
  const reports: AssetReport[] = [];
  const assets: PageAsset[] = [];
  const count = Math.max(1, models.length);
  for (let m = 0; m < count; m++) {
    const name = models[m]?.name ?? '';
    const subject = await open(models[m], files).catch((error: Error) => error);
    if (subject instanceof Error) {
      const report = reportFailure(name, subject.message);
      reports.push(report);
      assets.push(packAsset(report, null));
      continue;
    }
    const report = checkSubject(subject, options, (share, clip) =>
      say({ share: (m + share) / count, at: `${subject.name}, ${clip}` }),
    );
    reports.push(report);
    assets.push(packAsset(report, measureScene(subject, report, options)));
  }
  say({ report: assembleReport(options, reports), assets });
}

async function open(model: Dropped | undefined, files: readonly Dropped[]): Promise<CheckSubject> {
  if (!model) return createCharacterSubject();
  say({ share: 0, at: model.name });
  const plain = await readGltf(model.bytes, { resource: async uri => findBeside(uri, files) });
  const vrm = readVrm(new Uint8Array(model.bytes));
  const asset = vrm ? withVrm(plain, vrm) : plain;
  if (asset.bodies.length === 0) throw new Error('there is no mesh in it');
  const posed = asset.clips.length > 0 ? asset : addFlexClips(asset, vrm?.bones, vrm?.expressions);
  if (posed.clips.length === 0) throw new Error('there is no clip in it, and nothing to flex');
  return createGltfSubject(model.name, posed);
}

/** Browsers hand over names without folders. */
function findBeside(uri: string, files: readonly Dropped[]): Uint8Array {
  const name = decodeURIComponent(uri).split('/').at(-1);
  const found = files.find(file => file.name === name);
  if (!found) throw new Error(`'${name}' is missing; drop it together with the .gltf`);
  return new Uint8Array(found.bytes);
}
