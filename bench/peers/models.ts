import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GltfAsset, poseAt, readGltf } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { findModelFolder } from '../harness/model-folder.ts';
import type { BenchOptions } from '../harness/report.ts';
import { createMethods } from './creatures.ts';
import { type Race, race } from './race.ts';
import { type Body, createBody, createSituations } from './situations.ts';

const FRAMES = 24;
const FEWEST = 2000;

/**
 * Real characters beside a copy of themselves, just touching, over their first clip: of every file the skinned body with
 * most triangles, if it has enough and no morph targets, which methods by hand would have to be taught.
 */
export async function raceModels({ isQuick, print }: BenchOptions): Promise<Race[]> {
  const folder = findModelFolder();
  if (folder === null) {
    print('No folder shared/data/gltf beside the repository: no real models.');
    return [];
  }
  const races: Race[] = [];
  for (const file of readdirSync(folder).filter(name => name.endsWith('.glb'))) {
    const asset = await readGltf(readFileSync(join(folder, file)));
    const chosen = chooseBody(asset);
    if (chosen < 0) continue;
    if (isQuick && races.length === 3) break;
    print(`${file}: measuring`);
    const { mesh, source } = asset.bodies[chosen];
    if (source.kind !== 'linear-blend') continue;
    const triangles = mesh.triangles.length / 3;
    const body = createBody(
      `${file}, ${triangles} triangles, ${source.skin.jointCount} joints`,
      mesh,
      source.skin,
      undefined,
    );
    const touch = createSituations(body, FRAMES, playBeside(asset, chosen, body))[1];
    races.push(race(body, touch, createMethods(body), isQuick ? 3 : 7));
  }
  return races;
}

function chooseBody({ bodies, clips }: GltfAsset): number {
  if (clips.length === 0) return -1;
  let best = -1;
  let most = FEWEST;
  bodies.forEach(({ mesh, source }, b) => {
    if (source.kind !== 'linear-blend' || mesh.triangles.length / 3 < most) return;
    most = mesh.triangles.length / 3;
    best = b;
  });
  return best;
}

/** Both play the clip, the second half a clip later, and moved aside along x. */
function playBeside(asset: GltfAsset, chosen: number, body: Body): Parameters<typeof createSituations>[2] {
  const pose = createScenePose(asset);
  const [clip] = asset.clips;
  const joints = body.skin.jointCount;
  return (which, frame, aside, out) => {
    const share = (frame / FRAMES + 0.5 * which) % 1;
    poseAt(asset, clip, clip.start + share * (clip.end - clip.start), { into: pose });
    out.set(pose.bodies[chosen].jointMatrices);
    if (which === 1) for (let j = 0; j < joints; j++) out[12 * j + 3] += aside;
  };
}
