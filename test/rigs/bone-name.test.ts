import { describe, expect, it } from 'vitest';
import { plainName, readBoneName } from '../../cli/rigs/bone-name.ts';

describe('names of joints', () => {
  it.each([
    ['mixamorig:LeftForeArm', 'left lower arm'],
    ['mixamorig:LeftUpLeg', 'left upper leg'],
    ['mixamorig1:Spine2', ' spine'],
    ['DEF-upper_arm.L.001', 'left upper arm'],
    ['DEF-shin.R', 'right lower leg'],
    ['upperarm_l', 'left upper arm'],
    ['calf_r', 'right lower leg'],
    ['ball_l', 'left toes'],
    ['Bip01 R Calf', 'right lower leg'],
    ['J_Bip_L_UpperLeg', 'left upper leg'],
    ['leftLowerArm', 'left lower arm'],
    ['arm_left', 'left arm'],
    ['LeftArm', 'left arm'],
    ['LThumb', 'left thumb'],
    ['LeftHandIndex1', 'left finger'],
    ['index-finger-phalanx-distal', ' finger'],
    ['Yeti_RightClavicle', 'right clavicle'],
    ['LowerBack', ' spine'],
    ['Skeleton_arm_joint_L__4_', 'left arm'],
  ])('%s is the %s', (name, meant) => {
    const bone = readBoneName(name);
    expect(bone && `${bone.side} ${bone.part}`).toBe(meant);
  });

  it.each([
    'FrontUpperLeg.L',
    'BackLeg.R',
    'upperarm_twist_01_l',
    'IK_hand_l',
    'head_end',
    'Bone.003',
    'Tail1',
    'hair_back',
    'legend',
    '',
  ])('%s is no bone of a person', name => {
    expect(readBoneName(name)).toBeNull();
  });

  it('agree but for prefix, case and separators', () => {
    for (const name of ['mixamorig:Left_Arm', 'Armature|LEFT ARM', 'mixamorigLeftArm', 'leftarm', 'DEF-left.arm']) {
      expect(plainName(name)).toBe('leftarm');
    }
    expect(plainName('default')).toBe('default');
    expect(plainName('骨 1')).toBe('骨1');
  });
});
