import { describe, expect, it } from 'vitest';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { type Exhibit, gatherEvidence } from '../../src/check/evidence/evidence.ts';
import { measureRestGap } from '../../src/check/evidence/rest-gap.ts';
import { type CheckSubject, checkSubject, type Issue } from '../../src/check/index.ts';
import { gatherIssues } from '../../src/check/issues/gather-issues.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import type { Mesh } from '../../src/index.ts';
import { createBoxes } from '../support/boxes.ts';
import { createBall } from '../support/closed-meshes.ts';
import { createBoxSubject } from './box-subject.ts';

/** Bodies that stand where they are, each in a unit of its own. */
function stand(meshes: Mesh[], places: [number, number, number][], scale = 1): CheckSubject {
  const rest = places.map(([x, y, z]) => ({
    jointMatrices: Float64Array.of(scale, 0, 0, x, 0, scale, 0, y, 0, 0, scale, z),
    weights: new Float64Array(0),
  }));
  return {
    name: 'bodies',
    bodies: meshes.map((mesh, b) => ({
      ...{ name: `${b}`, mesh, source: { kind: 'rigid' as const } },
      ...{ jointNames: [`${b}`], materialNames: [''] },
    })),
    rest,
    clips: [
      {
        name: 'stand',
        start: 0,
        end: 1,
        poseAt: (_, out) => {
          rest.forEach(({ jointMatrices }, b) => {
            out[b].jointMatrices.set(jointMatrices);
          });
        },
      },
    ],
  };
}

function exhibit(regionA: number, regionB: number, touching: number[]): Exhibit {
  return {
    time: 0,
    regionA,
    regionB,
    depth: 0.001,
    depthBy: 'triangles',
    isCrease: false,
    touching,
    point: [0, 0, 0],
    regionPairs: [],
  };
}

/** The slot of a ball whose middle is highest, or lowest, along an axis. */
function findOutermost(plan: ReturnType<typeof planCheck>, axis: number, sign: number): number {
  const { triangles, positions } = plan.shapes[0].mesh;
  const heights = Array.from({ length: triangles.length / 3 }, (_, t) =>
    [0, 1, 2].reduce((sum, k) => sum + sign * positions[3 * triangles[3 * t + k] + axis], 0),
  );
  return heights.indexOf(Math.max(...heights));
}

describe('evidence of one body', () => {
  it('tells what is near along the surface from what is on the other side', () => {
    const subject = stand([createBall(16, 24)], [[0, 0, 0]]);
    const plan = planCheck(subject);
    const [top, bottom] = [findOutermost(plan, 2, 1), findOutermost(plan, 2, -1)];
    const side = findOutermost(plan, 0, 1);
    const [across, around] = gatherEvidence(plan, subject.clips[0], [
      exhibit(0, 0, [top, bottom]), // half around: 3.1 radii
      exhibit(0, 0, [top, side]), // a quarter: 1.6, less its triangles
    ]);
    expect([across.isFold, around.isFold]).toEqual([false, true]);
  });

  it('tells gaps in the unit of the scene', () => {
    const mesh = createBoxes(
      [
        [0, 0, 0],
        [1, 1, 1],
      ],
      [
        [4, 0, 0],
        [5, 1, 1],
      ],
    );
    for (const scale of [1, 1 / 64, 64]) {
      const plan = planCheck(stand([mesh], [[0, 0, 0]], scale));
      const { triangles, positions } = plan.shapes[0].mesh;
      const isRight = Array.from({ length: triangles.length / 3 }, (_, t) => positions[3 * triangles[3 * t]] > 3);
      const gap = measureRestGap(plan, 0, 0, [isRight.indexOf(false), isRight.indexOf(true)]);
      expect(gap / scale).toBeGreaterThan(2.9);
      expect(gap / scale).toBeLessThan(5.2);
    }
  });
});

describe('what is inside of an open body', () => {
  it('is asked of the open one only, as one pair of regions does not tell all that crosses a closed one', () => {
    const ball = createBall(20, 30);
    const kept = [...ball.triangles.keys()].filter(k => ball.positions[3 * ball.triangles[k - (k % 3)]] > -0.9);
    const opened = { ...ball, triangles: Uint32Array.from(kept, k => ball.triangles[k]) };
    const subject = stand([opened, ball], [[0, 0, 0], [1.6, 0.01, 0.02]]); // biome-ignore format: two places
    const plan = planCheck(subject, { rest: false });
    // One pair that crosses: of each the triangle whose middle is nearest to where the balls meet.
    const meeting = [0.8, 0.6, 0];
    const [a, b] = [0, 1].map(body => {
      const { triangles } = plan.shapes[body].mesh;
      const positions = plan.atRest.positions[body];
      const distances = Array.from({ length: triangles.length / 3 }, (_, t) =>
        Math.hypot(
          ...meeting.map(
            (x, axis) => x - [0, 1, 2].reduce((sum, k) => sum + positions[3 * triangles[3 * t + k] + axis] / 3, 0),
          ),
        ),
      );
      return distances.indexOf(Math.min(...distances));
    });
    const [{ inside }] = gatherEvidence(plan, subject.clips[0], [exhibit(0, 1, [a, b])]);
    expect(inside!.depth).toBeLessThan(0.45); // they overlap by 0.4
    expect(inside!.sureness).toBeGreaterThan(0.5);
  });
});

describe('props in one place', () => {
  /** A hand, two swords on it, of which the second may be elsewhere, and a leg that comes through all of them. */
  const arm = (x: number): CheckSubject => {
    const subject = createBoxSubject([[1, 1, 1], [0.2, 3, 0.2], [0.3, 2, 0.3], [1, 4, 1]], 1, time => [{ at: [0, 0, 0] }, { at: [0, 2, 0], turn: 0.2 }, { at: [x, 2, 0], turn: 0.3 }, { at: [9 - 8.7 * time, 0, 0] }]); // biome-ignore format: bodies
    const nodes = [0, 1, 2, 3];
    return {
      ...subject,
      bodies: subject.bodies.map((body, b) => ({ ...body, nodes: [nodes[b]] })),
      nodes: { parents: [-1, 0, 0, -1] },
    };
  };

  it('are counted in an issue, and one of them goes through a leg in the second list at most', () => {
    const issuesOf = (x: number): Issue[] => checkSubject(arm(x)).issues.filter(({ id }) => id.includes('box 3'));
    const count = (issues: Issue[]): [string, number][] => issues.map(({ a, facts }) => [a.body, facts.alternates]);
    const goThrough = (issues: Issue[]): string[] =>
      issues.filter(({ list }) => list === 'collision').map(({ a }) => a.body);
    expect(new Map(count(issuesOf(0)))).toEqual(new Map([['box 0', 0], ['box 1', 1], ['box 2', 1]])); // biome-ignore format: a table
    expect(goThrough(issuesOf(0))).toEqual(['box 0']);
    expect(goThrough(issuesOf(0.2))).toContain('box 2');
  });

  it('are those that hang on one joint, are in each other, and have one origin', () => {
    expect(planCheck(arm(0)).alternates).toEqual([1, 2]);
    expect(planCheck(arm(0.2)).alternates).toEqual([]); // they still touch, but were put beside each other
    expect(planCheck({ ...arm(0), nodes: { parents: [-1, 0, 3, -1] } }).alternates).toEqual([]);
  });
});

describe('an issue that is part of another', () => {
  it('is not more severe than that', () => {
    const subject = createCharacterSubject();
    const plan = planCheck(subject);
    const { clips, rest } = checkSubject(subject);
    const isOf = (finding: { a: { joint: string }; b: { joint: string } }, joint: string): boolean =>
      [finding.a.joint, finding.b.joint].sort().join() === ['ribs', joint].sort().join();
    const underOf = (share: number): string | undefined => {
      const changed = clips.map(clip => ({
        ...clip,
        findings: clip.findings.map(finding => {
          if (!isOf(finding, 'right-forearm')) return finding;
          const length = { ...finding.curve.length, percent: share * finding.curve.length.percent };
          return { ...finding, isFold: true, curve: { ...finding.curve, length } };
        }),
      }));
      return gatherIssues(plan, rest, changed).find(issue => isOf(issue, 'right-forearm'))!.under;
    };
    expect(underOf(1)).toBe('man.ribs:man.right-hand');
    expect(underOf(100)).toBeUndefined();
  });
});
