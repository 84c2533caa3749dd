import { createPairList } from '../../query/pairs/pair-list.ts';
import type { SphereSet } from '../spheres/sphere-set.ts';
import { countSamples, writeSample } from './cells.ts';
import { checkFreedoms, createPosePair, type Kinematics, type SideName } from './kinematics.ts';
import { type Answers, createFound, endPose, finishFound, type MotionSearch, noteFound } from './motion-search.ts';
import { searchCells } from './search-cells.ts';
import { createSearchSide, findNear, poseSides, type SearchSide } from './search-side.ts';

export interface SearchOptions {
  /**
   * 'published', as in [NavarroNewball2009]: looks at sampled poses only. 'safe': looks at cells that cover the whole
   * motion, with spheres enlarged by how far they can move within a cell.
   */
  mode: 'published' | 'safe';
  /**
   * What tables are to answer: 'pairs' unless given. For 'yes-no' a safe search leaves out much that it need not know.
   */
  answers?: Answers;
  /** Safe search: how often a cell is halved along every freedom while it is in doubt. 4 unless given. */
  refinements?: number;
  /**
   * Safe search for yes or no: how far apart spheres may be that a table reports as colliding. 0 unless given: then
   * answers are those of the spheres exactly, which takes the more pairs the more of them meet at once.
   */
  tolerance?: number;
  progress?: (share: number) => void;
}

/**
 * Finds which spheres of one side can meet which of the other. Cost: for each sample a pass over all spheres and the
 * tests of those near each other, some 0.1 ms per thousand spheres; a safe search also looks at the cells where contact
 * begins.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function searchMotion(
  kinematics: Kinematics,
  spheresA: SphereSet,
  spheresB: SphereSet,
  options: SearchOptions,
): MotionSearch {
  const { mode, answers = 'pairs', refinements = 4, tolerance = 0, progress } = options;
  checkFreedoms(kinematics.freedoms, 'searchMotion');
  const a = prepare(kinematics, 'a', spheresA);
  const b = prepare(kinematics, 'b', spheresB);
  const common = { tolerance, freedoms: kinematics.freedoms.map(freedom => ({ ...freedom })), spheresA, spheresB };
  if (!(tolerance >= 0 && tolerance < Infinity) || (tolerance > 0 && (mode !== 'safe' || answers !== 'yes-no'))) {
    throw new Error(
      `searchMotion: tolerance is ${tolerance}; give a length of at least 0, and only with mode 'safe' and answers 'yes-no'.`,
    );
  }
  if (mode === 'published') {
    const found = searchSamples(kinematics, a, b, progress);
    return { guarantee: 'sampled', answers, ...common, ...found };
  }
  if (mode !== 'safe') throw new Error(`searchMotion: mode is '${mode}'; give 'published' or 'safe'.`);
  if (!(Number.isInteger(refinements) && refinements >= 0 && refinements <= 12)) {
    throw new Error(`searchMotion: refinements is ${refinements}; give a whole number from 0 to 12.`);
  }
  checkCover(kinematics, spheresA, 'a');
  checkCover(kinematics, spheresB, 'b');
  const found = searchCells(kinematics, a, b, answers, refinements, tolerance, progress);
  const isCovered = spheresA.kind === 'covering' && spheresB.kind === 'covering';
  return { guarantee: isCovered ? 'triangles' : 'spheres', answers, ...common, ...found };
}

function prepare({ sizes }: Kinematics, side: SideName, spheres: SphereSet): SearchSide {
  const count = spheres.radii.length;
  if (count === 0) throw new Error(`searchMotion: side ${side} has 0 spheres; generate at least one.`);
  const prepared = createSearchSide(
    spheres,
    Uint32Array.from({ length: count }, (_, i) => i),
  );
  const { joints, weights } = sizes[side];
  const { sets, displacements } = prepared.points.deformer;
  if (sets.jointCount !== joints || displacements.count !== weights) {
    throw new Error(
      `searchMotion: the kinematics writes ${joints} joints and ${weights} weights for side ${side}, ` +
        `its spheres follow ${sets.jointCount} and ${displacements.count}; they must be made for the same mesh.`,
    );
  }
  return prepared;
}

/** Spheres that cover a mesh that deforms do so in the motion they were made for. */
function checkCover({ freedoms }: Kinematics, { motion }: SphereSet, side: SideName): void {
  for (const { name, low, high } of motion ? freedoms : []) {
    const covered = motion?.find(freedom => freedom.name === name);
    if (covered && covered.low <= low && covered.high >= high) continue;
    throw new Error(
      `searchMotion: the spheres of side ${side} cover ${name} from ${covered?.low} to ${covered?.high}, ` +
        `the search goes from ${low} to ${high}; generate them with the kinematics of the search.`,
    );
  }
}

function searchSamples(
  kinematics: Kinematics,
  a: SearchSide,
  b: SearchSide,
  progress?: (share: number) => void,
): ReturnType<typeof finishFound> {
  const { freedoms } = kinematics;
  const poses = createPosePair(kinematics);
  const values = new Float64Array(freedoms.length);
  const near = createPairList();
  const found = createFound(b.ids.length);
  const samples = countSamples(freedoms);
  for (let s = 0; s < samples; s++) {
    writeSample(freedoms, s, values);
    poseSides(kinematics, values, poses, a, b);
    findNear(a, a.spheres.radii, b, b.spheres.radii, near);
    for (let k = 0; k < near.length; k += 2) found.posePairs.push(noteFound(found, near.data[k], near.data[k + 1]));
    endPose(found);
    progress?.((s + 1) / samples);
  }
  return finishFound(found);
}
