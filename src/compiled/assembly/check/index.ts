export { castRay } from './cast-ray';
export { countWindings } from './count-windings';
export { findNearest, mayCount } from './nearest';
export { beginParting, goPast, goPastTouching, meetNext } from './part-regions';
export { findSeparatingDirection } from './stay-apart';
