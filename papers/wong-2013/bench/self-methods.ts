import type { Model } from '../../../models/index.ts';
import type { StepStats } from '../../../src/continuous/index.ts';
import type { Observer } from '../../../src/continuous/radial-view/observers.ts';
import type { RadialPlan } from '../../../src/continuous/radial-view/plan.ts';
import type { Contacts } from '../../../src/continuous/self/contacts.ts';
import { placeObservers } from '../../../src/continuous/self/follow-joints.ts';
import { planShape } from '../../../src/continuous/self/plan-shape.ts';
import { seeStep } from '../../../src/continuous/self/step-views.ts';
import type { ViewPlan } from '../../../src/continuous/self/views.ts';
import { createStepSearch, findContactsOfStep, goOnToVertices } from '../../../src/continuous/self-search.ts';
import type { Skeleton } from '../../../src/deform/skeleton.ts';
import { type Collider, createCollider, createShape, posedPositions, type Shape, setPose } from '../../../src/index.ts';
import {
  type ConeCheck,
  classifyTriangles,
  createConeCheck,
  createRadialCheck,
  createSweptCheck,
  findContactsByNormalCones,
  findContactsByRadialViews,
  findContactsByVolumes,
  moveObservers,
  type RadialCheck,
  type SweptCheck,
  startSweptFrom,
  sweepStep,
  takeSweptStep,
  updateCones,
} from '../../baselines.ts';
import type { Scene } from '../../scene.ts';
import type { Capture } from '../scenes/captured-man.ts';

/** A body in motion, all its poses ready, so that finding contacts is all that is timed. */
export interface PosedClip {
  name: string;
  shape: Shape;
  skeleton: Skeleton;
  radial: RadialPlan;
  plan: ViewPlan;
  /** As published: clusters by bone heat, and where their observers are in each pose. */
  heat: { radial: RadialPlan; plan: ViewPlan; observers: Float64Array[] };
  positions: Float64Array[];
  observers: Float64Array[];
  /** Joint matrices as they were given; as the library keeps them, with what their rounding is measured by. */
  poses: Float64Array[];
  posed: { joints: Float64Array; magnitude: number }[];
  /** Seconds for taking the mesh apart by its skin, and by bone heat. */
  planTime: number;
  heatTime: number;
}

export function poseClip(scene: Scene): PosedClip {
  const [{ mesh, skin, skeleton }] = scene.bodies;
  const clip = planClip(scene.name, { mesh, skin, skeleton });
  const collider = createCollider(clip.shape);
  for (let step = 0; step < scene.steps; step++) {
    const jointMatrices = new Float64Array(12 * skin.jointCount);
    scene.writePose(0, step, jointMatrices);
    setPose(collider, { jointMatrices });
    addFrame(clip, collider, jointMatrices, posedPositions(collider));
  }
  return clip;
}

/** The same for a mesh that was caught: its vertices are those of its frames, whatever its fitted joints would make of them. */
export function poseCapture({ name, model, frames, poses }: Capture): PosedClip {
  const clip = planClip(name, model);
  const collider = createCollider(clip.shape);
  frames.forEach((frame, step) => {
    setPose(collider, { jointMatrices: poses[step] });
    addFrame(clip, collider, poses[step], frame);
  });
  return clip;
}

function planClip(name: string, { mesh, skin, skeleton }: Pick<Model, 'mesh' | 'skin' | 'skeleton'>): PosedClip {
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
  let heated = planShape(shape, skeleton, 'bone-heat');
  const heatTime = seconds(() => {
    heated = planShape(shape, skeleton, 'bone-heat');
  });
  let planned = planShape(shape, skeleton);
  const planTime = seconds(() => {
    planned = planShape(shape, skeleton);
  });
  const heat = { ...heated, observers: [] };
  const frames = { positions: [], observers: [], poses: [], posed: [] };
  return { name, shape, skeleton, ...planned, heat, ...frames, planTime, heatTime };
}

/** Adds a frame: how the collider's joints are posed, and where the vertices are, in the order of the mesh as it was given. */
function addFrame(clip: PosedClip, { posed }: Collider, jointMatrices: Float64Array, vertices: Float64Array): void {
  const { joints, magnitude } = posed;
  clip.heat.observers.push(placesOf(clip.heat.radial, joints));
  clip.observers.push(placesOf(clip.radial, joints));
  clip.poses.push(jointMatrices);
  clip.posed.push({ joints: joints.slice(), magnitude });
  clip.positions.push(reorder(clip.shape, vertices));
}

function placesOf(radial: RadialPlan, joints: Float64Array): Float64Array {
  const observers = listObservers(radial);
  const places = new Float64Array(6 * observers.length);
  placeObservers(observers, joints, places);
  return places;
}

export function listObservers(radial: RadialPlan): Observer[] {
  return radial.observers.filter(observer => observer !== null);
}

function reorder({ vertexOrder }: Shape, positions: Float64Array): Float64Array {
  const ordered = new Float64Array(positions.length);
  for (let v = 0; v < vertexOrder.length; v++) {
    for (let axis = 0; axis < 3; axis++) ordered[3 * v + axis] = positions[3 * vertexOrder[v] + axis];
  }
  return ordered;
}

function seconds(run: () => void): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}

/** One way to find the contacts of a step, and its parts, which can be timed alone. */
export interface SelfMethod {
  name: string;
  stats: StepStats;
  contacts: Contacts;
  buildTime: number;
  /** Gets ready for the step to this pose, from the one before. Not timed; once for each `find`, `update` or `traverse`. */
  prepare(step: number): void;
  find(): void;
  /** Bringing volumes up to date; what views or cones take after that; and all of `find` but the tests of features. */
  update(): void;
  look(): void;
  traverse(): void;
  /** How the triangles are seen: 1 positive, 2 negative, 0 uncertain. */
  signs?(): Uint8Array;
  /** Of the volume tests so far, those inside clusters. */
  intraTests?(): number;
}

export function createMethods(clip: PosedClip): SelfMethod[] {
  return [createOurs(clip), createPublished(clip), createCones(clip), createBase(clip)];
}

/** As `findSelfImpacts` does it, from vertices that are posed already. */
function createOurs({ shape, radial, plan, positions, posed }: PosedClip): SelfMethod {
  const start = performance.now();
  const search = createStepSearch(shape, plan, listObservers(radial));
  const { step, tester, views } = search;
  let next = 0;
  const update = (): void => goOnToVertices(search, positions[next], posed[next]);
  const find = (): void => {
    update();
    findContactsOfStep(search, true, false);
  };
  return {
    name: 'ours',
    stats: tester.stats,
    contacts: tester.contacts,
    buildTime: performance.now() - start,
    prepare(to) {
      next = to - 1;
      update();
      next = to;
    },
    find,
    update,
    look: () => {
      if (views) seeStep(views, step, tester);
    },
    traverse: () => withoutTests(search, find),
  };
}

/** Clusters by bone heat, observers that are points or segments, trees of 16-DOPs: all as the paper has it, its errors repaired. */
function createPublished({ shape, heat, positions }: PosedClip): SelfMethod {
  const start = performance.now();
  const { plan, observers } = heat;
  const check: RadialCheck = createRadialCheck(shape.mesh, plan);
  return {
    ...createSwept('radial views as published', check, positions, () => findContactsByRadialViews(check)),
    buildTime: performance.now() - start,
    prepare(step) {
      startSweptFrom(check, positions[step - 1]);
      check.observers.end.set(observers[step - 1]);
      takeSweptStep(check, positions[step]);
      moveObservers(check, observers[step]);
    },
    look: () => classifyTriangles(check),
    signs: () => check.culling.signs,
    intraTests: () => check.intraTests,
  };
}

function createCones({ shape, positions }: PosedClip): SelfMethod {
  const start = performance.now();
  const check: ConeCheck = createConeCheck(shape.mesh);
  const method = createSwept('MCD (normal cones)', check, positions, () => findContactsByNormalCones(check));
  return { ...method, look: () => updateCones(check), buildTime: performance.now() - start };
}

function createBase({ shape, positions }: PosedClip): SelfMethod {
  const start = performance.now();
  const check = createSweptCheck(shape.mesh, null);
  const method = createSwept('Base (16-DOPs)', check, positions, () => findContactsByVolumes(check));
  return { ...method, buildTime: performance.now() - start };
}

function createSwept(name: string, check: SweptCheck, positions: Float64Array[], find: () => void): SelfMethod {
  return {
    name,
    stats: check.tester.stats,
    contacts: check.tester.contacts,
    buildTime: 0,
    prepare(step) {
      startSweptFrom(check, positions[step - 1]);
      takeSweptStep(check, positions[step]);
    },
    find,
    update: () => sweepStep(check),
    look: () => {},
    traverse: () => withoutTests(check, find),
  };
}

function withoutTests({ tester }: { tester: SweptCheck['tester'] }, find: () => void): void {
  tester.countsOnly = true;
  find();
  tester.countsOnly = false;
}
