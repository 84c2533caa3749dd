export { createDolphin, type DolphinSize } from './dolphin.ts';
export { createMorphBodies } from './morph-bodies.ts';
export type { MorphModel } from './morph-model.ts';
