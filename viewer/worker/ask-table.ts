import { findPairs, setPose } from '../../src/index.ts';
import { createLookUp, type Kinematics, type LookUp, type SphereSet, type Table } from '../../src/tabulated/index.ts';
import { lookUpPairs } from '../../src/tabulated/table/look-up.ts';
import { countTests } from '../../src/tabulated/table/table.ts';
import type { DrawnVolumes, ViewOptions } from '../protocol.ts';
import type { Actor } from './cast.ts';
import { clock, createCounters, type LinearCounters } from './counters.ts';
import type { Answer } from './opened.ts';

/** Two sides that move against each other, and a table of the few spheres that can meet. */
export interface TableQuestion {
  actors: [Actor, Actor];
  table: Table;
  look: LookUp;
  /** All spheres of each side, of which the table keeps some. */
  spheres: [SphereSet, SphereSet];
  pairs: Uint32Array;
}

export function createTableQuestion(
  actors: [Actor, Actor],
  table: Table,
  kinematics: Kinematics,
  spheres: [SphereSet, SphereSet],
): TableQuestion {
  const pairs = new Uint32Array(2 * countTests(table));
  return { actors, table, look: createLookUp(table, kinematics), spheres, pairs };
}

/**
 * The question is which balls of the two sides overlap: the table knows which few can, all others are left alone. Balls that follow
 * the pose count as volumes, and of vertices none is needed. Then, counted by neither, the triangles that cut are found to be
 * drawn: where balls lie within bone, it is cut a little before they overlap.
 */
export function askTable(question: TableQuestion, { compares, overlay }: ViewOptions): Answer {
  const { actors, table, look, pairs, spheres } = question;
  const counters = createCounters(0, spheres[0].radii.length + spheres[1].radii.length);
  let count = 0;
  counters.milliseconds = clock(() => {
    look.poses.a = actors[0];
    look.poses.b = actors[1];
    count = lookUpPairs(look, pairs);
  });
  counters.refits = look.isRigid ? look.rowStarts.length - 1 : table.a.ids.length + table.b.ids.length;
  counters.volumeTests = countTests(table);
  if (compares) Object.assign(counters, askEverything(question));
  for (const actor of actors) setPose(actor.collider, actor);
  const cuts = findPairs(actors[0].collider, actors[1].collider, { compiled: false });
  return {
    touching: [0, 1].map(side => Uint32Array.from(new Set(cuts.filter((_, k) => k % 2 === side))).sort()),
    contacts: count,
    counters,
    ...(overlay === 'table' ? { volumes: drawSpheres(question) } : {}),
  };
}

/** Without a table: all balls follow the pose, and each of one side is tested against each of the other. */
function askEverything({ actors, spheres }: TableQuestion): LinearCounters {
  let overlaps = 0;
  const linearMilliseconds = clock(() => {
    const [a, b] = spheres.map((set, side) => placeSpheres(set, actors[side]));
    for (let i = 0; i < a.length; i += 4) {
      for (let j = 0; j < b.length; j += 4) {
        const [x, y, z] = [a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]];
        const reach = a[i + 3] + b[j + 3];
        if (x * x + y * y + z * z <= reach * reach) overlaps++;
      }
    }
  });
  return {
    linearMilliseconds,
    linearVolumeTests: spheres[0].radii.length * spheres[1].radii.length,
    linearTriangleTests: 0,
    linearContacts: overlaps,
  };
}

/** All spheres of both sides where the pose puts them; those of the table are the fresh ones. */
function drawSpheres({ actors, spheres, table }: TableQuestion): DrawnVolumes[] {
  return spheres.map((set, side) => {
    const isFresh = new Uint8Array(set.radii.length);
    for (const id of (side === 0 ? table.a : table.b).ids) isFresh[id] = 1;
    return { body: side, shape: 'sphere', data: placeSpheres(set, actors[side]), isFresh };
  });
}

/** Centres follow the pose as vertices of their side would: displaced by its fields, then carried by its one joint. */
function placeSpheres({ centers, radii, source }: SphereSet, { jointMatrices: m, weights }: Actor): Float32Array {
  const fields = source.kind === 'morph' ? source.targets : [];
  const data = new Float32Array(4 * radii.length);
  for (let i = 0; i < radii.length; i++) {
    const [x, y, z] = [0, 1, 2].map(axis =>
      fields.reduce((sum, field, f) => sum + weights[f] * field[3 * i + axis], centers[3 * i + axis]),
    );
    for (let row = 0; row < 3; row++) {
      data[4 * i + row] = m[4 * row] * x + m[4 * row + 1] * y + m[4 * row + 2] * z + m[4 * row + 3];
    }
    data[4 * i + 3] = radii[i];
  }
  return data;
}
