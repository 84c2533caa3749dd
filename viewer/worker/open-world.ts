import {
  createChairShape,
  createFallingChairs,
  type WorldScene,
} from '../../papers/james-2004/scenes/falling-chairs.ts';
import { createFishOnBridge, createFishOnBridgeParts } from '../../papers/james-2004/scenes/fish-on-bridge.ts';
import { type Collider, castRay, createCollider, createShape, setPose } from '../../src/index.ts';
import { stepWorld, type World, writeBodyPositions } from '../../src/simulate/index.ts';
import { catalogue } from '../catalogue.ts';
import type { Counters } from '../protocol.ts';
import { COLORS } from './colors.ts';
import { clock, createCounters } from './counters.ts';
import type { Answer, Opened, OpenedReply, PickReply } from './opened.ts';
import { NO_PAINT } from './read-paint.ts';
import { amplitudesOf, type Group, groupBodies, placementOf, poseGroup, touchingOf } from './world-groups.ts';
import { drawSpheres } from './world-volumes.ts';

/** Steps of the world, of 1/150 s each, in a step of the view. */
const SUBSTEPS = 3;
/** Deeper levels would be too many spheres to draw, of hundreds of bodies. */
const DEEPEST = 6;

/** Fish are small beside the bridge: it rains on a part of it, in metres, and that part is looked at. */
const RAIN = [5, 7.5] as const;
const RAIN_BOX: OpenedReply['bounds'] = [-5, -2, -5.3, 5, 15, 5.3];

/** What is made once and kept: these worlds begin anew when one goes back. */
const chairShape = keep(() => createChairShape({ triangles: 7000 }));
const bridgeParts = keep(() => createFishOnBridgeParts({ bridgeTriangles: 40_000, fishTriangles: 8000 }));

export const worldScenes: Record<string, () => Opened> = {
  bridge: () =>
    openWorld('bridge', () => createFishOnBridge({ count: 160, over: RAIN, parts: bridgeParts() }), RAIN_BOX),
  chairs: () => openWorld('chairs', () => createFallingChairs({ count: 150, shape: chairShape() })),
  'chairs-3601': () => openWorld('chairs-3601', () => createFallingChairs({ count: 3601, shape: chairShape() })),
};

function keep<T>(create: () => T): () => T {
  let kept: T | undefined;
  return () => {
    kept ??= create();
    return kept;
  };
}

/** A world that goes on by itself. */
interface Watched {
  world: World;
  groups: Group[];
  /** The number of the first sphere that the last step moved. */
  firstSphere: number;
  /** What the last step of the view took; null if there was none yet. */
  counters: Counters | null;
  /** For picking, one for each group; made when first asked for. */
  colliders: Collider[];
}

function openWorld(name: string, begin: () => WorldScene, bounds?: OpenedReply['bounds']): Opened {
  const scene = begin();
  const colors = { chair: COLORS.bone, bridge: COLORS.slate, fish: COLORS.sea };
  const watched: Watched = {
    world: scene.world,
    groups: groupBodies(scene.world, colors),
    firstSphere: 0,
    counters: null,
    colliders: [],
  };
  const entry = catalogue.find(each => each.name === name);
  const drawPoses = () => watched.groups.map(group => poseGroup(watched.world, group));
  const about: OpenedReply = {
    kind: 'opened',
    scene: name,
    title: entry?.title ?? scene.title,
    sentence: entry?.sentence ?? '',
    bodies: watched.groups.map(({ drawn }) => drawn),
    poses: drawPoses(),
    ...NO_PAINT,
    steps: Math.floor(scene.steps / SUBSTEPS) + 1,
    startStep: 0,
    stepsPerSecond: 1 / (SUBSTEPS * scene.world.options.timeStep),
    levels: DEEPEST,
    overlays: ['none', 'volumes'],
    clips: [],
    canSeek: false,
    bounds: bounds ?? boundWorld(scene.world),
    fileBounds: [],
    contactsWord: 'contacts',
  };
  return {
    about,
    actors: [],
    answer(step) {
      if (SUBSTEPS * step < watched.world.steps) Object.assign(watched, { world: begin().world, counters: null });
      return stepTo(watched, SUBSTEPS * step);
    },
    drawPoses,
    listMoved: () => watched.groups.map(() => new Uint32Array(0)),
    drawVolumes: level => drawSpheres(watched.world, watched.groups, Math.min(level, DEEPEST), watched.firstSphere),
    pick: (origin, direction) => pickBody(watched, origin, direction),
    positionsOf(body, instance) {
      const { drawn, bodies } = watched.groups[body];
      const positions = new Float64Array(drawn.positions.length);
      writeBodyPositions(watched.world, bodies[instance], positions);
      return positions;
    },
  };
}

/**
 * Moves the world on and tells what the last step of the view took; after a leap, what came before it is no part of this frame. No
 * vertex is moved: contacts are found from spheres. What was shown last is shown again with its contacts and its numbers.
 */
function stepTo(watched: Watched, steps: number): Answer {
  const { world, groups } = watched;
  const { bodies, stats } = world;
  if (world.steps < steps) watched.counters = countWorld(groups, Math.min(SUBSTEPS, steps - world.steps));
  const counters = watched.counters ?? countWorld(groups, 0);
  while (world.steps < steps) {
    watched.firstSphere = bodies.spheres.first;
    const time = clock(() => stepWorld(world));
    if (world.steps <= steps - SUBSTEPS) continue;
    counters.milliseconds += time;
    counters.refits += stats.sphereUpdates;
    counters.volumeTests += stats.sphereTests;
  }
  return { touching: touchingOf(world, groups), contacts: world.contacts.count, counters: { ...counters } };
}

/** Nothing done yet, of all there is in so many steps of the world: the linear method would move everything in each. */
function countWorld(groups: readonly Group[], steps: number): Counters {
  const vertices = groups.reduce((sum, { drawn, bodies: own }) => sum + (own.length * drawn.positions.length) / 3, 0);
  const spheres = groups.reduce((sum, { shape, bodies: own }) => sum + own.length * (shape.tree.links.length - 1), 0);
  return createCounters(steps * vertices, steps * spheres);
}

/** A box around all bodies as they begin, down to the ground. */
function boundWorld({ bodies, options }: World): OpenedReply['bounds'] {
  const box: OpenedReply['bounds'] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let body = 0; body < bodies.count; body++) {
    const radius = bodies.roots[4 * body + 3];
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], bodies.roots[4 * body + axis] - radius);
      box[3 + axis] = Math.max(box[3 + axis], bodies.roots[4 * body + axis] + radius);
    }
  }
  if (options.ground !== 'none') box[1] = options.ground;
  return box;
}

function pickBody({ world, groups, colliders }: Watched, origin: readonly number[], direction: readonly number[]) {
  let picked: PickReply = { kind: 'missed' };
  let nearest = Infinity;
  groups.forEach(({ shape, bodies: members, drawn }, group) => {
    const { mesh, modes } = shape.model;
    colliders[group] ??= createCollider(createShape(mesh, { kind: 'modal', modes }));
    const collider = colliders[group];
    members.forEach((body, instance) => {
      if (!meetsSphere(world.bodies.roots, 4 * body, origin, direction)) return;
      setPose(collider, {
        jointMatrices: placementOf(world.bodies, body),
        weights: amplitudesOf(world.bodies, body),
      });
      const hit = castRay(collider, { origin, direction }, { far: nearest });
      if (!hit) return;
      nearest = hit.distance;
      const [x, y, z] = hit.point;
      picked = {
        kind: 'picked',
        body: group,
        triangle: (instance * drawn.triangles.length) / 3 + hit.triangle,
        point: [x, y, z],
        distance: hit.distance,
        joint: 0,
        jointName: drawn.name,
        share: 1,
      };
    });
  });
  return picked;
}

/** Whether the line of a ray comes as near to the centre of a sphere as its surface. */
function meetsSphere(spheres: Float32Array, o: number, origin: readonly number[], direction: readonly number[]) {
  const way = [0, 1, 2].map(axis => spheres[o + axis] - origin[axis]);
  const along = way[0] * direction[0] + way[1] * direction[1] + way[2] * direction[2];
  const length = Math.hypot(...direction);
  const squared = way[0] ** 2 + way[1] ** 2 + way[2] ** 2 - (along / length) ** 2;
  return squared <= 1.001 * spheres[o + 3] ** 2;
}
