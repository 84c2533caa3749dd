import { describe, expect, it } from 'vitest';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { type Exhibit, gatherEvidence } from '../../src/check/evidence/evidence.ts';
import type { CheckSubject } from '../../src/check/index.ts';
import { bodyOfRegion, nameRegion } from '../../src/check/plan/named-plan.ts';
import { type CheckPlan, planCheck } from '../../src/check/plan/plan.ts';
import { countHops } from '../../src/check/plan/region-tree.ts';
import { skinningOf } from '../../src/deform/deformer.ts';
import { createBoxSubject } from './box-subject.ts';

function regionOf(plan: CheckPlan, joint: string): number {
  return Array.from({ length: plan.regionCount }, (_, r) => r).find(r => nameRegion(plan, r).joint === joint)!;
}

/** The built-in character with some joints hung on others; '' for on nothing. */
function rehang(changes: Record<string, string>): CheckSubject {
  const subject = createCharacterSubject();
  const bodies = subject.bodies.map(body => {
    if (body.source.kind === 'rigid') return body;
    const skinning = skinningOf(body.source);
    if (skinning.kind === 'rigid' || !skinning.skeleton) return body;
    const parents = skinning.skeleton.parents.slice();
    for (const [joint, on] of Object.entries(changes)) {
      parents[body.jointNames.indexOf(joint)] = body.jointNames.indexOf(on);
    }
    return { ...body, source: { ...skinning, skeleton: { ...skinning.skeleton, parents } } };
  });
  return { ...subject, bodies: bodies as CheckSubject['bodies'] };
}

describe('the trunk', () => {
  const plan = planCheck(createCharacterSubject());
  const names = plan.trunk.map(region => nameRegion(plan, region).joint);

  it('is what carries limbs, with the first part of each of these', () => {
    for (const joint of ['pelvis', 'ribs', 'chest', 'left-upper-arm', 'right-upper-arm', 'left-thigh', 'right-thigh']) {
      expect(names).toContain(joint);
    }
  });

  it('has no part of a limb that is farther away', () => {
    for (const joint of ['left-forearm', 'right-hand', 'left-calf', 'right-foot', 'head']) {
      expect(names).not.toContain(joint);
    }
  });

  it('is not known of bodies that hang on nothing', () => {
    const boxes = createBoxSubject([[1, 1, 1], [1, 4, 1]], 1, () => [{ at: [0, 0, 0] }, { at: [3, 0, 0] }]); // biome-ignore format: bodies
    expect(planCheck(boxes).trunk).toEqual([]);
  });
});

describe('a foot that hangs on the root', () => {
  it('is taken to hang on the calf whose surface it goes on', () => {
    const plan = planCheck(rehang({ 'left-foot': 'pelvis' }));
    expect(countHops(plan.tree, regionOf(plan, 'left-foot'), regionOf(plan, 'left-calf'))).toBe(1);
    expect(countHops(plan.tree, regionOf(plan, 'left-foot'), regionOf(plan, 'left-thigh'))).toBe(2);
    expect(plan.trunk).not.toContain(regionOf(plan, 'left-foot'));
  });

  it('or on nothing', () => {
    const plan = planCheck(rehang({ 'left-foot': '' }));
    expect(countHops(plan.tree, regionOf(plan, 'left-foot'), regionOf(plan, 'left-calf'))).toBe(1);
  });

  it('changes nothing for the others, nor for a skeleton that is whole', () => {
    const [whole, held] = [planCheck(createCharacterSubject()), planCheck(rehang({ 'left-foot': 'pelvis' }))];
    expect(held.tree).toEqual(whole.tree);
    const pelvis = regionOf(whole, 'pelvis');
    expect(whole.tree.parents[whole.tree.nodes[pelvis]]).toBe(-1);
  });
});

describe('how far from the joints between them two parts touch', () => {
  const subject = createCharacterSubject();
  const plan = planCheck(subject);
  const { positions } = (skinningOf(subject.bodies[0].source) as { skeleton: { positions: Float64Array } }).skeleton;
  const placeOf = (joint: string): Float64Array =>
    positions.subarray(3 * subject.bodies[0].jointNames.indexOf(joint)).slice(0, 3);

  /** The slot of a region that is nearest to a point at rest, and its middle. */
  const nearest = (joint: string, point: Float64Array): { slot: number; middle: number[] } => {
    const { mesh, regions } = plan.shapes[0];
    let best = { slot: -1, middle: [0, 0, 0], distance: Infinity };
    regions.regionOfTriangle.forEach((region, slot) => {
      if (region !== regionOf(plan, joint)) return;
      const middle = [0, 1, 2].map(axis =>
        [0, 1, 2].reduce((sum, k) => sum + mesh.positions[3 * mesh.triangles[3 * slot + k] + axis] / 3, 0),
      );
      const distance = Math.hypot(...middle.map((x, axis) => x - point[axis]));
      if (distance < best.distance) best = { slot, middle, distance };
    });
    return best;
  };

  it('is the distance to the farthest of them', () => {
    const rest = { ...subject.clips[0], poseAt: (_: number, out: CheckSubject['rest']) => {
      subject.rest.forEach(({ jointMatrices }, b) => {
        out[b].jointMatrices.set(jointMatrices);
      });
    } }; // biome-ignore format: a clip that rests
    const calf = nearest('left-calf', placeOf('left-foot'));
    const thigh = nearest('left-thigh', placeOf('left-calf'));
    const exhibit: Exhibit = {
      ...{ time: 0, depth: 0.01, depthBy: 'triangles', isCrease: false, point: [0, 0, 0], regionPairs: [] },
      ...{ regionA: regionOf(plan, 'left-calf'), regionB: regionOf(plan, 'left-thigh') },
      touching: [calf.slot, thigh.slot],
    };
    expect(bodyOfRegion(plan, exhibit.regionA)).toBe(0);
    const [{ reach }] = gatherEvidence(plan, rest, [exhibit]);
    const middle = calf.middle.map((x, axis) => 0.5 * (x + thigh.middle[axis]));
    const knee = placeOf('left-calf'); // the only joint between thigh and calf
    expect(reach).toBeCloseTo(Math.hypot(...middle.map((x, axis) => x - knee[axis])), 9);
  });

  it('is not known of bodies that hang on nothing, and nothing within one part', () => {
    const boxes = createBoxSubject([[1, 1, 1], [1, 4, 1]], 1, () => [{ at: [0, 0, 0] }, { at: [0.5, 0, 0] }]); // biome-ignore format: bodies
    const exhibit = (regionA: number, regionB: number): Exhibit => ({
      ...{ time: 0, depth: 0.01, depthBy: 'triangles', isCrease: false, touching: [0, 0] },
      ...{ point: [0, 0, 0], regionPairs: [] },
      ...{ regionA, regionB },
    });
    const found = gatherEvidence(planCheck(boxes), boxes.clips[0], [exhibit(0, 1), exhibit(1, 1)]);
    expect(found.map(({ reach }) => reach)).toEqual([null, 0]);
  });
});
