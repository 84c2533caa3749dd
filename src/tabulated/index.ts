export {
  createPosePair,
  type Freedom,
  type Kinematics,
  type MotionBound,
  type PosePair,
  type SideName,
  type SidePose,
} from './motion/kinematics.ts';
export {
  createBallJoint,
  createMechanism,
  type MechanismSide,
  type Movement,
  type WeightDrive,
} from './motion/mechanism.ts';
export type { Answers, Guarantee, MotionSearch } from './motion/motion-search.ts';
export { type SearchOptions, searchMotion } from './motion/search-motion.ts';
export { checksumSide, type Side } from './motion/side.ts';
export { pushOut } from './push-out.ts';
export type { CoveringOptions } from './spheres/covering-spheres.ts';
export { generateSpheres, type SphereOptions } from './spheres/generate-spheres.ts';
export type { SphereKind, SphereSet } from './spheres/sphere-set.ts';
export type { SurfaceOptions } from './spheres/surface-spheres.ts';
export type { VolumetricOptions } from './spheres/volumetric-spheres.ts';
export { createLookUp, type LookUp, lookUp, lookUpPairs, setValues } from './table/look-up.ts';
export { type Reduction, reduceTable } from './table/reduce-table.ts';
export { loadTable, saveTable } from './table/save-table.ts';
export { countTests, type Table, type TableSide } from './table/table.ts';
export { type Verification, type VerifyOptions, verifyTable } from './table/verify-table.ts';
