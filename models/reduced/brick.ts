/** An isotropic elastic material. */
export interface Material {
  /** Young's modulus in Pa. */
  stiffness: number;
  /** Poisson's ratio. */
  contraction: number;
  /** In kg/m^3. */
  density: number;
}

/** Functions in a brick: the eight of its corners, and a parabola along each axis. */
const FUNCTIONS = 11;
const WIDTH = 3 * FUNCTIONS;
const CORNER_UNKNOWNS = 24;

/** The share of corner `c` (at x = c & 1, y = c >> 1 & 1, z = c >> 2) of a value at (x, y, z) in the unit cube. */
export function cornerShare(c: number, x: number, y: number, z: number): number {
  return (c & 1 ? x : 1 - x) * (c & 2 ? y : 1 - y) * (c & 4 ? z : 1 - z);
}

/**
 * The stiffness (24x24, unknown 3 c + axis) of a brick with the given corners (24 numbers), and in `volumes` the part
 * of its volume that belongs to each corner.
 *
 * Bare trilinear bricks are far too stiff in bending, a plate of one layer hopelessly so; hence three parabolic
 * displacements inside each brick, condensed out, with which one layer bends as a plate does (Wilson et al. 1973).
 * Their gradients are taken at the centre (Taylor, Beresford and Wilson 1976), so that constant strain is exact for
 * skewed bricks too and a set of bricks converges to the elastic solid. Integrated at 2x2x2 Gauss points.
 */
export function writeBrick(corners: Float64Array, material: Material, out: Float64Array, volumes: Float64Array): void {
  const { stiffness, contraction } = material;
  const lame = (stiffness * contraction) / ((1 + contraction) * (1 - 2 * contraction));
  const shear = stiffness / (2 * (1 + contraction));
  const full = new Float64Array(WIDTH * WIDTH);
  const gradients = new Float64Array(3 * FUNCTIONS);
  const center = new Float64Array(9);
  const local = new Float64Array(9);
  const centerVolume = invertJacobian(corners, 0.5, 0.5, 0.5, center);
  volumes.fill(0);
  for (let point = 0; point < 8; point++) {
    const at = [0, 1, 2].map(axis => 0.5 + ((point >> axis) & 1 ? 0.5 : -0.5) / Math.sqrt(3));
    const volume = invertJacobian(corners, at[0], at[1], at[2], local);
    if (!(volume > 0))
      throw new Error(`writeBrick: the brick at ${corners.slice(0, 3)} is inside out; check its corners.`);
    for (let c = 0; c < 8; c++) {
      volumes[c] += (volume / 8) * cornerShare(c, at[0], at[1], at[2]);
      const slopes = [0, 1, 2].map(axis => cornerSlope(c, axis, at));
      for (let k = 0; k < 3; k++) {
        gradients[3 * c + k] = slopes[0] * local[k] + slopes[1] * local[3 + k] + slopes[2] * local[6 + k];
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      // The parabola t (1 - t) along the axis.
      const slope = ((1 - 2 * at[axis]) * centerVolume) / volume;
      for (let k = 0; k < 3; k++) gradients[3 * (8 + axis) + k] = slope * center[3 * axis + k];
    }
    addPoint(full, gradients, (lame * volume) / 8, (shear * volume) / 8);
  }
  condense(full);
  for (let i = 0; i < CORNER_UNKNOWNS; i++) {
    for (let j = 0; j < CORNER_UNKNOWNS; j++) out[CORNER_UNKNOWNS * i + j] = full[WIDTH * i + j];
  }
}

function cornerSlope(c: number, axis: number, at: number[]): number {
  let slope = (c >> axis) & 1 ? 1 : -1;
  for (let other = 0; other < 3; other++) {
    if (other !== axis) slope *= (c >> other) & 1 ? at[other] : 1 - at[other];
  }
  return slope;
}

/** Writes d(cube coordinate r)/d(space coordinate k) to `out[3 r + k]`; returns how much the cube is enlarged there. */
function invertJacobian(corners: Float64Array, x: number, y: number, z: number, out: Float64Array): number {
  const at = [x, y, z];
  const j = new Float64Array(9);
  for (let c = 0; c < 8; c++) {
    for (let axis = 0; axis < 3; axis++) {
      const slope = cornerSlope(c, axis, at);
      for (let k = 0; k < 3; k++) j[3 * axis + k] += slope * corners[3 * c + k];
    }
  }
  for (let r = 0; r < 3; r++) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [(r + 1) % 3, (r + 2) % 3];
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      out[3 * r + k] = j[3 * a + u] * j[3 * b + v] - j[3 * a + v] * j[3 * b + u];
    }
  }
  const volume = j[0] * out[0] + j[1] * out[1] + j[2] * out[2];
  for (let i = 0; i < 9; i++) out[i] /= volume;
  return volume;
}

/** Adds the elastic energy at one point: for each two functions a block of 3x3. */
function addPoint(full: Float64Array, gradients: Float64Array, lame: number, shear: number): void {
  for (let a = 0; a < FUNCTIONS; a++) {
    for (let b = 0; b < FUNCTIONS; b++) {
      let product = 0;
      for (let k = 0; k < 3; k++) product += gradients[3 * a + k] * gradients[3 * b + k];
      for (let i = 0; i < 3; i++) {
        const row = WIDTH * (3 * a + i) + 3 * b;
        for (let j = 0; j < 3; j++) {
          full[row + j] +=
            lame * gradients[3 * a + i] * gradients[3 * b + j] + shear * gradients[3 * a + j] * gradients[3 * b + i];
        }
        full[row + i] += shear * product;
      }
    }
  }
}

/** Lets the inner unknowns settle where the energy is least. */
function condense(full: Float64Array): void {
  for (let p = WIDTH - 1; p >= CORNER_UNKNOWNS; p--) {
    const pivot = full[WIDTH * p + p];
    for (let i = 0; i < p; i++) {
      const factor = full[WIDTH * i + p] / pivot;
      for (let j = 0; j < p; j++) full[WIDTH * i + j] -= factor * full[WIDTH * p + j];
    }
  }
}
