import { createMan, createManWalk } from '../../../models/index.ts';
import type { Scene } from '../../scene.ts';
import { createPassBy } from './pass-by.ts';

export function createTwoMenWalking(): Scene {
  const man = createMan();
  return createPassBy(man, createManWalk(man), {
    name: 'two-men-walking',
    title: "Two men walk past each other and brush arms (after Fig. 6 of Kavan, O'Sullivan and Zara 2006).",
    aside: 0.46, // hanging arms brush, nothing more
    start: 0.85,
    ahead: 0.6,
  });
}
