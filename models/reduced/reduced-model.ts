import type { Mesh } from '../../src/mesh/mesh.ts';

/**
 * A body and the few ways it deforms: vertex i stands at p_i + sum_j U_ij q_j for the amplitudes q. The modes solve
 * K U = M U diag(frequency^2) for the body's own stiffness and mass, so that small vibrations are exact in this form.
 */
export interface ReducedModel {
  name: string;
  /**
   * Closed where the object is solid (chair, fish, bridge); the curtain is an open sheet. Metres, y up; the centre of
   * mass is at the origin for bodies that move freely (chair, fish).
   */
  mesh: Mesh;
  /**
   * Displacement field of each mode, 3 numbers per vertex; mass-normalised over the whole body, so that
   * q'' + 2 damping frequency q' + frequency^2 q = sum U_i^T f_i for the forces f_i on the vertices.
   */
  modes: Float64Array[];
  /** Angular frequencies in rad/s, ascending. */
  frequencies: Float64Array;
  /** In kg. */
  mass: number;
  /** Inertia about the centre of mass, 3x3 row-major, in kg m^2. */
  inertia: Float64Array;
}

/** Amplitudes over time, for the modes of one model. */
export interface ModalMotion {
  modeCount: number;
  /** Writes the amplitude of each mode at `time` (in seconds); any time may be asked for, in any order. */
  write(time: number, out: Float64Array): void;
}
