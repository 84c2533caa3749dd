import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { reportAsset, reportClip } from '../../src/check/findings/write-report.ts';
import type { CheckSubject } from '../../src/check/index.ts';
import type { planCheck } from '../../src/check/plan/plan.ts';
import type { observeClip } from '../../src/check/scan/observe-clip.ts';
import type * as continuous from '../../src/continuous/index.ts';
import type { createBodyShapes } from '../../src/gltf/body-shapes.ts';
import type { GltfAsset, GltfClip, loadGltf, ScenePose } from '../../src/gltf/index.ts';
import type { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import type * as core from '../../src/index.ts';

/** The code of one checkout: what is asked of it, in the names and with the arguments of today, however old it is. */
export interface Library {
  core: Core;
  continuous: Continuous;
  check: Check;
  gltf: Gltf;
  /** What the command line checks when it is given a file, or nothing. */
  createGltfSubject(name: string, asset: GltfAsset): CheckSubject;
  createCharacterSubject(): CheckSubject;
}

type Core = Pick<
  typeof core,
  | 'boundsOf'
  | 'castRay'
  | 'castRayAll'
  | 'createCollider'
  | 'createShape'
  | 'createTracker'
  | 'findInCapsule'
  | 'findNearestPair'
  | 'findNearestPoint'
  | 'findPairs'
  | 'findPairsWithin'
  | 'findSelfPairs'
  | 'hitsRay'
  | 'jointsAt'
  | 'pointOn'
  | 'posedPositions'
  | 'setPlacement'
  | 'setPose'
  | 'touches'
  | 'touchesCapsule'
  | 'touchesSelf'
  | 'trackPairs'
  | 'trackTouch'
>;
type Continuous = Pick<typeof continuous, 'createSweep' | 'findImpacts' | 'findSelfImpacts' | 'sweepTo'>;
interface Check {
  planCheck: typeof planCheck;
  observeClip: typeof observeClip;
  reportClip: typeof reportClip;
  reportAsset: typeof reportAsset;
}
interface Gltf {
  createBodyShapes: typeof createBodyShapes;
  createScenePose: typeof createScenePose;
  loadGltf: typeof loadGltf;
  poseAt(asset: GltfAsset, clip: GltfClip | null, time: number, pose: ScenePose): void;
  /** The time of the last key. */
  endOf(clip: GltfClip): number;
}

/** Loads what was built in the folder `dist` of a checkout. */
export async function loadLibrary(checkout: string): Promise<Library> {
  const load = (path: string): Promise<Module> => import(pathToFileURL(join(checkout, 'dist', path)).href);
  const { createGltfSubject } = await load('cli/subjects/gltf-subject.js');
  const { createCharacterSubject } = await load('cli/subjects/character-subject.js');
  return {
    core: toCore(await load('src/index.js')),
    continuous: (await load('src/continuous/index.js')) as unknown as Continuous,
    check: await loadCheck(load),
    gltf: await loadGltfOf(load),
    createGltfSubject,
    createCharacterSubject,
  };
}

/** Parts of `check` that were public once. */
async function loadCheck(load: (path: string) => Promise<Module>): Promise<Check> {
  const found = await load('src/check/index.js');
  if ('planCheck' in found) return found as unknown as Check;
  const parts = ['plan/plan', 'scan/observe-clip', 'findings/write-report'].map(name => load(`src/check/${name}.js`));
  return Object.assign({}, ...(await Promise.all(parts))) as Check;
}

async function loadGltfOf(load: (path: string) => Promise<Module>): Promise<Gltf> {
  const found = await load('src/gltf/index.js');
  const endOf = (clip: GltfClip): number => clip.end ?? (clip as unknown as { duration: number }).duration;
  if ('createScenePose' in found) return { ...found, endOf } as unknown as Gltf;
  const { createBodyShapes } = await load('src/gltf/body-shapes.js');
  const { createScenePose, poseAt } = await load('src/gltf/pose/pose-at.js');
  return {
    ...found,
    createBodyShapes,
    createScenePose,
    poseAt: (asset, clip, time, into) => poseAt(asset, clip, time, { into }),
    endOf,
  } as Gltf;
}

// biome-ignore lint/suspicious/noExplicitAny: what another version exports has no type here
type Module = Record<string, any>;

/**
 * What a version exports under today's names. Three forms are known: today's; names as before, with one record of options;
 * and, older still, room for answers and limits as arguments of their own, which is told by how many `rayCast` has.
 */
function toCore(found: Module): Core {
  if ('castRay' in found) return found as unknown as Core;
  const named = {
    ...found,
    castRay: found.rayCast,
    castRayAll: found.rayCastAll,
    hitsRay: found.rayCastAny,
    findNearestPoint: found.closestPoint,
    findNearestPair: found.distance,
    findPairsWithin: found.within,
    touchesSelf: found.touchesItself,
    createTracker: found.createFront,
    pointOn: found.anchoredPoint,
  };
  if (found.rayCast.length < 3) {
    const boundsOf: Core['boundsOf'] = (collider, { tight, ...options } = {}) =>
      tight ? found.tightBounds(collider, options) : found.posedBounds(collider, options);
    return { ...named, boundsOf } as unknown as Core;
  }
  const positional: Partial<Core> = {
    castRay: (collider, ray, options) => found.rayCast(collider, ray, options, options?.into),
    findNearestPoint: (collider, point, { maxDistance, into } = {}) =>
      found.closestPoint(collider, point, maxDistance, into),
    findNearestPair: (a, b, { maxDistance, into } = {}) => found.distance(a, b, maxDistance, into),
    pointOn: (collider, triangle, barycentrics, { into } = {}) =>
      found.anchoredPoint(collider, triangle, barycentrics, into),
    boundsOf: (collider, { tight, into } = {}) =>
      tight ? found.tightBounds(collider, into) : found.posedBounds(collider, into),
  };
  return { ...named, ...positional } as unknown as Core;
}
