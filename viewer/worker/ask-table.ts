import { refitBottomUp } from '../../papers/baselines.ts';
import { createStats } from '../../src/debug.ts';
import { type Collider, createCollider, findPairs, setPose } from '../../src/index.ts';
import { createLookUp, type Kinematics, type LookUp, type SphereSet, type Table } from '../../src/tabulated/index.ts';
import { lookUpPairs } from '../../src/tabulated/table/look-up.ts';
import { countTests } from '../../src/tabulated/table/table.ts';
import type { DrawnVolumes, ViewOptions } from '../protocol.ts';
import type { Actor } from './cast.ts';
import { clock, createCounters } from './counters.ts';
import type { Answer } from './opened.ts';

/** Two sides that move against each other, and a table of the few spheres that can meet. */
export interface TableQuestion {
  actors: [Actor, Actor];
  table: Table;
  look: LookUp;
  /** All spheres of each side, of which the table keeps some. */
  spheres: [SphereSet, SphereSet];
  pairs: Uint32Array;
  rivals: Collider[];
}

export function createTableQuestion(
  actors: [Actor, Actor],
  table: Table,
  kinematics: Kinematics,
  spheres: [SphereSet, SphereSet],
): TableQuestion {
  const pairs = new Uint32Array(2 * countTests(table));
  return { actors, table, look: createLookUp(table, kinematics), spheres, pairs, rivals: [] };
}

/**
 * Asks the table first, and the triangles only if it says that something collides: they are what is shown in red. Spheres that
 * follow the pose count as refitted volumes, beside all volumes of the trees, which is what the linear method refits; the
 * table's tests count as tests of volumes.
 */
export function askTable(question: TableQuestion, { compares, overlay }: ViewOptions): Answer {
  const { actors, table, look, pairs } = question;
  const stats = createStats();
  const counters = createCounters(actors);
  let count = 0;
  let cuts: Uint32Array = new Uint32Array(0);
  counters.milliseconds = clock(() => {
    look.poses.a = actors[0];
    look.poses.b = actors[1];
    count = lookUpPairs(look, pairs);
    for (const actor of actors) setPose(actor.collider, actor);
    if (count > 0) cuts = findPairs(actors[0].collider, actors[1].collider, { stats, compiled: false });
  });
  const moved = look.isRigid ? look.rowStarts.length - 1 : table.a.ids.length + table.b.ids.length;
  counters.vertices = stats.vertices;
  counters.refits = stats.refits + moved;
  counters.volumeTests = stats.volumeTests + countTests(table);
  counters.triangleTests = stats.triangleTests;
  if (compares) counters.linearMilliseconds = timeLinear(question);
  return {
    touching: [0, 1].map(side => Uint32Array.from(new Set(cuts.filter((_, k) => k % 2 === side))).sort()),
    contacts: count,
    counters,
    ...(overlay === 'table' ? { volumes: drawSpheres(question) } : {}),
  };
}

/** Without a table: all vertices, all volumes bottom-up, all pairs of triangles. */
function timeLinear(question: TableQuestion): number {
  const { actors } = question;
  if (question.rivals.length === 0) question.rivals = actors.map(({ collider }) => createCollider(collider.shape));
  const [a, b] = question.rivals;
  return clock(() => {
    question.rivals.forEach((rival, side) => {
      setPose(rival, actors[side]);
      refitBottomUp(rival);
    });
    findPairs(a, b, { compiled: false });
  });
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
