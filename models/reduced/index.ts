export type { BridgeOptions } from './bridge.ts';
export { createBridge } from './bridge.ts';
export { createBridgeSway } from './bridge-sway.ts';
export { createChair } from './chair.ts';
export type { CurtainOptions } from './curtain.ts';
export { createCurtain } from './curtain.ts';
export { createCurtainWind } from './curtain-wind.ts';
export { createFish } from './fish.ts';
export type { ModalMotion, ReducedModel } from './reduced-model.ts';
