import type { ConstrainedScene } from '../../papers/navarro-newball-2009/scenes/constrained-scene.ts';
import { createForeheadScene } from '../../papers/navarro-newball-2009/scenes/forehead.ts';
import { createJawScene } from '../../papers/navarro-newball-2009/scenes/jaw.ts';
import type { Kinematics, SphereSet, Table } from '../../src/tabulated/index.ts';
import { createPosePair } from '../../src/tabulated/motion/kinematics.ts';
import { searchMotion } from '../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../src/tabulated/spheres/generate-spheres.ts';
import { reduceTable } from '../../src/tabulated/table/reduce-table.ts';
import { askTable, createTableQuestion } from './ask-table.ts';
import { type Actor, type Cast, createActor } from './cast.ts';
import { COLORS } from './colors.ts';
import { openCast } from './open-cast.ts';
import type { Opened } from './opened.ts';

const PER_SECOND = 60;

/**
 * Spheres inside bone as published, and all pairs of them that can meet at any pose. The published table forgets some: at 31 of these
 * 480 steps it said that nothing touches where spheres overlap.
 */
export function openJaw(): Opened {
  const scene = createJawScene({ mandibleTriangles: 5000, skullTriangles: 6000 });
  const growth = { kind: 'volumetric', step: 0.001, maxRadius: 0.02 } as const;
  const spheres: [SphereSet, SphereSet] = [
    generateSpheres(scene.a, { ...growth, spacing: 0.0064 }),
    generateSpheres(scene.b, { ...growth, spacing: 0.0096 }),
  ];
  const kinematics = scene.createKinematics([53, 33]);
  const table = reduceTable(searchMotion(kinematics, spheres[0], spheres[1], { mode: 'safe' }), 'none');
  return openTable(scene, kinematics, spheres, table, [
    ['mandible', COLORS.bone],
    ['skull', COLORS.sand],
  ]);
}

/** As published: a sphere at every vertex of skin and muscle; all pairs that ever collide. */
export function openForehead(): Opened {
  const scene = createForeheadScene();
  const spheres: [SphereSet, SphereSet] = [
    generateSpheres(scene.a, { kind: 'surface', radius: 0.004 }),
    generateSpheres(scene.b, { kind: 'surface', radius: 0.005 }),
  ];
  const kinematics = scene.createKinematics([11, 7, 5]);
  const table = reduceTable(searchMotion(kinematics, spheres[0], spheres[1], { mode: 'published' }), 'none');
  return openTable(scene, kinematics, spheres, table, [
    ['skin', COLORS.flesh],
    ['muscle', COLORS.plum],
  ]);
}

function openTable(
  scene: ConstrainedScene,
  kinematics: Kinematics,
  spheres: [SphereSet, SphereSet],
  table: Table,
  looks: [name: string, color: number][],
): Opened {
  const sides = [scene.a, scene.b];
  const [a, b]: Actor[] = sides.map(({ mesh, source }, side) =>
    createActor(mesh, source, { name: looks[side][0], color: looks[side][1] }, { volumes: 'sphere' }),
  );
  const actors: [Actor, Actor] = [a, b];
  const values = new Float64Array(kinematics.freedoms.length);
  const poses = createPosePair(kinematics);
  const cast: Cast = {
    actors,
    steps: scene.steps,
    stepsPerSecond: PER_SECOND,
    writePoses(step) {
      scene.writeValues(step, values);
      kinematics.write(values, poses);
      [poses.a, poses.b].forEach(({ jointMatrices, weights }, side) => {
        actors[side].jointMatrices.set(jointMatrices);
        actors[side].weights.set(weights);
      });
    },
  };
  const question = createTableQuestion(actors, table, kinematics, spheres);
  return openCast({
    name: scene.name,
    cast,
    overlays: ['none', 'table'], // the volumes of trees are only asked to draw what cuts
    contactsWord: 'pairs of balls that overlap',
    ask: (_step, options) => askTable(question, options),
  });
}
