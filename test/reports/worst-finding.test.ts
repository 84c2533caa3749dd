import { describe, expect, it } from 'vitest';
import { findWorst } from '../../cli/reports/worst-finding.ts';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { listShots } from '../../cli/thumbs/list-shots.ts';
import { checkSubject } from '../../src/check/index.ts';

describe('the worst finding of an issue', () => {
  const asset = checkSubject(createCharacterSubject());
  const { findings } = asset.issues[0];
  const issue = { ...asset.issues[0], findings: [...findings, ...asset.issues[1].findings] };
  const [[clip, number]] = issue.findings;

  it('is the first', () => {
    expect(findWorst(asset, issue)).toMatchObject({ clip, number });
  });

  it('is the first that is not known, of which pictures are taken too', () => {
    const known = structuredClone(asset);
    known.clips[clip].findings[number].suppressed = 'known';
    const [, [nextClip, next]] = issue.findings;
    expect(findWorst(known, issue)).toMatchObject({ clip: nextClip, number: next });
    const shot = listShots({ ...known, issues: [issue] }, 1)[0];
    expect([shot.clip, shot.finding]).toEqual([nextClip, next]);
  });
});
