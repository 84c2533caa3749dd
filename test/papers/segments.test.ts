import { describe, expect, it } from 'vitest';
import { scenes } from '../../papers/scene-catalogue.ts';
import { agree, listFreeSteps, spreadSteps } from '../../papers/wong-2013/bench/free-steps.ts';
import { createMethods, poseClip } from '../../papers/wong-2013/bench/self-methods.ts';

describe('radial views as published, with bone heat and segments', () => {
  const clip = poseClip(scenes['urchin-long']());
  const methods = createMethods(clip);

  it('look at the long urchin from whole bones where its ends do not see enough', () => {
    const segments = clip.heat.plan.areSegments.reduce((sum, isSegment) => sum + isSegment, 0);
    expect(clip.heat.radial.observers).toHaveLength(4);
    expect(segments).toBe(2);
    expect(clip.plan.areSegments.some(isSegment => isSegment === 1)).toBe(false); // by skin, points see enough
  });

  it('find the first contacts that Base finds, with fewer candidates', () => {
    const steps = spreadSteps(listFreeSteps(clip), 6);
    const before = methods.map(({ stats }) => stats.candidates);
    const firsts = steps.map(step =>
      methods.map(method => {
        method.prepare(step);
        method.find();
        return method.contacts.earliest;
      }),
    );
    expect(firsts.some(([first]) => first < Infinity)).toBe(true);
    for (const found of firsts) for (const first of found) expect(agree(first, found[3])).toBe(true);
    const [, published, , base] = methods.map(({ stats }, m) => stats.candidates - before[m]);
    expect(published).toBeLessThan(0.6 * base);
  });
});
