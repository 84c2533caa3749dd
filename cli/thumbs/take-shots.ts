import { renderContact } from '../../picture/render-contact.ts';
import type { AssetReport, CheckSubject } from '../../src/check/index.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { createScanWindow } from '../../src/check/scan/search-step.ts';
import { isPlain, type Looks } from '../looks/looks.ts';
import { matchClips } from '../reports/scene.ts';
import { ballAround, ballAroundAll, chooseCamera, chooseDirection, chooseOverview } from './choose-camera.ts';
import { createCostumes, dressBodies } from './create-surfaces.ts';
import { listShots, MOST_SHOTS, type Shot } from './list-shots.ts';
import { stageContact } from './stage-contact.ts';

/** How many pictures of an asset there are at most, and their size in pixels. */
export interface ShotSize {
  most: number;
  width: number;
  height: number;
}

/** Of the files that `--thumbs` writes. */
export const FILE_SIZE: ShotSize = { most: MOST_SHOTS, width: 480, height: 360 };
/** How much the two parts are tinted where nothing else tells them apart. */
const TINT_OF_CLAY = 0.3;

export interface Thumbnail {
  shot: Shot;
  png: Uint8Array;
}

/**
 * Takes a picture of each of the worst issues of an asset: the character as it looks, the two parts in a tint, and the curve in which they
 * cross. What nobody can see is drawn through what hides it. The same input gives the same bytes.
 */
export function takeShots(
  subject: CheckSubject,
  asset: AssetReport,
  options: ResolvedOptions,
  looks: Looks,
  { most, width, height }: ShotSize = FILE_SIZE,
): Thumbnail[] {
  const shots = listShots(asset, most);
  if (shots.length === 0) return [];
  const plan = planCheck(subject, options);
  const scan = createScanWindow(plan, 1, options.rest);
  const costumes = createCostumes(plan, looks);
  const numbers = matchClips(subject, asset);
  return shots.flatMap(shot => {
    const clip = subject.clips[numbers[shot.clip]];
    if (!clip) return [];
    const finding = asset.clips[shot.clip].findings[shot.finding];
    const staged = stageContact(scan, clip, finding.worst, shot.a, shot.b);
    const { curve, parts } = staged;
    const contact = ballAround(curve.length > 0 ? curve : finding.point);
    const figure = ballAroundAll(staged.positions);
    const from = shot.from ?? chooseDirection(contact, figure);
    const camera = chooseCamera(contact, plan.height, from);
    const png = renderContact({
      surfaces: dressBodies(costumes, staged),
      parts,
      curve,
      ...contact,
      camera,
      overview: chooseOverview(figure, camera, from),
      width,
      height,
      isHidden: shot.from === null,
      tint: isPlain(looks) ? TINT_OF_CLAY : 0,
    });
    return [{ shot, png }];
  });
}
