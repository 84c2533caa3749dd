export { boxWindow } from './box-window';
export { castRay } from './cast-ray';
export { countWindings } from './count-windings';
export { findNearest, mayCount } from './nearest';
export { beginParting, goPast, goPastTouching, meetNext } from './part-regions';
export { leaveOutSeparated } from './part-window';
export { findSeparatingDirection } from './stay-apart';
export { listLeaves, walkNear, walkNearOfTwo } from './walk-window';
