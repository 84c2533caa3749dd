export { foreheadHeight } from './forehead.ts';
export { createFrontalis, type Frontalis, unbendFrontalis } from './frontalis.ts';
export { createMandible, JAW_HINGE } from './mandible.ts';
export { createForeheadSkin, type ForeheadSkin } from './skin.ts';
export { createSkull } from './skull.ts';
