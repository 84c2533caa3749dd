export type { CoveringOptions } from './covering-spheres.ts';
export { generateSpheres, type SphereOptions } from './generate-spheres.ts';
export {
  createPosePair,
  type Freedom,
  type Kinematics,
  type MotionBound,
  type PosePair,
  type SideName,
  type SidePose,
} from './kinematics.ts';
export { createLookUp, type LookUp, lookUp, lookUpPairs, setValues } from './look-up.ts';
export { createBallJoint, createMechanism, type MechanismSide, type Movement, type WeightDrive } from './mechanism.ts';
export type { Answers, Guarantee, MotionSearch } from './motion-search.ts';
export { pushOut } from './push-out.ts';
export { type Reduction, reduceTable } from './reduce-table.ts';
export { loadTable, saveTable } from './save-table.ts';
export { type SearchOptions, searchMotion } from './search-motion.ts';
export { checksumSide, type Side } from './side.ts';
export type { SphereKind, SphereSet } from './sphere-set.ts';
export type { SurfaceOptions } from './surface-spheres.ts';
export { countTests, type Table, type TableSide } from './table.ts';
export { type Verification, type VerifyOptions, verifyTable } from './verify-table.ts';
export type { VolumetricOptions } from './volumetric-spheres.ts';
