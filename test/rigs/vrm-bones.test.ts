import { describe, expect, it } from 'vitest';
import { readVrmBones } from '../../cli/rigs/vrm-bones.ts';
import { writeGltf } from '../../src/gltf/index.ts';
import { editGlb } from '../gltf/make-glb.ts';
import { makePerson } from './make-person.ts';

const glb = writeGltf(makePerson());
const bonesOf = (extensions: object): [number, string][] | null => {
  const bones = readVrmBones(editGlb(glb, json => Object.assign(json, { extensions })));
  return bones && [...bones];
};

describe('the bones that a .vrm names', () => {
  it('are a record in version 1 and a list in version 0', () => {
    const named: [number, string][] = [
      [3, 'hips'],
      [7, 'leftUpperArm'],
    ];
    const record = Object.fromEntries(named.map(([node, bone]) => [bone, { node }]));
    expect(bonesOf({ VRMC_vrm: { humanoid: { humanBones: record } } })).toEqual(named);
    const list = named.map(([node, bone]) => ({ bone, node, useDefaultValues: true }));
    expect(bonesOf({ VRM: { humanoid: { humanBones: list } } })).toEqual(named);
  });

  it('are none in other files, and where nothing sensible is said', () => {
    expect(readVrmBones(glb)).toBeNull();
    for (const humanBones of [null, 7, {}, [], [null, { bone: 3, node: 'x' }], { hips: null }]) {
      expect(bonesOf({ VRM: { humanoid: { humanBones } } })).toBeNull();
    }
    expect(bonesOf({ VRM: '"humanBones"' })).toBeNull();
  });
});
