import { describe, expect, it } from 'vitest';
import { sayFinding } from '../../cli/reports/words.ts';
import { type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { joinObservations, observeClip } from '../../src/check/scan/observe-clip.ts';
import { createCollider, createShape, touches } from '../../src/index.ts';
import { createBoxMesh, createBoxSubject } from '../check/box-subject.ts';

type Place = [number, number, number];

/** An arm, 0.2 thick, that goes through a plate by some length. */
function createArm(plate: Place, through: number): CheckSubject {
  return createBoxSubject([[2, 0.2, 0.2], plate], 1, time => [
    { at: [-1.5 - plate[0] / 2 + Math.min(1, 2 * time) * (0.5 + through + plate[0]), 0.01, 0.02] },
    { at: [0, 0, 0] },
  ]);
}

/** Whether two boxes touch when one is moved. */
function isTouching(sizes: [Place, Place], places: [Place, Place]): boolean {
  const [one, other] = sizes.map((size, k) => {
    const { positions, triangles } = createBoxMesh(...size);
    const moved = positions.map((x, i) => x + places[k][i % 3]);
    return createCollider(createShape({ positions: moved, triangles }, { kind: 'rigid' }));
  });
  return touches(one, other);
}

describe('an arm through a thin plate', () => {
  const plate: Place = [0.04, 3, 3];

  it.each([0.1, 0.3, 0.7])('has to be drawn back by as far as it is through, %f, whatever its depth says', through => {
    const [{ separation, a, worst }] = checkSubject(createArm(plate, through), { rest: false }).clips[0].findings;
    expect(separation!.model).toBeGreaterThan(through);
    expect(separation!.model).toBeLessThan(through + plate[0] + 1e-3);
    expect(separation!.mm).toBeCloseTo(1000 * separation!.model, 1);
    // It is free then, and not a hundredth before.
    const arm: Place = [-1.5 - plate[0] / 2 + Math.min(1, 2 * worst) * (0.5 + through + plate[0]), 0.01, 0.02];
    const sign = a.body === 'box 0' ? 1 : -1;
    const movedBy = (share: number): Place => arm.map((x, k) => x + share * sign * separation!.by[k]) as Place;
    expect(isTouching([[2, 0.2, 0.2], plate], [movedBy(1 + 1e-5), [0, 0, 0]])).toBe(false);
    expect(isTouching([[2, 0.2, 0.2], plate], [movedBy(0.99), [0, 0, 0]])).toBe(true);
  });

  it('says so in words', () => {
    const [finding] = checkSubject(createArm(plate, 0.3), { rest: false }).clips[0].findings;
    expect(sayFinding(finding)).toMatch(/ deep, free after 3[34]\d mm$/);
  });

  it('tells it of the worst contact only, however the clip is cut', () => {
    const subject = createArm(plate, 0.3);
    const plan = planCheck(subject, { rest: false });
    const [clip] = subject.clips;
    const whole = observeClip(plan, clip);
    expect(whole.contacts.length).toBeGreaterThan(5);
    expect(whole.contacts.filter(({ measured }) => measured?.evidence?.separation)).toHaveLength(1);
    const parts = [observeClip(plan, clip, 0, 14), observeClip(plan, clip, 14, 22), observeClip(plan, clip, 22)];
    expect(
      parts.filter(({ contacts }) => contacts.some(({ measured }) => measured?.evidence?.separation)).length,
    ).toBeGreaterThan(1);
    expect(JSON.stringify(joinObservations(parts, 1 / plan.options.fps))).toBe(JSON.stringify(whole));
  });

  it('has to be drawn back by as far as it is in where depth tells that, too', () => {
    const [{ separation, depth }] = checkSubject(createArm([1, 3, 3], -0.99), { rest: false }).clips[0].findings;
    expect(depth.model).toBeCloseTo(0.01, 5);
    expect(separation!.model).toBeCloseTo(0.01, 5);
    expect(Math.hypot(...separation!.by)).toBeCloseTo(separation!.model, 5);
  });
});
