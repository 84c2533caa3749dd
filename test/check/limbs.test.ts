import { describe, expect, it } from 'vitest';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { type Exhibit, gatherEvidence } from '../../src/check/evidence/evidence.ts';
import type { CheckSubject } from '../../src/check/index.ts';
import { findHolders } from '../../src/check/plan/holders.ts';
import { bodyOfRegion, nameRegion } from '../../src/check/plan/named-plan.ts';
import { type CheckPlan, planCheck } from '../../src/check/plan/plan.ts';
import { findProps } from '../../src/check/plan/props.ts';
import { areLinked, countHops } from '../../src/check/plan/region-tree.ts';
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

describe('parts that hang beside the bones they follow', () => {
  const SIZES: Record<string, [number, number, number]> = {
    palm: [2, 2, 2],
    'finger 1': [0.5, 2, 0.5],
    'finger 2': [0.5, 2, 0.5],
  };
  /** Rigid boxes on nodes: [name, node], of which each hangs on the one that `parents` says. */
  const onNodes = (parents: number[], boxes: [name: string, node: number][]): CheckPlan => {
    const subject = createBoxSubject(
      boxes.map(([name]) => SIZES[name] ?? [1, 1, 1]),
      1,
      () => boxes.map((_, b) => ({ at: [3 * b, 0, 0] })),
    );
    const bodies = subject.bodies.map((body, b) => ({ ...body, name: boxes[b][0], nodes: [boxes[b][1]] }));
    return planCheck({ ...subject, bodies, nodes: { parents } });
  };
  const hops = ({ tree }: CheckPlan, one: number, other: number): number => countHops(tree, one, other);

  it('are next to each other as the bones are', () => {
    // 0 scene, 1 body, 3 thigh, 5 shin, 7 the other thigh; 2, 4, 6, 8 what is drawn of them
    const robot = onNodes([-1, 0, 1, 1, 3, 3, 5, 1, 7], [['torso', 2], ['thigh', 4], ['shin', 6], ['other thigh', 8]]); // biome-ignore format: boxes
    expect(hops(robot, 1, 2)).toBe(1);
    expect(hops(robot, 1, 3)).toBe(2);
    expect(areLinked(robot.tree, 1, 2)).toBe(true);
  });

  it('have nothing to do with each other where only a scene carries both', () => {
    const scene = onNodes([-1, 0, 0], [['table', 1], ['chair', 2]]); // biome-ignore format: boxes
    expect(hops(scene, 0, 1)).toBe(2);
    expect(areLinked(scene.tree, 0, 1)).toBe(false);
  });

  it('are as thick as the hand, if they are its fingers', () => {
    const hand = onNodes([-1, 0, 1, 2, 2], [['forearm', 1], ['palm', 2], ['finger 1', 3], ['finger 2', 4]]); // biome-ignore format: boxes
    const [forearm, palm, ...fingers] = hand.thickness;
    expect(fingers).toEqual([palm, palm]);
    expect(forearm).toBe(hand.atRest.thickness[0]);
    expect(hand.atRest.thickness[2]).toBeLessThan(0.5 * palm);
  });
});

describe('what is held', () => {
  const find = (kinds: ('rigid' | 'linear-blend')[], parents: number[]): number[] =>
    findProps({
      subject: { bodies: kinds.map(kind => ({ source: { kind } })) } as unknown as CheckSubject,
      shapes: kinds.map(() => ({ regions: { joints: [0] } })) as unknown as CheckPlan['shapes'],
      firstRegions: [...kinds.keys(), kinds.length],
      tree: { nodes: [...kinds.keys()], parents },
    });

  it('is a rigid body on a joint that a skin follows', () => {
    expect(find(['linear-blend', 'rigid', 'rigid'], [-1, 0, -1])).toEqual([1]);
  });

  it('is no part of a machine, nor what carries others', () => {
    expect(find(['rigid', 'rigid'], [-1, 0])).toEqual([]);
    expect(find(['linear-blend', 'rigid', 'linear-blend'], [-1, 0, 1])).toEqual([]);
  });
});

describe('feet too small to be told', () => {
  it('are part of the shin they go on from, not of the root with all other feet', () => {
    const plan = planCheck(rehang({ 'left-foot': 'pelvis', 'right-foot': 'pelvis' }), { leastRegion: 0.06 });
    const { joints, mainJoints, regionOfTriangle } = plan.shapes[0].regions;
    const names = plan.subject.bodies[0].jointNames;
    const foldedInto = (foot: string): Set<string> =>
      new Set(
        [...mainJoints.keys()].filter(t => names[mainJoints[t]] === foot).map(t => names[joints[regionOfTriangle[t]]]),
      );
    expect(foldedInto('left-foot')).toEqual(new Set(['left-calf']));
    expect(foldedInto('right-foot')).toEqual(new Set(['right-calf']));
  });
});

describe('findHolders', () => {
  const joins = (...pairs: [number, number, number][]): Map<number, number>[] => {
    const maps = Array.from({ length: 6 }, () => new Map<number, number>());
    for (const [a, b, count] of pairs) {
      maps[a].set(b, count);
      maps[b].set(a, count);
    }
    return maps;
  };
  // 0 root, 1 hips, 2 thigh, 3 shin, 4 the other thigh, 5 foot on the root
  const parents = Int32Array.of(-1, 0, 1, 2, 1, 0);
  const sizes = [0, 9, 9, 9, 9, 9];

  it('hangs a foot on the end of a leg, not a leg on the other', () => {
    const all = joins([1, 2, 8], [2, 3, 8], [1, 4, 8], [2, 4, 20], [3, 5, 8]);
    expect([...findHolders(parents, sizes, all)]).toEqual([-1, 0, 1, 2, 1, 3]);
  });

  it('leaves what is joined to two as much', () => {
    const all = joins([1, 2, 8], [2, 3, 8], [1, 4, 8], [4, 5, 8], [3, 5, 8]);
    expect([...findHolders(parents, sizes, all)]).toEqual([...parents]);
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
