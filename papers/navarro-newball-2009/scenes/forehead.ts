import { createForeheadSkin, createFrontalis } from '../../../models/constrained/index.ts';
import { createMechanism, type LookUp, pushOut } from '../../../src/tabulated/index.ts';
import type { ConstrainedScene } from './constrained-scene.ts';

const STEPS = 300;

/** Side a is the skin, which the brows draw back; side b the muscle, which contracts and pulls to either side. */
export function createForeheadScene(): ConstrainedScene {
  const skin = createForeheadSkin();
  const muscle = createFrontalis();
  return {
    name: 'forehead',
    title:
      'A muscle contracts under the skin of the forehead (after Fig. 2 of Navarro Newball, Wyvill and McCane 2009).',
    steps: STEPS,
    a: { mesh: skin.mesh, source: { kind: 'morph', targets: [skin.raised] } },
    b: { mesh: muscle.mesh, source: { kind: 'morph', targets: [muscle.contracted, muscle.leftward] } },
    createKinematics([contraction, leftward, raising]) {
      return createMechanism(
        [
          { name: 'contraction', low: 0, high: 1, samples: contraction },
          { name: 'leftward', low: -1, high: 1, samples: leftward },
          { name: 'raising', low: 0, high: 1, samples: raising },
        ],
        {
          a: { weights: [{ freedom: 'raising' }] },
          b: { weights: [{ freedom: 'contraction' }, { freedom: 'leftward' }] },
        },
      );
    },
    writeValues(step, values) {
      const time = (2 * Math.PI * step) / STEPS;
      values[0] = (1 - Math.cos(3 * time)) / 2;
      values[1] = 0.9 * Math.sin(time) * values[0];
      values[2] = ((1 - Math.cos(3 * time - 0.4)) / 2) ** 2;
    },
  };
}

/** How often the push is shared with the neighbours. */
const ROUNDS = 12;

/**
 * The vertices of the skin where the muscle pushes it out, in the current poses of `look`, a table of all pairs of
 * surface spheres (Fig. 2g). Vertices go up by as much as the table says; their neighbours follow, so that the skin
 * stays smooth.
 */
export function pushSkin(scene: ConstrainedScene, look: LookUp): Float64Array {
  const { mesh, source } = scene.a;
  const { ids } = look.table.a;
  const ways = new Float64Array(ids.length);
  pushOut(
    look,
    Float64Array.from({ length: 3 * ids.length }, (_, k) => (k % 3 === 1 ? 1 : 0)),
    ways,
  );
  const pushed = new Float64Array(mesh.positions.length / 3);
  for (let round = 0; round <= ROUNDS; round++) {
    if (round > 0) smooth(pushed, mesh.triangles);
    ids.forEach((v, i) => {
      pushed[v] = Math.max(pushed[v], ways[i]);
    });
  }
  const positions = mesh.positions.slice();
  const [raised] = source.kind === 'morph' ? source.targets : [];
  for (let k = 0; k < positions.length; k++) positions[k] += look.poses.a.weights[0] * raised[k];
  for (let v = 0; v < pushed.length; v++) positions[3 * v + 1] += pushed[v];
  return positions;
}

/** Each value becomes the mean of those around it. */
function smooth(values: Float64Array, triangles: Uint32Array): void {
  const sums = new Float64Array(values.length);
  const counts = new Uint32Array(values.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    sums[triangles[corner]] += values[triangles[next]];
    counts[triangles[corner]]++;
  }
  for (let v = 0; v < values.length; v++) values[v] = 0.5 * (values[v] + sums[v] / Math.max(1, counts[v]));
}
