import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCharacterAsset } from '../../cli/reports/character-asset.ts';
import { colorBodies } from '../../cli/reports/heat-colors.ts';
import { planHeatPaths } from '../../cli/reports/heat-paths.ts';
import { CLAY, HEAT_STOPS, toLinearColor } from '../../cli/reports/heat-scale.ts';
import { measureScene } from '../../cli/reports/scene.ts';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { createGltfSubject } from '../../cli/subjects/gltf-subject.ts';
import { checkPlanned } from '../../src/check/check-subject.ts';
import type { CheckSubject, Finding } from '../../src/check/index.ts';
import { measureVertexDepths } from '../../src/check/measure/vertex-depths.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { poseAt, readGltf, writeGltf } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { findData, needsData } from '../needs.ts';
import { createHostileSubject } from './hostile-report.ts';
import { placeVertex } from './place-vertex.ts';

const character = createCharacterSubject();
const plan = planCheck(character, { clips: ['reach', 'curl'] });
const asset = checkPlanned(plan);
const findings = asset.clips.flatMap(clip => clip.findings);
const clipOf = (name: string) => character.clips.find(clip => clip.name === name)!;
const heats = asset.clips.flatMap(clip => measureVertexDepths(plan, clipOf(clip.name), clip.findings));

/** The worst time has six digits in a report, so that what is measured then may differ in the fourth. */
function expectAsDeep(measured: (typeof heats)[number][], of: readonly Finding[], digits = 3): void {
  expect(measured).toHaveLength(of.length);
  measured.forEach(({ depths }, k) => {
    expect(Math.max(0, ...depths) / of[k].depth.model).toBeCloseTo(1, digits);
  });
}

describe('measureHeat', () => {
  it('is nowhere deeper than the finding, and somewhere as deep: of vertices inside, of creases and of two bodies', () => {
    expect(findings.map(finding => finding.depthBy)).toEqual(['vertices', 'triangles', 'triangles']);
    expectAsDeep(heats, findings);
    const boxes = createHostileSubject();
    const boxPlan = planCheck(boxes);
    const [clip] = checkPlanned(boxPlan).clips;
    const [heat] = measureVertexDepths(boxPlan, boxes.clips[0], clip.findings);
    expectAsDeep([heat], clip.findings);
    // Both boxes have eight vertices; those of the second are numbered after those of the first.
    expect([...heat.vertices].filter(v => v >= 8).length).toBeGreaterThan(0);
    expect(Math.max(...heat.vertices)).toBeLessThan(16);
  });

  it('names vertices of the mesh as it was given: the deepest is at the point of the finding', () => {
    const [finding] = findings;
    const at = placeOfDeepest(character, finding, 'reach', heats[0]);
    at.forEach((x, axis) => {
      expect(x).toBeCloseTo(finding.point[axis], 4);
    });
  });

  it('has each vertex once, in order, the hand and the thigh among them', () => {
    const [{ vertices }] = heats;
    for (let k = 1; k < vertices.length; k++) expect(vertices[k]).toBeGreaterThan(vertices[k - 1]);
    const { source, jointNames } = character.bodies[0];
    if (source.kind !== 'linear-blend') throw new Error('not linear');
    const { influences, joints, weights } = source.skin;
    const mainOf = (v: number): string => {
      const slots = Array.from({ length: influences }, (_, k) => v * influences + k);
      return jointNames[joints[slots.sort((p, q) => weights[q] - weights[p])[0]]];
    };
    const names = new Set([...vertices].map(mainOf));
    expect([...names].some(name => name.startsWith('right-hand') || name.startsWith('right-finger'))).toBe(true);
    expect(names.has('right-thigh')).toBe(true);
    expect([...names].some(name => name.startsWith('left') || name === 'head')).toBe(false);
  });

  it('gives nothing for what no pose shows', () => {
    const graze: Finding = { ...findings[0], pairs: 0, suppressed: 'graze' };
    expect(measureVertexDepths(plan, clipOf('reach'), [graze])[0].vertices).toHaveLength(0);
  });
});

const fox = findData('gltf/Fox.glb');

describe('measureHeat of the Fox', needsData('gltf/Fox.glb'), () => {
  it('is as deep as every finding, and no deeper', async () => {
    const subject = createGltfSubject('Fox', await readGltf(readFileSync(fox)));
    const foxPlan = planCheck(subject, { clips: ['Walk'] });
    const [clip] = checkPlanned(foxPlan).clips;
    const shown = clip.findings.filter(({ pairs }) => pairs > 0);
    expect(shown.length).toBeGreaterThan(30);
    expectAsDeep(measureVertexDepths(foxPlan, subject.clips.find(({ name }) => name === 'Walk')!, shown), shown, 1); // what is shallow and fast differs more
  });
});

function placeOfDeepest(
  subject: CheckSubject,
  { worst }: Finding,
  clip: string,
  heat: (typeof heats)[number],
): number[] {
  const pose = { jointMatrices: subject.rest[0].jointMatrices.slice(), weights: new Float64Array(0) };
  clipOf(clip).poseAt(worst, [pose]);
  const v = heat.vertices[heat.depths.indexOf(Math.max(...heat.depths))];
  return placeVertex(subject.bodies[0], pose, v);
}

describe('the heat-map as .glb', () => {
  const scene = measureScene(character, asset, plan.options);
  const [colors] = colorBodies(scene);
  const glb = writeGltf(createCharacterAsset(character), [colors]);

  it('colours what is deep, by its greatest depth, and leaves the rest clay', () => {
    const clay = toLinearColor(0).map(Math.fround);
    const hot = new Set(heats.flatMap(({ vertices }) => [...vertices]));
    const deepest = heats[0].vertices[heats[0].depths.indexOf(Math.max(...heats[0].depths))];
    const colorOf = (v: number): number[] => [...colors.subarray(3 * v, 3 * v + 3)];
    expect(colorOf(deepest)).toEqual(toLinearColor(1).map(Math.fround));
    for (let v = 0; v < colors.length / 3; v++) if (!hot.has(v)) expect(colorOf(v)).toEqual(clay);
    expect([...hot].filter(v => colorOf(v).join() === clay.join())).toEqual([]);
    expect(HEAT_STOPS).not.toContain(CLAY);
  });

  it('takes the greatest of all findings, and gives each body its own', () => {
    const heat = (vertices: number[], depths: number[]) => ({
      vertices: Uint32Array.from(vertices),
      depths: Float64Array.from(depths),
    });
    const heatsOfClips = [[heat([1, 9], [4, 1]), heat([1], [2])], [heat([9], [3])]];
    const [first, second] = colorBodies({ subject: createHostileSubject(), heats: heatsOfClips });
    expect([first.length, second.length]).toEqual([24, 24]);
    expect([...first.subarray(3, 6)]).toEqual(toLinearColor(1).map(Math.fround));
    expect([...second.subarray(3, 6)]).toEqual(toLinearColor(0.75).map(Math.fround));
    expect([...second.subarray(0, 3)]).toEqual(toLinearColor(0).map(Math.fround));
  });

  it('turns the shorter way from key to key', () => {
    for (const { tracks } of createCharacterAsset(character).clips) {
      for (const { values } of tracks) {
        for (let k = 4; k < values.length; k += 4) {
          const dot = [0, 1, 2, 3].reduce((sum, i) => sum + values[k + i] * values[k - 4 + i], 0);
          expect(dot).toBeGreaterThan(0.9);
        }
      }
    }
  });

  it('is a file with colours that rests and moves as the character does', async () => {
    const json = JSON.parse(
      new TextDecoder().decode(glb.subarray(20, 20 + new DataView(glb.buffer).getUint32(12, true))),
    );
    expect(json.meshes[0].primitives[0].attributes).toHaveProperty('COLOR_0');
    const read = await readGltf(glb, { weld: false });
    expect(read.clips.map(({ name }) => name)).toEqual(character.clips.map(({ name }) => name));
    const pose = createScenePose(read);
    const wanted = {
      jointMatrices: new Float64Array(pose.bodies[0].jointMatrices.length),
      weights: new Float64Array(0),
    };
    const names = character.bodies[0].jointNames;
    for (const [c, clip] of character.clips.entries()) {
      for (const time of [0, clip.end / 4, clip.end / 2, clip.end]) {
        poseAt(read, read.clips[c], time, { into: pose });
        const all = { ...wanted, jointMatrices: new Float64Array(12 * names.length) };
        clip.poseAt(time, [all]);
        read.bodies[0].jointNames.forEach((name, j) => {
          for (let k = 0; k < 12; k++) {
            const own = all.jointMatrices[12 * names.indexOf(name) + k];
            expect(Math.abs(pose.bodies[0].jointMatrices[12 * j + k] - own)).toBeLessThan(2e-3);
          }
        });
      }
    }
  });

  it('goes where users expect it: a name, a folder, a pattern', () => {
    expect([...planHeatPaths('out.glb', ['a/hero.glb'])]).toEqual([['a/hero.glb', 'out.glb']]);
    expect([...planHeatPaths('heat', ['a/hero.glb', 'b.gltf']).values()]).toEqual([
      'heat/hero.heat.glb',
      'heat/b.heat.glb',
    ]);
    expect([...planHeatPaths('x/*-hot.glb', ['a/hero.glb', 'b/hero.glb']).values()]).toEqual([
      'x/hero-hot.glb',
      'x/hero-2-hot.glb',
    ]);
    expect([...planHeatPaths('*.glb', ['$&.gltf']).values()]).toEqual(['$&.glb']);
    expect(() => planHeatPaths('out.glb', ['a.glb', 'b.glb'])).toThrow(/2 files to colour; name a folder, or put a \*/);
    expect(() => planHeatPaths('*.glb', ['hero.glb'])).toThrow(/write over 'hero.glb'/);
    expect(() => planHeatPaths('b.glb', ['./b.glb'])).toThrow(/write over/);
  });
});
