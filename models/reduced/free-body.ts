import { type Material, writeBrick } from './brick.ts';
import { dot, findLowestModes } from './lowest-modes.ts';
import { orderNodes } from './node-order.ts';
import { addElement, createSkyline, type Skyline } from './skyline.ts';

/** An elastic solid cut into bricks. */
export interface BrickBody {
  /** Three numbers for each node. */
  nodes: Float64Array;
  /** Eight nodes for each brick, corner `c` at x = c & 1, y = c >> 1 & 1, z = c >> 2. */
  bricks: Uint32Array;
  /**
   * How much of each brick is solid, in (0, 1]: its stiffness and mass are lowered by this factor. All of it unless
   * given.
   */
  fills?: Float64Array;
}

/**
 * The equations of motion of a structure: K by skyline, M diagonal, unknown `k` of node `n` at `dofs * rank[n] + k`.
 */
export interface ModalProblem {
  rank: Int32Array;
  stiffness: Skyline;
  masses: Float64Array;
}

export interface FreeModes {
  problem: ModalProblem;
  /** Three numbers for each node, for each mode. */
  modes: Float64Array[];
  frequencies: Float64Array;
  mass: number;
  center: Float64Array;
  inertia: Float64Array;
}

/**
 * Below every elastic eigenvalue of the bodies here by far, and still far above rounding: what it takes to tell the
 * rigid motions, whose eigenvalue is 0, from a singular matrix. In (rad/s)^2.
 */
const SHIFT = 1;

/** The stiffness of the body and its masses, lumped at the nodes so that mass and centre of mass are exact. */
export function assembleBricks(body: BrickBody, material: Material): ModalProblem {
  const { nodes, bricks, fills } = body;
  const rank = orderNodes(nodes.length / 3, bricks, 8);
  const stiffness = createSkyline(rank, 3, bricks, 8);
  const masses = new Float64Array(stiffness.size);
  const element = new Float64Array(24 * 24);
  const volumes = new Float64Array(8);
  const corners = new Float64Array(24);
  const edges = new Float64Array(24);
  const lastEdges = new Float64Array(24);
  for (let at = 0; at < bricks.length; at += 8) {
    for (let c = 0; c < 8; c++) for (let k = 0; k < 3; k++) corners[3 * c + k] = nodes[3 * bricks[at + c] + k];
    for (let i = 0; i < 24; i++) edges[i] = Math.fround(corners[i] - corners[i % 3]);
    if (at === 0 || edges.some((e, i) => e !== lastEdges[i])) writeBrick(corners, material, element, volumes);
    lastEdges.set(edges);
    const fill = fills ? fills[at / 8] : 1;
    addElement(stiffness, rank, 3, bricks, at, 8, element, fill);
    for (let c = 0; c < 8; c++) {
      for (let k = 0; k < 3; k++) masses[3 * rank[bricks[at + c]] + k] += fill * material.density * volumes[c];
    }
  }
  return { rank, stiffness, masses };
}

/**
 * The `count` lowest elastic modes of a body that nothing holds: the six rigid motions, which the bricks represent
 * exactly and without energy, are left out, so the modes carry no momentum and no angular momentum about the centre of
 * mass.
 */
export function solveFreeBody(body: BrickBody, material: Material, count: number): FreeModes {
  const problem = assembleBricks(body, material);
  const { rank, stiffness, masses } = problem;
  const { mass, center, inertia } = measureMass(body.nodes, rank, masses);
  const rigid = createRigidMotions(body.nodes, rank, masses, center);
  const { eigenvalues, vectors } = findLowestModes(stiffness, masses, count, SHIFT, rigid);
  return {
    problem,
    modes: vectors.map(vector => gatherByNode(vector, rank, 3)),
    frequencies: eigenvalues.map(Math.sqrt),
    mass,
    center,
    inertia,
  };
}

/** The unknowns of each node in the order of the nodes; 0 for those that are held. */
export function gatherByNode(vector: Float64Array, rank: Int32Array, dofs: number): Float64Array {
  const out = new Float64Array(dofs * rank.length);
  rank.forEach((r, n) => {
    if (r >= 0) for (let k = 0; k < dofs; k++) out[dofs * n + k] = vector[dofs * r + k];
  });
  return out;
}

function measureMass(
  nodes: Float64Array,
  rank: Int32Array,
  masses: Float64Array,
): { mass: number; center: Float64Array; inertia: Float64Array } {
  const nodeMasses = Float64Array.from(rank, r => (r < 0 ? 0 : masses[3 * r]));
  return measurePoints(nodes, nodeMasses);
}

/** Mass, centre of mass and inertia about it of points with masses. */
export function measurePoints(
  points: Float64Array,
  masses: Float64Array,
): { mass: number; center: Float64Array; inertia: Float64Array } {
  let mass = 0;
  const center = new Float64Array(3);
  masses.forEach((m, n) => {
    mass += m;
    for (let k = 0; k < 3; k++) center[k] += m * points[3 * n + k];
  });
  for (let k = 0; k < 3; k++) center[k] /= mass;
  const inertia = new Float64Array(9);
  masses.forEach((m, n) => {
    const arm = [0, 1, 2].map(k => points[3 * n + k] - center[k]);
    const square = arm[0] ** 2 + arm[1] ** 2 + arm[2] ** 2;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) inertia[3 * i + j] += m * ((i === j ? square : 0) - arm[i] * arm[j]);
    }
  });
  return { mass, center, inertia };
}

/** Three translations and three rotations about the centre of mass, orthonormal in the masses. */
function createRigidMotions(
  nodes: Float64Array,
  rank: Int32Array,
  masses: Float64Array,
  center: Float64Array,
): Float64Array[] {
  const motions: Float64Array[] = [];
  for (let motion = 0; motion < 6; motion++) {
    const axis = motion % 3;
    const next = (axis + 1) % 3;
    const last = (axis + 2) % 3;
    const field = new Float64Array(masses.length);
    rank.forEach((r, n) => {
      if (r < 0) return;
      if (motion < 3) {
        field[3 * r + axis] = 1;
      } else {
        field[3 * r + next] = -(nodes[3 * n + last] - center[last]);
        field[3 * r + last] = nodes[3 * n + next] - center[next];
      }
    });
    for (let pass = 0; pass < 2; pass++) {
      for (const other of motions) {
        const part = dot(field, other, masses);
        for (let i = 0; i < field.length; i++) field[i] -= part * other[i];
      }
    }
    const length = Math.sqrt(dot(field, field, masses));
    motions.push(field.map(x => x / length));
  }
  return motions;
}
