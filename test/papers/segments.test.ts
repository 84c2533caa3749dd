import { describe, expect, it } from 'vitest';
import { scenes } from '../../papers/scene-catalogue.ts';
import { poseClip } from '../../papers/wong-2013/bench/self-methods.ts';
import { countCandidates } from './count-candidates.ts';

describe('radial views as published, with bone heat and segments', () => {
  const clip = poseClip(scenes['urchin-long']());

  it('look at the long urchin from whole bones where its ends do not see enough', () => {
    const segments = clip.heat.plan.areSegments.reduce((sum, isSegment) => sum + isSegment, 0);
    expect(clip.heat.radial.observers).toHaveLength(4);
    expect(segments).toBe(2);
    expect(clip.plan.areSegments.some(isSegment => isSegment === 1)).toBe(false); // by skin, points see enough
  });

  it('find the first contacts that Base finds, with fewer candidates', () => {
    const [, published, , base] = countCandidates(clip, 6);
    expect(published).toBeLessThan(0.6 * base);
  });
});
