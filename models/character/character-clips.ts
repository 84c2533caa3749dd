import type { Model } from '../model.ts';
import { type CharacterClip, createKeyClip, type Turn } from './key-clip.ts';

/** Axes halfway between two others: arms rest halfway down, so such ones run along them and across them. */
const HALF = Math.SQRT1_2;

const RAISED: Turn[] = [
  ['right-clavicle', 0, 0, 1, -0.15],
  ['right-upper-arm', 0, 0, 1, -0.6],
];

/** He raises his right hand and waves: nothing touches. */
export function createWave(model: Model): CharacterClip {
  const wave = (time: number, bend: number, tilt: number) => ({
    time,
    turns: [...RAISED, ['right-forearm', 0, 0, 1, -bend] as Turn, ['head', 0, 0, 1, tilt] as Turn],
  });
  return createKeyClip(model, 'wave', 'He raises his right hand and waves. Nothing touches.', [
    { time: 0, turns: [] },
    wave(0.8, 0.9, 0.05),
    wave(1.2, 0.45, 0.1),
    wave(1.6, 0.95, 0.05),
    wave(2, 0.5, 0.1),
    { time: 2.8, turns: [] },
  ]);
}

/** The right forearm swings forward beside him, and the hand through the thigh. */
export function createReach(model: Model): CharacterClip {
  const swing = (time: number, forward: number) => ({
    time,
    turns: [
      ['right-upper-arm', 0, 0, 1, 0.39],
      ['right-upper-arm', 1, 0, 0, -0.25 * forward],
      ['right-forearm', 0, 0, 1, 0.62],
      ['right-forearm', 1, 0, 0, -0.45 * forward - 0.1],
    ] as Turn[],
  });
  return createKeyClip(model, 'reach', 'His right hand swings forward, and through the thigh.', [
    { time: 0, turns: [] },
    swing(0.7, -1.2),
    swing(1.9, 1.3),
    { time: 2.8, turns: [] },
  ]);
}

/** Both hands are laid on the chest, the left above the right, and sink into it. */
export function createCrossArms(model: Model): CharacterClip {
  const folded: Turn[] = [
    ['left-upper-arm', HALF, -HALF, 0, 1.36],
    ['left-upper-arm', 1, 0, 0, -1],
    ['left-upper-arm', 0, 1, 0, -0.56],
    ['left-forearm', -HALF, -HALF, 0, 1.98],
    ['right-upper-arm', HALF, HALF, 0, 1.17],
    ['right-upper-arm', 0, 0, 1, 0.11],
    ['right-upper-arm', 1, 0, 0, -0.48],
    ['right-upper-arm', 0, 1, 0, 0.64],
    ['right-forearm', -HALF, HALF, 0, 1.82],
  ];
  return createKeyClip(model, 'cross-arms', 'He crosses his arms; they sink into the chest.', [
    { time: 0, turns: [] },
    { time: 1.2, turns: folded },
    { time: 1.6, turns: folded },
    { time: 2.8, turns: [] },
  ]);
}

/** The left arm bends as far as it goes: the inside of the elbow creases, and that is all. */
export function createCurl(model: Model): CharacterClip {
  return createKeyClip(model, 'curl', 'He bends his left arm; the inside of the elbow creases.', [
    { time: 0, turns: [] },
    { time: 1, turns: [['left-forearm', -HALF, -HALF, 0, 2.3]] },
    { time: 2, turns: [] },
  ]);
}
