import { createCreatureWalk } from '../../models/index.ts';
import type { Scene } from '../../papers/scene.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import type { Collider, DeformerSource, Mesh, Pose, ShapeOptions } from '../../src/index.ts';
import type { Library } from './library.ts';

/** One row of times: a question asked in many poses. */
export interface TimeTask {
  name: string;
  /** So many times as long as before, at most. */
  atMost: number;
  /** Returns what asks all of it once. Both sides get the same data. */
  prepare(library: Library): () => void;
}

const ALMOST = 1.03;
/** One walk for all kinds of volumes costs boxes more, for now. */
const ALMOST_BOXES = 1.1;

/** The questions behind the benches of these names, by the process in which they are timed. */
export const timeGroups: Record<string, () => TimeTask[]> = {
  'peers, 13.6K': () => listPeers('creatures-walk-through', 24),
  'peers, 136K': () => listPeers('creatures-walk-through-x10', 8),
  'rays, 13.6K': () => listRays('creatures-walk-through'),
  'rays, 136K': () => listRays('creatures-walk-through-x10'),
  'queries, men': () => listQueries(scenes['two-men-walking'](), 4, ['all pairs']),
  'queries, creatures': () => listQueries(scenes['creatures-walk-through'](), 16, ['all pairs', 'yes/no']),
};

/** How long a creature is, about. */
const SIZE = 8.6;
/** How far aside of where it would first touch, coming from aside, the second creature walks; deep: of the first. */
const situations: [name: string, aside: (contact: number) => number][] = [
  ['disjoint', contact => contact + SIZE / 80],
  ['light touch', contact => contact - SIZE / 130],
  ['deep', () => SIZE / 8],
];

/** Two creatures walk beside each other, the second a little turned, as in the bench. */
function listPeers(name: string, frames: number): TimeTask[] {
  const [model] = scenes[name]().bodies;
  const walk = createCreatureWalk(model);
  const source = { kind: 'linear-blend', skin: model.skin, skeleton: model.skeleton } as const;
  const triangles = model.mesh.triangles.length / 3;
  const poseAt = (frame: number, body: number, aside: number): Pose => {
    const jointMatrices = new Float64Array(12 * model.skin.jointCount);
    const cycles = frame / frames;
    if (body === 0) walk.write(cycles, 0, 0, 0, jointMatrices);
    else walk.write(cycles + 0.29, aside, 0.5, 0.5 + 0.2 * Math.sin(2 * Math.PI * cycles), jointMatrices);
    return { jointMatrices };
  };
  const asides = new Map<Library, number[]>();
  const listContacts = (library: Library): number[] => {
    const { core } = library;
    const shape = keepShape(core, model.mesh, source, {});
    const colliders = [core.createCollider(shape), core.createCollider(shape)] as const;
    const known =
      asides.get(library) ??
      Array.from({ length: frames }, (_, frame) =>
        findContact(aside => {
          colliders.forEach((collider, body) => {
            core.setPose(collider, poseAt(frame, body, aside));
          });
          return core.touches(...colliders);
        }),
      );
    asides.set(library, known);
    return known;
  };
  return situations.flatMap(([situation, aside]) =>
    ['findPairs', 'trackPairs'].map(method => ({
      name: `${triangles} triangles, ${situation}: ${method}`,
      atMost: ALMOST_BOXES,
      prepare: (library: Library) => {
        const { core } = library;
        const poses = listContacts(library).map((contact, frame) => [
          poseAt(frame, 0, 0),
          poseAt(frame, 1, aside(contact)),
        ]);
        const shape = keepShape(core, model.mesh, source, {});
        const [a, b] = [core.createCollider(shape), core.createCollider(shape)];
        const tracker = core.createTracker(a, b);
        return () => {
          for (const [poseA, poseB] of poses) {
            core.setPose(a, poseA);
            core.setPose(b, poseB);
            if (method === 'findPairs') core.findPairs(a, b);
            else core.trackPairs(tracker);
          }
        };
      },
    })),
  );
}

/** The least distance aside, coming from afar in steps, down to which all is free. */
function findContact(touchesAt: (aside: number) => boolean): number {
  let free = SIZE;
  let taken = free;
  while (taken > 0 && !touchesAt(taken)) {
    free = taken;
    taken -= SIZE / 40;
  }
  for (let k = 0; k < 16; k++) {
    const middle = 0.5 * (free + taken);
    if (touchesAt(middle)) taken = middle;
    else free = middle;
  }
  return free;
}

type Act = (core: Library['core'], collider: Collider) => (k: number) => void;

const RAYS = 240;

function listRays(name: string): TimeTask[] {
  const scene = scenes[name]();
  const { mesh, skin, skeleton } = scene.bodies[0];
  const triangles = mesh.triangles.length / 3;
  const poses = listPoses(scene, 0, Math.ceil(scene.steps / 60));
  const triangleOf = (k: number): number => Math.floor((((k + 0.5) * 0.754877666) % 1) * triangles);
  const MIDDLE = [1 / 3, 1 / 3, 1 / 3];
  /** Rays at the middle of triangles all over, from 10 units away and from all sides, each in a pose of its own. */
  const aim = (
    core: Library['core'],
    collider: Collider,
    away: number,
  ): { origin: Float64Array; direction: Float64Array }[] =>
    Array.from({ length: RAYS }, (_, k) => {
      core.setPose(collider, poses[(37 * k) % poses.length]);
      const { point } = core.pointOn(collider, triangleOf(k), MIDDLE);
      const up = 1 - (2 * k + 1) / RAYS;
      const flat = Math.sqrt(1 - up * up);
      const direction = Float64Array.of(flat * Math.cos(2.399963 * k), up, flat * Math.sin(2.399963 * k));
      return { origin: point.map((x, axis) => x - away * direction[axis]), direction };
    });
  const acts: Record<string, Act> = {
    'new pose': () => () => {},
    'first hit': (core, collider) => {
      const rays = aim(core, collider, 10);
      return k => core.castRay(collider, rays[k]);
    },
    'first hit, twice': (core, collider) => {
      const rays = aim(core, collider, 10);
      return k => {
        core.castRay(collider, rays[k]);
        core.castRay(collider, rays[k]);
      };
    },
    'any hit': (core, collider) => {
      const rays = aim(core, collider, 10);
      return k => core.hitsRay(collider, rays[k]);
    },
    'nearest point': (core, collider) => {
      const rays = aim(core, collider, 0.2);
      return k => core.findNearestPoint(collider, rays[k].origin);
    },
    bounds: (core, collider) => () => core.boundsOf(collider),
    'tight bounds': (core, collider) => () => core.boundsOf(collider, { tight: true }),
    anchor: (core, collider) => k => core.pointOn(collider, triangleOf(k), MIDDLE),
  };
  return Object.entries(acts).map(([question, act]) => ({
    name: `${triangles} triangles: ${question}`,
    atMost: ALMOST,
    prepare: ({ core }) => {
      const collider = core.createCollider(keepShape(core, mesh, { kind: 'linear-blend', skin, skeleton }, {}));
      const ask = act(core, collider);
      return () => {
        for (let k = 0; k < RAYS; k++) {
          core.setPose(collider, poses[(37 * k) % poses.length]);
          ask(k);
        }
      };
    },
  }));
}

function listQueries(scene: Scene, everyNth: number, questions: ('all pairs' | 'yes/no')[]): TimeTask[] {
  const [a, b] = [listPoses(scene, 0, everyNth), listPoses(scene, 1, everyNth)];
  return questions.flatMap(question =>
    (['linear-blend', 'spherical-blend'] as const).flatMap(kind =>
      (['box', 'sphere'] as const).map(volumes => ({
        name: `${scene.name}, ${kind}, ${volumes}: ${question}`,
        atMost: volumes === 'box' ? ALMOST_BOXES : ALMOST,
        prepare: ({ core }: Library) => {
          const [first, second] = scene.bodies.map(({ mesh, skin, skeleton }) =>
            core.createCollider(keepShape(core, mesh, { kind, skin, skeleton }, { volumes })),
          );
          return () => {
            for (let step = 0; step < a.length; step++) {
              core.setPose(first, a[step]);
              core.setPose(second, b[step]);
              if (question === 'yes/no') core.touches(first, second);
              else core.findPairs(first, second);
            }
          };
        },
      })),
    ),
  );
}

function listPoses(scene: Scene, body: number, everyNth: number): Pose[] {
  const poses: Pose[] = [];
  for (let step = 0; step < scene.steps; step += everyNth) {
    const jointMatrices = new Float64Array(12 * scene.bodies[body].skin.jointCount);
    scene.writePose(body, step, jointMatrices);
    poses.push({ jointMatrices });
  }
  return poses;
}

type Shape = ReturnType<Library['core']['createShape']>;
const shapes = new WeakMap<Library['core'], Map<string, Shape>>();

/** Shapes are made once for each side: the tasks of a group have few meshes. */
function keepShape(core: Library['core'], mesh: Mesh, source: DeformerSource, options: ShapeOptions): Shape {
  const known = shapes.get(core) ?? new Map<string, Shape>();
  shapes.set(core, known);
  const key = JSON.stringify([mesh.triangles.length, source.kind, options]);
  const shape = known.get(key) ?? core.createShape(mesh, source, options);
  known.set(key, shape);
  return shape;
}
