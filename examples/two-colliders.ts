import { createMan, createManWalk } from '../models/index.ts'; // of the repository, not of the package
import { createStats } from '../src/debug.ts'; // 'poseclash/debug'
import { createCollider, createShape, findPairs, setPose } from '../src/index.ts'; // 'poseclash'

const man = createMan(); // a mesh, a skin and a skeleton
const walk = createManWalk(man);
const shape = createShape(man.mesh, { kind: 'spherical-blend', skin: man.skin, skeleton: man.skeleton }); // once per model
const [a, b] = [createCollider(shape), createCollider(shape)]; // one per instance

const jointMatrices = new Float64Array(12 * man.skin.jointCount); // one 3x4 matrix per joint, rest space to world space
walk.write(0.0, 0, 0, 0, jointMatrices); // phase of the walk, x, z, heading
setPose(a, { jointMatrices }); // copies the matrices and moves nothing yet
walk.write(0.6, 0.45, 0, Math.PI, jointMatrices);
setPose(b, { jointMatrices });
const stats = createStats();
const pairs = findPairs(a, b, { stats }); // [triangle of a, triangle of b, ...]: every pair that touches, and no other
console.log(`${pairs.length / 2} pairs of triangles touch; ${stats.vertices} vertices were deformed to know`);
