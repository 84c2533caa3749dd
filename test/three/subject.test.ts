import * as three from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { addFlexClips } from '../../cli/rigs/flex.ts';
import { createGltfSubject } from '../../cli/subjects/gltf-subject.ts';
import { type AssetReport, checkSubject } from '../../src/check/index.ts';
import { readGltf, writeGltf } from '../../src/gltf/index.ts';
import { subjectOfThree } from '../../src/three/index.ts';
import { makeHit } from '../cli/make-boxes.ts';
import { makePerson } from '../rigs/make-person.ts';

/** The same file by both readers. */
async function readBoth(bytes: Uint8Array<ArrayBuffer>): Promise<[byUs: AssetReport, byThree: AssetReport]> {
  const { scene, animations } = await new GLTFLoader().parseAsync(bytes.buffer, '');
  const before = JSON.stringify(scene.toJSON());
  const byThree = checkSubject(subjectOfThree(scene, animations, { name: 'same' }));
  scene.updateMatrixWorld();
  expect(JSON.stringify(scene.toJSON())).toBe(before);
  return [checkSubject(createGltfSubject('same', await readGltf(bytes))), byThree];
}

/** What does not depend on how a reader names bodies and rounds matrices. */
function tell({ height, clips, issues }: AssetReport): object {
  const round = (x: number): number => Number(x.toPrecision(3));
  return {
    height: round(height),
    clips: clips.map(({ name, start, end, findings }) => ({
      ...{ name, start: round(start), end: round(end) },
      findings: findings.map(({ a, b, class: kind, worst, depth }) => ({
        ...{ a: a.joint, b: b.joint, kind, worst: round(worst), depth: round(depth.model) },
      })),
    })),
    issues: issues.map(({ list, grade }) => [list, grade]),
  };
}

/** Makes a box larger about its middle. */
function swell(corners: Float64Array | Float32Array, factor: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const middle = (corners[axis] + corners[21 + axis]) / 2;
    for (let k = axis; k < 24; k += 3) corners[k] = middle + factor * (corners[k] - middle);
  }
}

describe('subjectOfThree', () => {
  it('is checked to the same findings as the file it was loaded from: bodies that move', async () => {
    const asset = await readGltf(new TextEncoder().encode(makeHit()));
    const [ours, theirs] = await readBoth(writeGltf(asset) as Uint8Array<ArrayBuffer>);
    expect(ours.issues.map(({ list }) => list)).toEqual(['collision']);
    expect(tell(theirs)).toEqual(tell(ours));
    expect(theirs.clips[0].findings[0].a).toEqual({ body: 'ram', joint: 'ram', materials: ['ram paint'] });
  });

  it('is checked to the same findings as the file it was loaded from: a skinned person that bends', async () => {
    const { clips, ...person } = addFlexClips(makePerson({ axes: 3 }), null);
    const { positions } = person.bodies[0].mesh;
    for (let v = 0; v < positions.length; v += 24) swell(positions.subarray(v, v + 24), 9); // so that boxes meet
    const some = clips.filter(({ name }) => /left (elbow|shoulder)/.test(name)).slice(0, 3);
    const [ours, theirs] = await readBoth(writeGltf({ ...person, clips: some }) as Uint8Array<ArrayBuffer>);
    expect(ours.clips.length).toBe(3);
    expect(ours.clips.flatMap(({ findings }) => findings).length).toBeGreaterThan(0);
    expect(tell(theirs)).toEqual(tell(ours));
  });

  it('knows materials, what is hidden, and what it leaves out', () => {
    const glass = new three.MeshPhysicalMaterial({ name: 'glass', transmission: 0.75 });
    const veil = new three.MeshBasicMaterial({ name: 'veil', transparent: true, opacity: 0.25 });
    const box = new three.Mesh(new three.BoxGeometry(), [glass, veil, glass, glass, glass, veil]);
    const hidden = new three.Group().add(new three.Mesh(new three.BoxGeometry(), new three.MeshBasicMaterial()));
    hidden.visible = false;
    const many = new three.InstancedMesh(new three.BoxGeometry(), veil, 2);
    many.name = 'crowd';
    const root = new three.Group().add(box, hidden, many, new three.Points(), new three.Mesh());
    const shows = new three.BooleanKeyframeTrack('.visible', [0, 1], [true, false]);
    const subject = subjectOfThree(root, [new three.AnimationClip('blink', 1, [shows])]);
    expect(subject.bodies.map(({ isInvisible }) => isInvisible)).toEqual([false, true]);
    expect(subject.bodies[0].opacities).toEqual([0.25, 0.25, 0.25, 0.25, 0.25, 0.25]);
    expect([...subject.bodies[0].materialOfTriangle!]).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect(subject.gaps).toEqual([
      "'crowd' is many in one, and was not checked.",
      "Clip 'blink' shows and hides objects; they count as they are at rest.",
    ]);
    expect(() => subjectOfThree(null as unknown as three.Object3D, [])).toThrow('subjectOfThree: the root is null');
  });
});
