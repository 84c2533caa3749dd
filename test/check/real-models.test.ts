import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createGltfSubject } from '../../cli/subjects/gltf-subject.ts';
import { type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { readGltf } from '../../src/gltf/index.ts';
import { setPose } from '../../src/index.ts';
import { findSelfPairsByBruteForce } from '../../src/self/brute-force.ts';
import { needsData } from '../needs.ts';
import {
  callWitness,
  findSelfPairsPlainly,
  isConfirmed,
  listCleanTimes,
  listTouchingAtRest,
  listUnexpected,
} from './confirm.ts';

/** Models of other people, where they are at hand; none comes with the project. */
const folder = new URL('../../../shared/data/gltf/', import.meta.url);

async function load(name: string): Promise<CheckSubject> {
  return createGltfSubject(name, await readGltf(readFileSync(new URL(name, folder))));
}

describe('real models', needsData('gltf'), () => {
  it.each(['RiggedFigure.glb', 'RiggedSimple.glb', 'q-Shark.glb', 'modal-bullet-torus.glb'])(
    '%s is clean',
    async name => {
      const report = checkSubject(await load(name));
      expect(report.clips.length).toBeGreaterThan(0);
      for (const { findings, error } of report.clips) expect([error, findings]).toEqual([undefined, []]);
    },
  );

  it('the witness finds what plain brute force finds', async () => {
    const subject = await load('Fox.glb');
    const { colliders } = callWitness(subject);
    const poses = subject.rest.map(pose => ({ ...pose, jointMatrices: pose.jointMatrices.slice() }));
    subject.clips[2].poseAt(0.5, poses);
    setPose(colliders[0], poses[0]);
    const plain = [...findSelfPairsByBruteForce(colliders[0])];
    expect(plain.length).toBeGreaterThan(0);
    expect(findSelfPairsPlainly(colliders[0])).toEqual(plain);
  });

  const clips: [file: string, clip: string, least: number][] = [
    ['Fox.glb', 'Walk', 5],
    ['Fox.glb', 'Run', 5],
    ['CesiumMan.glb', 'clip 0', 5],
    ['q-ShibaInu.glb', 'AnimalArmature|Gallop', 5],
    ['q-Horse.glb', 'AnimalArmature|Death', 1],
    ['q-Trex.glb', 'Armature|TRex_Run', 1],
    ['aframe-leftHandHigh.glb', 'Fist', 5],
    ['q-Snake.glb', 'SnakeArmature|Snake_Attack', 1],
  ];
  it.each(clips)('%s, %s: brute force confirms the findings, and finds nothing else', async (file, clip, least) => {
    const subject = await load(file);
    const report = checkSubject(subject, { clips: [clip] });
    const [{ findings }] = report.clips;
    expect(findings.length).toBeGreaterThanOrEqual(least);
    // What folds onto itself has no inside: its depth is never told by vertices of other contacts.
    for (const finding of findings) if (finding.class === 'crease') expect(finding.depthBy).toBe('triangles');
    const witness = callWitness(subject);
    // The ten deepest: testing all pairs takes its time.
    const worst = findings.filter(({ suppressed }) => !suppressed).sort((p, q) => q.depth.model - p.depth.model);
    for (const finding of worst.slice(0, 10))
      expect([finding.id, isConfirmed(witness, clip, finding)]).toEqual([finding.id, true]);
    const atRest = listTouchingAtRest(witness);
    for (const time of listCleanTimes(report, clip, 3, 0.25 / 30)) {
      expect([time, listUnexpected(witness, clip, time, atRest)]).toEqual([time, []]);
    }
  });
});
