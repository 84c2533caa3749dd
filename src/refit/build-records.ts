import { encloseMinimally } from '../bounds/miniball.ts';
import { volumeExtent } from '../bounds/volumes.ts';
import { type Deformer, isChain } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { createChainWriter, writePatches } from './chain-records.ts';
import { createGroupBounds, measureGroups } from './group-bounds.ts';
import { createJointUnions } from './joint-unions.ts';
import { refitLinearBlendBox } from './linear-blend.ts';
import { createNodeGroups, gatherGroups } from './node-groups.ts';
import {
  appendForm,
  createTrial,
  type ExtentCount,
  type Trial,
  writeJointForm,
  writeLinearSetForm,
  writeSetForm,
  writeUnionForm,
} from './record-forms.ts';
import {
  BOX_GROUP_HEADER,
  createRecords,
  GROUP_HEADER,
  MOST_SETS,
  type RecordsSource,
  type RefitRecords,
} from './records.ts';
import type { RefitRule } from './rules.ts';
import { createSharedBoxTable, shareBoxes } from './shared-boxes.ts';

/**
 * Precomputes what the rules of skinned meshes need to move the volume of every inner node; `rule` is the one for the
 * volumes that groups are bounded by.
 *
 * Several forms of a record bound a node (record-forms.ts), all sound: own spheres are far tighter where joints move
 * apart (high in the tree), common ones where groups overlap (low in the tree), and the coarse ones are cheap. Which one
 * a node gets is decided by what it costs to refit and how large it comes out over the `training` poses. Under dual quaternion blending with boxes, a linear form comes
 * first, which the compiled query reads; its own rule reads the sets behind it.
 * Cost: O(vertices * depth), about 2 us per vertex in all.
 */
export function buildRecords(
  { mesh, deformer, tree, vertices, extents, slabs, progress }: RecordsSource,
  rule: RefitRule,
  training: readonly PosedJoints[],
): RefitRecords {
  const { links } = tree;
  const nodes = links.length;
  const starts = new Uint32Array(nodes);
  const groups = createNodeGroups(mesh, deformer.sets);
  const unions = createJointUnions(deformer.sets);
  const bounds = createGroupBounds(deformer.sets);
  const trials = [1, 2, 3, 4, 5].map(() => createTrial(deformer, unions, extents, bounds));
  const center = new Float64Array(4);
  const ofSets = deformer.skinning === 'dual-quaternion-blend' ? 1 : extents; // which are bounded by spheres
  let words = new Int32Array(16 * nodes);
  let length = 0;
  let maxGroups = 0;
  let longest = 0;
  const isChained = isChain(deformer);
  const patches = createChainWriter(mesh, deformer);
  const shared = createSharedBoxTable();

  for (let node = 0; node < nodes; node++) {
    if (links[node] < 0) continue;
    gatherGroups(groups, deformer.sets, vertices.ids, vertices.starts[node], vertices.ends[node]);
    measureGroups(bounds, groups, mesh, deformer.sets);
    const [own, common, byJoint, union, boxed] = trials;
    writeSetForm(own, groups, mesh, deformer.sets, null, ofSets);
    let chosen = own;
    const isSphericallyBoxed = deformer.skinning === 'spherical-blend' && extents === 3;
    if (isSphericallyBoxed && groups.count <= MOST_SETS) writeLinearSetForm(boxed, groups, mesh, deformer);
    if (isSphericallyBoxed && groups.count === 1) {
      appendForm(boxed, own);
      chosen = chooseForm([own, boxed], training, deformer, rule);
    }
    if (groups.count > 1) {
      if (ofSets === 1) {
        encloseMinimally(mesh.positions, groups.all, 0, groups.starts[groups.count], center, 0);
        writeSetForm(common, groups, mesh, deformer.sets, center, 1);
        chosen = chooseForm([own, common], training, deformer, rule);
      }
      if (deformer.skinning === 'linear-blend' || deformer.skinning === 'spherical-blend') {
        const offered = [chosen, byJoint];
        writeJointForm(byJoint, groups, mesh, deformer);
        if (writeUnionForm(union, groups, mesh, deformer, center, unions)) offered.push(union);
        if (deformer.skinning === 'spherical-blend') {
          const isSmall = byJoint.records.words[1] <= MOST_SETS;
          if (isSphericallyBoxed && groups.count <= MOST_SETS) offered.push(boxed);
          if (isSmall) for (const trial of offered.slice(1)) appendForm(trial, chosen);
          else offered.length = 2; // bends of so many sets are told apart by joint, which the union cannot
        }
        chosen = chooseForm(offered, training, deformer, rule);
      }
    }
    if (deformer.skinning === 'dual-quaternion-blend' && extents === 3 && slabs === 0 && !isChained) {
      const ofSetsChosen = chosen;
      writeLinearSetForm(boxed, groups, mesh, deformer);
      const offered = [boxed];
      if (groups.count > 1) {
        writeJointForm(byJoint, groups, mesh, deformer);
        offered.push(byJoint);
        if (writeUnionForm(union, groups, mesh, deformer, center, unions)) offered.push(union);
      }
      chosen = chooseForm(offered, training, deformer, linearly(refitLinearBlendBox));
      appendForm(chosen, ofSetsChosen);
    }
    if (extents === 3 && slabs === 0 && !isChained && chosen === byJoint) {
      const { words: chosenWords, values } = chosen.records;
      chosen.length = shareBoxes(shared, chosenWords, values, chosen.length);
    }
    const patchCount = isChained ? writePatches(patches, chosen.spans ?? [], mesh, deformer) : 0;
    const needed = chosen.length + patchCount + 1;
    if (length + needed > words.length) {
      const larger = new Int32Array(2 * (length + needed));
      larger.set(words.subarray(0, length));
      words = larger;
    }
    starts[node] = length;
    if (isChained) words[length++] = chosen.length;
    words.set(chosen.records.words.subarray(0, chosen.length), length);
    maxGroups = Math.max(maxGroups, groups.count, Math.abs(chosen.records.words[0]));
    length += chosen.length;
    if (isChained) {
      words.set(patches.words.subarray(0, patchCount), length);
      length += patchCount;
      longest = Math.max(longest, chosen.length);
    }
    if (progress && (node & 8191) === 0) progress(node / nodes);
  }
  const memberStarts = unions.starts.slice(0, unions.count + 1);
  return createRecords(
    words.slice(0, length),
    starts,
    maxGroups,
    memberStarts,
    unions.joints.slice(0, memberStarts[unions.count]),
    slabs,
    { joints: Uint32Array.from(shared.joints), boxes: Float32Array.from(shared.boxes) },
    longest,
  );
}

/** What a radius twice too large costs in sphere tests, in the unit of `recordCost` (about 1 ns). Tuned on scenes. */
const RADIUS_COST = 300;

/** The form with the least cost of refitting and of the tests its size brings about (they grow with its surface). */
function chooseForm(
  offered: readonly Trial[],
  training: readonly PosedJoints[],
  deformer: Deformer,
  rule: RefitRule,
): Trial {
  const radii = offered.map(trial => radiusOver(training, trial, deformer, rule));
  const least = Math.min(...radii.filter(radius => radius >= 0)); // a form may fail a pose with NaN
  let best = offered[0];
  let bestCost = Infinity;
  offered.forEach((trial, t) => {
    const cost =
      recordCost(trial.records, headOf(trial, deformer)) +
      RADIUS_COST * (radii[t] > least ? (radii[t] / least) ** 2 : 1) +
      0 * radii[t];
    if (cost < bestCost) {
      bestCost = cost;
      best = trial;
    }
  });
  return best;
}

/** What bounds the groups at the beginning of the record. */
function headOf(trial: Trial, deformer: Deformer): ExtentCount {
  return deformer.skinning === 'dual-quaternion-blend' && trial.records.words[0] > 0 ? 1 : trial.extents;
}

/** The rule of linear blending for a record of one node that says first how far its sets bend: the word before its groups holds their number while it is read. */
function linearly(rule: RefitRule): RefitRule {
  return (records, deformer, posed, node, scratch, out) => {
    const { words, starts } = records;
    const start = 1 + 2 * words[1];
    const before = words[start];
    words[start] = -words[0];
    starts[node] = start;
    rule(records, deformer, posed, node, scratch, out);
    starts[node] = 0;
    words[start] = before;
  };
}

/** Roughly what the rules take for a record, in ns: measured per group and per joint, and for joining the groups. */
function recordCost(records: RefitRecords, extents: ExtentCount): number {
  const isBoxed = extents === 3;
  const header = isBoxed ? BOX_GROUP_HEADER : GROUP_HEADER;
  const groups = Math.abs(records.words[0]);
  const corrections = records.words[0] < 0 ? records.words[1] : 0;
  let cost = 6 * corrections + (isBoxed ? 8 * groups : groups === 2 ? 20 : groups > 2 ? 25 * groups : 0);
  for (let g = 0, at = records.words[0] < 0 ? 2 + 2 * corrections : 1; g < groups; g++) {
    const n = records.words[at];
    cost += isBoxed ? 12 + 22 * n : n > 1 ? 30 + 16 * n : 22;
    at += header + (n > 1 ? n : 0);
  }
  return cost;
}

function radiusOver(training: readonly PosedJoints[], trial: Trial, deformer: Deformer, rule: RefitRule): number {
  let sum = 0;
  for (const posed of training) {
    rule(trial.records, deformer, posed, 0, trial.scratch, trial.volume);
    sum += volumeExtent(trial.extents === 1 ? 'sphere' : 'box', trial.volume, 0);
  }
  return sum;
}
