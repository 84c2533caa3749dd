import { createAxes, displaceBeside, type Section, STEEL, shapeBeam, writeBeam } from './beam.ts';
import { gatherByNode, type ModalProblem, measurePoints } from './free-body.ts';
import { findLowestModes } from './lowest-modes.ts';
import { orderNodes } from './node-order.ts';
import { addElement, createSkyline } from './skyline.ts';

export interface Member {
  from: number;
  to: number;
  section: Section;
  /** Which way its second axis points. */
  up: readonly [number, number, number];
  /** How far above its axis it is drawn: a joint is a point to the analysis, but steel has to pass beside steel. */
  raise: number;
}

/** Straight members welded together at nodes. */
export interface Frame {
  /** Three numbers for each node. */
  nodes: Float64Array;
  members: Member[];
  /** Mass carried at each node besides the members, in kg. */
  loads: Float64Array;
  /** 1 for nodes that neither move nor turn. */
  fixed: Uint8Array;
}

export interface FrameModes {
  problem: ModalProblem;
  /** Six numbers for each node, for each mode: displacement and rotation. */
  modes: Float64Array[];
  frequencies: Float64Array;
  mass: number;
  inertia: Float64Array;
}

/** Axes and length of a member. */
export function layMember(frame: Frame, member: Member): { axes: Float64Array; length: number } {
  const { nodes } = frame;
  const along = [0, 1, 2].map(k => nodes[3 * member.to + k] - nodes[3 * member.from + k]);
  return { axes: createAxes(along, member.up), length: Math.hypot(along[0], along[1], along[2]) };
}

/**
 * Stiffness and masses. Half of each member's mass sits at either end, with the rotary inertia of a scaled diagonal
 * (Hinton, Rock and Zienkiewicz 1976); so members follow the joints and do not vibrate by themselves in between, which
 * keeps the modes those of the bridge and not of its bracing.
 */
export function assembleFrame(frame: Frame): ModalProblem & { nodeMasses: Float64Array } {
  const { nodes, members, loads, fixed } = frame;
  const ends = members.flatMap(member => [member.from, member.to]);
  const rank = orderNodes(nodes.length / 3, ends, 2, fixed);
  const stiffness = createSkyline(rank, 6, ends, 2);
  const masses = new Float64Array(stiffness.size);
  const nodeMasses = loads.slice();
  const element = new Float64Array(144);
  members.forEach((member, m) => {
    const { axes, length } = layMember(frame, member);
    writeBeam(member.section, length, axes, element);
    addElement(stiffness, rank, 6, ends, 2 * m, 2, element);
    const mass = STEEL.density * member.section.area * length;
    for (const node of [member.from, member.to]) {
      nodeMasses[node] += mass / 2;
      for (let k = 3; k < 6; k++) if (rank[node] >= 0) masses[6 * rank[node] + k] += (mass * length ** 2) / 78;
    }
  });
  rank.forEach((r, node) => {
    if (r >= 0) for (let k = 0; k < 3; k++) masses[6 * r + k] += nodeMasses[node];
  });
  return { rank, stiffness, masses, nodeMasses };
}

/** The `count` lowest modes of a frame that is held at its fixed nodes. */
export function solveFrame(frame: Frame, count: number): FrameModes {
  const problem = assembleFrame(frame);
  const { eigenvalues, vectors } = findLowestModes(problem.stiffness, problem.masses, count, 0);
  const { mass, inertia } = measurePoints(frame.nodes, problem.nodeMasses);
  return {
    problem,
    modes: vectors.map(vector => gatherByNode(vector, problem.rank, 6)),
    frequencies: eigenvalues.map(Math.sqrt),
    mass,
    inertia,
  };
}

/** A member and how its ends move in each mode (12 numbers each), along its own axes. */
export interface Carrier {
  from: readonly number[];
  axes: Float64Array;
  length: number;
  ends: Float64Array;
}

export function createCarrier(frame: Frame, member: Member, modes: readonly Float64Array[]): Carrier {
  const { axes, length } = layMember(frame, member);
  const ends = new Float64Array(12 * modes.length);
  modes.forEach((mode, m) => {
    for (let i = 0; i < 12; i++) {
      const block = 6 * (i < 6 ? member.from : member.to) + 3 * (Math.floor(i / 3) % 2);
      for (let k = 0; k < 3; k++) ends[12 * m + i] += axes[3 * (i % 3) + k] * mode[block + k];
    }
  });
  return { from: [0, 1, 2].map(k => frame.nodes[3 * member.from + k]), axes, length, ends };
}

/**
 * Adds `weight` times the displacement of the point at `positions[o..o+2]`, carried by a member, for each mode: the
 * point keeps its place relative to the section it is beside.
 */
export function carryPoint(
  carrier: Carrier,
  weight: number,
  positions: Float64Array,
  o: number,
  fields: readonly Float64Array[],
  moved: Float64Array,
): void {
  const { from, axes: a, length, ends } = carrier;
  const x = positions[o] - from[0];
  const y = positions[o + 1] - from[1];
  const z = positions[o + 2] - from[2];
  const along = x * a[0] + y * a[1] + z * a[2];
  const t = Math.max(0, Math.min(1, along / length));
  const up = x * a[3] + y * a[4] + z * a[5];
  const side = x * a[6] + y * a[7] + z * a[8];
  const shape = shapeBeam(length, t);
  for (let m = 0; m < fields.length; m++) {
    displaceBeside(shape, ends, 12 * m, along - t * length, up, side, moved);
    for (let k = 0; k < 3; k++) {
      fields[m][o + k] += weight * (moved[0] * a[k] + moved[1] * a[3 + k] + moved[2] * a[6 + k]);
    }
  }
}
