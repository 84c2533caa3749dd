import assert from 'node:assert/strict';
import { createTube } from '../../models/index.ts'; // 'poseclash/models'
import {
  buildCornerRecords,
  classifyTriangles,
  createConeCheck,
  createHybrid,
  createRadialCheck,
  createSweptCheck,
  encloseOptimally,
  findContactsByNormalCones,
  findContactsByRadialViews,
  findContactsByVolumes,
  findEdgeEdgeImpactByCubic,
  findVertexTriangleImpactByCubic,
  listNodeVertices,
  moveObservers,
  refitBottomUp,
  refitByAlgorithm1,
  refitByKavanZara2005,
  refitHybrid,
  startSweptFrom,
  sweepStep,
  takeSweptStep,
} from '../../papers/baselines.ts'; // not in the package
import { createEmptyPlan, createImpact } from '../../src/continuous/index.ts'; // 'poseclash/continuous'
import { createCollider, createShape, findPairs, posedVolumes, setPlacement } from '../../src/index.ts'; // 'poseclash'

const { mesh, skin, skeleton } = createTube({ joints: 3, rings: 11, sides: 8 });

export function refitAllOfIt(): void {
  // #region bottom-up
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
  const [a, b] = [createCollider(shape), createCollider(shape)];
  setPlacement(b, Float64Array.of(1, 0, 0, 0.15, 0, 1, 0, 0, 0, 0, 1, 0));
  const onDemand = findPairs(a, b).length;
  for (const collider of [a, b]) refitBottomUp(collider); // all vertices, then all volumes
  assert.equal(findPairs(a, b).length, onDemand);

  const hybrid = createHybrid(createCollider(shape), listNodeVertices(shape)); // [Larsson2001]
  refitHybrid(hybrid); // after every pose of its collider
  assert.equal(findPairs(hybrid.collider, b).length, onDemand);
  // #endregion bottom-up
}

export function refitByPapers(): void {
  // #region paper-rules
  const shape = createShape(mesh, { kind: 'spherical-blend', skin, skeleton }, { volumes: 'sphere' });
  const collider = createCollider(shape);
  const { deformer, tree } = shape;
  const records = buildCornerRecords(shape.mesh, deformer, tree.slotStarts, tree.slotEnds);
  const list = new Float64Array(8 * records.maxList);
  const sphere = new Float64Array(4); // x, y, z, radius of the root
  refitByAlgorithm1(records, deformer, collider.posed, 0, list, sphere, 0); // [Kavan2006]
  const radius = sphere[3];
  refitByKavanZara2005(records, deformer, collider.posed, 0, list, sphere, 0); // [KavanZara2005a], for linear blending
  const smallest = encloseOptimally(collider)[3]; // what no rule can beat
  assert.ok(smallest <= radius && smallest <= posedVolumes(collider)[3]);
  // #endregion paper-rules
}

export function meetByCubic(): void {
  // #region cubic
  const motion = {
    start: Float64Array.of(0.2, 0.2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0),
    end: Float64Array.of(0.2, 0.2, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0),
  };
  const impact = createImpact();
  assert.ok(findVertexTriangleImpactByCubic(motion, 0, motion, 3, 6, 9, impact)); // plain floats: may miss, may be late
  assert.equal(findEdgeEdgeImpactByCubic(motion, 0, 3, motion, 6, 9, impact), false);
  // #endregion cubic
}

export function checkByVolumes(): void {
  // #region swept
  const folded = mesh.positions.map((value, k) => (k % 3 === 1 ? Math.abs(value - 0.5) : value));
  const base = createSweptCheck(mesh, null); // one tree of swept 16-DOPs
  const cones = createConeCheck(mesh); // the same, with cones of normals
  for (const check of [base, cones]) {
    startSweptFrom(check, mesh.positions);
    takeSweptStep(check, folded);
  }
  sweepStep(base); // brings the volumes to the step; the searches do it themselves
  findContactsByVolumes(base);
  findContactsByNormalCones(cones);
  assert.equal(cones.tester.contacts.earliest, base.tester.contacts.earliest);
  // #endregion swept
}

export function checkByRadialViews(): void {
  // #region radial-views
  const check = createRadialCheck(mesh, createEmptyPlan(mesh)); // `planShape` makes a plan with observers
  const nobody = new Float64Array(0);
  startSweptFrom(check, mesh.positions);
  takeSweptStep(
    check,
    mesh.positions.map((value, k) => (k % 3 === 1 ? Math.abs(value - 0.5) : value)),
  );
  moveObservers(check, nobody);
  findContactsByRadialViews(check); // [Wong2013] as published
  classifyTriangles(check); // its first part, for measuring
  assert.ok(check.tester.contacts.count > 0);
  // #endregion radial-views
}
