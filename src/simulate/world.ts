import { createSphereGrid, MAX_SPHERES, type SphereGrid } from '../bounds/sphere-grid.ts';
import { appendBody, type Bodies, createBodies, type PrescribedMotion } from './body/bodies.ts';
import type { BodyShape } from './body/body-shape.ts';
import { createModeResponse, type ModeResponse } from './body/modes.ts';
import { placeBody, refreshBody } from './body/refresh-body.ts';
import { addSpheres } from './body/step-spheres.ts';
import type { WorldCollider } from './collider/world-colliders.ts';
import { type Chosen, createChosen } from './contacts/choose-contacts.ts';
import { type ContactRows, createContactRows } from './contacts/contact-rows.ts';
import { type Contacts, createContacts } from './contacts/contacts.ts';
import { createEncounters, type Encounters } from './contacts/encounters.ts';
import { createNearFaces, type NearFaces } from './contacts/face-contacts.ts';
import { createFronts, type Fronts } from './contacts/follow-front.ts';
import { createWorldStats, type WorldStats } from './stats.ts';

export interface WorldOptions {
  /** Seconds; 1/150 unless told: five steps for each of 30 frames, as in [James2004]. */
  timeStep?: number;
  /** Metres per second squared, downward along y; 9.81 unless told. */
  gravity?: number;
  /** The height of the ground, which is solid below; `none` if there is none. 0 unless told. */
  ground?: number | 'none';
  /** How much of a push a touching point can resist sideways; 0.4 unless told. */
  friction?: number;
  /** `held` keeps every free body rigid; `vibrate` unless told. */
  modes?: 'vibrate' | 'held';
  /** Of all modes, as a share of critical damping; 0.04 unless told. */
  damping?: number;
  /** No edge of a free body is stretched or turned by more than this share of its length; 0.15 unless told. */
  strainLimit?: number;
  /** How often all contacts of a step are gone over; 6 unless told. */
  sweeps?: number;
}

/** Bodies, the ground they fall on, what else they meet, and where they touched in the last step. */
export interface World {
  options: Required<WorldOptions>;
  bodies: Bodies;
  /** By the number `addCollider` gave. */
  colliders: WorldCollider[];
  /** Steps made, and the seconds they took. */
  steps: number;
  time: number;
  /** Pairs of bodies whose root spheres overlap, and what they are found with. */
  grid: SphereGrid;
  /** What this step and the last one know of pairs of near bodies; the next step makes these change places. */
  encounters: Encounters;
  lastEncounters: Encounters;
  fronts: Fronts;
  contacts: Contacts;
  lastContacts: Contacts;
  chosen: Chosen;
  lastChosen: Chosen;
  rows: ContactRows;
  /** Room for triangles that are near a body. */
  faces: NearFaces;
  /** Room for walks down one tree. */
  stack: Int32Array;
  mostModes: number;
  /** How the modes of each shape that is in use answer. */
  responses: Map<BodyShape, ModeResponse>;
  stats: WorldStats;
}

export interface BodyState {
  position?: ArrayLike<number>;
  /** (x, y, z, w); made to unit length. */
  orientation?: ArrayLike<number>;
  velocity?: ArrayLike<number>;
  /** Radians per second about the axes of the world. */
  spin?: ArrayLike<number>;
  amplitudes?: ArrayLike<number>;
  /** `fixed` bodies push others and are never pushed; `motion` may bend them. `free` unless told. */
  kind?: 'free' | 'fixed';
  /** The amplitudes of a fixed body at any time. */
  motion?: PrescribedMotion;
}

/**
 * An empty world. Bodies come with `addBody`, what is moved by you with `addCollider`; time goes by `stepWorld`.
 * @example
 * {@includeCode ../../examples/api/simulate.ts#world}
 */
export function createWorld(options: WorldOptions = {}): World {
  const filled: Required<WorldOptions> = {
    timeStep: options.timeStep ?? 1 / 150,
    gravity: options.gravity ?? 9.81,
    ground: options.ground ?? 0,
    friction: options.friction ?? 0.4,
    modes: options.modes ?? 'vibrate',
    damping: options.damping ?? 0.04,
    strainLimit: options.strainLimit ?? 0.15,
    sweeps: options.sweeps ?? 6,
  };
  checkOptions(filled);
  return {
    options: filled,
    bodies: createBodies(),
    colliders: [],
    steps: 0,
    time: 0,
    grid: createSphereGrid(),
    encounters: createEncounters(),
    lastEncounters: createEncounters(),
    fronts: createFronts(),
    contacts: createContacts(),
    lastContacts: createContacts(),
    chosen: createChosen(),
    lastChosen: createChosen(),
    rows: createContactRows(),
    faces: createNearFaces(),
    stack: new Int32Array(64),
    mostModes: 0,
    responses: new Map(),
    stats: createWorldStats(),
  };
}

/**
 * Adds a body and returns its number. The body shares `shape`; its own spheres take up to 18 bytes per node of the
 * tree.
 * @example
 * {@includeCode ../../examples/api/simulate.ts#world}
 */
export function addBody(world: World, shape: BodyShape, state: BodyState = {}): number {
  checkState(shape, state);
  if (world.bodies.count === MAX_SPHERES)
    throw new Error(`addBody: the world is full; it can hold ${MAX_SPHERES} bodies.`);
  const isFixed = state.kind === 'fixed';
  const { bodies, options } = world;
  const modes = options.modes === 'held' && !isFixed ? 0 : shape.modes;
  const body = appendBody(bodies, modes);
  world.mostModes = Math.max(world.mostModes, modes);
  const nodes = shape.tree.links.length;
  bodies.still[body] = isFixed && !state.motion ? 1 : 0;
  bodies.shapes.push(shape);
  bodies.motions.push(state.motion);
  addSpheres(bodies.spheres, nodes >> 1);
  let response = world.responses.get(shape);
  if (!response) {
    response = createModeResponse(shape, options.damping, options.timeStep);
    world.responses.set(shape, response);
  }
  bodies.responses.push(response);
  if (state.position) bodies.positions.set(state.position, 3 * body);
  if (state.velocity && !isFixed) bodies.velocities.set(state.velocity, 3 * body);
  if (state.spin && !isFixed) bodies.spins.set(state.spin, 3 * body);
  const [x, y, z, w] = Array.from(state.orientation ?? [0, 0, 0, 1]);
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  bodies.orientations.set([x / length, y / length, z / length, w / length], 4 * body);
  bodies.inverseMasses[body] = isFixed ? 0 : 1 / shape.model.mass;
  const start = bodies.modeStarts[body];
  const own = bodies.amplitudes.subarray(start, start + modes);
  if (modes > 0 && state.amplitudes) own.set(state.amplitudes);
  state.motion?.(world.time, own);
  placeBody(bodies, body);
  refreshBody(bodies, body, options.timeStep);
  bodies.shifts.fill(0, 3 * body, 3 * body + 3);
  bodies.travels[body] = bodies.paces[body] = 0;
  // A descent takes one node off the stack and adds two, one level further down.
  const stackSize = shape.tree.depth + 2;
  if (world.stack.length < stackSize) world.stack = new Int32Array(stackSize);
  world.stats.bodies = bodies.count;
  return body;
}

function checkOptions(options: Required<WorldOptions>): void {
  const { timeStep, gravity, ground, friction, damping, strainLimit, sweeps } = options;
  const require = (isGood: boolean, name: string, value: unknown, cure: string): void => {
    if (!isGood) throw new Error(`createWorld: ${name} is ${value}; ${cure}.`);
  };
  require(timeStep > 0 && timeStep < Infinity, 'timeStep', timeStep, 'give seconds above 0');
  require(Number.isFinite(gravity), 'gravity', gravity, 'give metres per second squared');
  require(ground === 'none' || Number.isFinite(ground), 'ground', ground, "give a height or 'none'");
  require(friction >= 0 && friction < Infinity, 'friction', friction, 'give 0 or more');
  require(damping >= 0 && damping < 1, 'damping', damping, 'give a share of critical damping, from 0 to below 1');
  require(strainLimit > 0, 'strainLimit', strainLimit, 'give a share above 0, such as 0.15');
  require(Number.isInteger(sweeps) && sweeps >= 1, 'sweeps', sweeps, 'give a whole number, 1 or more');
}

function checkState(shape: BodyShape, state: BodyState): void {
  const check = (name: keyof BodyState, expected: number): void => {
    const values = state[name] as ArrayLike<number> | undefined;
    if (values === undefined) return;
    if (values.length !== expected) {
      throw new Error(`addBody: ${name} has ${values.length} numbers; ${shape.model.name} needs ${expected}.`);
    }
    for (let k = 0; k < expected; k++) {
      if (!Number.isFinite(values[k])) throw new Error(`addBody: ${name}[${k}] is ${values[k]}; give a finite number.`);
    }
  };
  check('position', 3);
  check('orientation', 4);
  check('velocity', 3);
  check('spin', 3);
  check('amplitudes', shape.modes);
  if (state.orientation && !Array.from(state.orientation).some(value => value !== 0)) {
    throw new Error('addBody: orientation is 0, 0, 0, 0; give a quaternion such as 0, 0, 0, 1.');
  }
  if (state.motion && state.kind !== 'fixed') {
    throw new Error(`addBody: motion is given for a free body; say kind: 'fixed', or leave it out.`);
  }
}
