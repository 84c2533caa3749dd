import { assembleReport } from '../../src/check/findings/write-report.ts';
import { type CheckReport, type CheckSubject, checkSubject, type Issue } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { createBoxSubject } from '../check/box-subject.ts';

/** What someone may call a bone. */
export const HOSTILE = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "<!-- ]]> & ' ` | * _ [a](javascript:alert(1))",
  'tab\tline\nnull\u0000escape\u001b[31m\ud83d lone \udc4d\ufffe 👍 ünï',
];

/** Two boxes of which one goes into the other and back, with such names throughout. */
export function createHostileSubject(): CheckSubject {
  const subject = createBoxSubject(
    [
      [1, 1, 1],
      [0.5, 0.4, 0.3],
    ],
    2,
    time => [{ at: [0, 0, 0] }, { at: [1.2 - 0.65 * Math.sin((Math.PI * time) / 2), 0.03, 0.02], turn: 0.3 * time }],
  );
  const [wall, ram] = subject.bodies;
  return {
    ...subject,
    name: `${HOSTILE[0]}.glb`,
    bodies: [
      { ...wall, name: HOSTILE[1], jointNames: [HOSTILE[2]], materialNames: [HOSTILE[3]] },
      { ...ram, name: HOSTILE[3], jointNames: [HOSTILE[0]], materialNames: [HOSTILE[1]] },
    ],
    clips: subject.clips.map(clip => ({ ...clip, name: HOSTILE[3] })),
    gaps: HOSTILE,
  };
}

/** Its report, with an issue in the first list, one that is suppressed and one at a joint; with a clip that could not be checked, an asset that could not be read, and a suppressed finding. */
export function createHostileReport(): CheckReport {
  const options = resolveOptions({ ignore: ['a:b'] });
  const asset = checkSubject(createHostileSubject(), options);
  const [clip] = asset.clips;
  const [finding] = clip.findings;
  const more = [
    { ...clip, findings: [...clip.findings, { ...finding, id: `${finding.id}x`, suppressed: 'known' as const }] },
    { ...clip, name: HOSTILE[0], findings: [], error: HOSTILE[2] },
    { ...clip, name: HOSTILE[1], findings: [{ ...finding, rule: 'self/crease' as const, class: 'crease' as const }] },
  ];
  const [issue] = asset.issues;
  const issues: Issue[] = [
    { ...issue, findings: [[0, 0]] },
    { ...issue, id: `${issue.id}x`, findings: [[0, 1]], suppressed: 'known' },
    { ...issue, id: `${issue.id}y`, findings: [[2, 0]], list: 'joint' },
  ];
  const broken = { ...asset, name: HOSTILE[2], error: HOSTILE[3], issues: [], clips: [], bodies: [], gaps: [] };
  return assembleReport(options, [{ ...asset, issues, clips: more }, broken]);
}
