export { namePairs } from './leaf-pairs';
export { measureShape, packShape } from './pack-shape';
export { openCollider, poseJoints } from './pose-joints';
export { refitTree } from './refit';
export { beginProbe, nextLeaf } from './walk-nodes';
export { beginQuery, beginWalk, refitRoot, walkPairs } from './walk-pairs';
