/** What a straight steel member is across: outline and stiffness. Up is its second axis, its third is to the side. */
export interface Section {
  /** Lines of its outline along the second and the third axis, and which of the fields between them are steel. */
  lines: [Float64Array, Float64Array];
  isSolid: (up: number, side: number) => boolean;
  /** In m^2. */
  area: number;
  /** Second moments of area in m^4: for bending up and down, and to the sides. */
  bendingUp: number;
  bendingSide: number;
  /** Saint-Venant's torsion constant in m^4. */
  torsion: number;
}

/** A closed box; only its outside shows. */
export function createBoxSection(height: number, width: number, wall: number): Section {
  const [h, w] = [height - wall, width - wall];
  return {
    lines: [Float64Array.of(-height / 2, height / 2), Float64Array.of(-width / 2, width / 2)],
    isSolid: () => true,
    area: 2 * wall * (h + w),
    bendingUp: (height ** 3 * width - (height - 2 * wall) ** 3 * (width - 2 * wall)) / 12,
    bendingSide: (width ** 3 * height - (width - 2 * wall) ** 3 * (height - 2 * wall)) / 12,
    // Bredt's formula.
    torsion: (2 * wall * (h * w) ** 2) / (h + w),
  };
}

/** Two flanges and a web, the shape of an I. */
export function createFlangedSection(height: number, width: number, flange: number, web: number): Section {
  const clear = height - 2 * flange;
  return {
    lines: [
      Float64Array.of(-height / 2, -clear / 2, clear / 2, height / 2),
      Float64Array.of(-width / 2, -web / 2, web / 2, width / 2),
    ],
    isSolid: (up, side) => Math.abs(up) > clear / 2 || Math.abs(side) < web / 2,
    area: 2 * width * flange + clear * web,
    bendingUp: (height ** 3 * width - clear ** 3 * (width - web)) / 12,
    bendingSide: (2 * flange * width ** 3 + clear * web ** 3) / 12,
    torsion: (2 * width * flange ** 3 + clear * web ** 3) / 3,
  };
}

export const STEEL = { stiffness: 2.1e11, shear: 8.1e10, density: 7850 };

/** Axes of a member: along it, up, to the side; rows of a rotation. `up` need not be square to it. */
export function createAxes(along: readonly number[], up: readonly number[]): Float64Array {
  const e1 = unit(along);
  const part = up[0] * e1[0] + up[1] * e1[1] + up[2] * e1[2];
  const e2 = unit([0, 1, 2].map(k => up[k] - part * e1[k]));
  const e3 = [0, 1, 2].map(k => e1[(k + 1) % 3] * e2[(k + 2) % 3] - e1[(k + 2) % 3] * e2[(k + 1) % 3]);
  return Float64Array.of(...e1, ...e2, ...e3);
}

function unit(v: readonly number[]): number[] {
  const length = Math.hypot(v[0], v[1], v[2]);
  return v.map(x => x / length);
}

/**
 * The stiffness (12x12: three displacements and three rotations at each end, in space) of a member that keeps its
 * sections flat and square to its axis (Euler and Bernoulli): exact for slender members loaded at their ends.
 */
export function writeBeam(section: Section, length: number, axes: Float64Array, out: Float64Array): void {
  const { stiffness, shear } = STEEL;
  const local = new Float64Array(144);
  const set = (i: number, j: number, value: number): void => {
    local[12 * i + j] = local[12 * j + i] = value;
  };
  const spring = (i: number, j: number, value: number): void => {
    set(i, i, value);
    set(j, j, value);
    set(i, j, -value);
  };
  /** Deflection unknowns v, w at the ends, slopes a, b; `sign` relates the slope to the rotation. */
  const bend = (v: number, a: number, w: number, b: number, moment: number, sign: number): void => {
    const k = (stiffness * moment) / length ** 3;
    spring(v, w, 12 * k);
    set(a, a, 4 * k * length ** 2);
    set(b, b, 4 * k * length ** 2);
    set(a, b, 2 * k * length ** 2);
    for (const rotation of [a, b]) {
      set(v, rotation, sign * 6 * k * length);
      set(w, rotation, -sign * 6 * k * length);
    }
  };
  spring(0, 6, (stiffness * section.area) / length);
  spring(3, 9, (shear * section.torsion) / length);
  bend(1, 5, 7, 11, section.bendingUp, 1);
  bend(2, 4, 8, 10, section.bendingSide, -1);
  for (let i = 0; i < 12; i++) {
    for (let j = 0; j < 12; j++) {
      const [blockI, blockJ] = [i - (i % 3), j - (j % 3)];
      let sum = 0;
      for (let p = 0; p < 3; p++) {
        for (let q = 0; q < 3; q++) {
          sum += axes[3 * p + (i % 3)] * local[12 * (blockI + p) + blockJ + q] * axes[3 * q + (j % 3)];
        }
      }
      out[12 * i + j] = sum;
    }
  }
}

/** The cubic curves that belong to the stiffness above, at one place of a member. */
export interface BeamShape {
  /** Share of the second end in stretch and twist, and in deflection; the first end has the rest. */
  linear: number;
  late: number;
  /** Deflection for a unit slope at the first end and at the second. */
  leave: number;
  arrive: number;
  /** Slope for a unit difference of the deflections, and for a unit slope at the first end and at the second. */
  lateSlope: number;
  leaveSlope: number;
  arriveSlope: number;
}

/** The curves at `t` (0..1) of a member. */
export function shapeBeam(length: number, t: number): BeamShape {
  return {
    linear: t,
    late: t * t * (3 - 2 * t),
    leave: length * t * (1 - t) ** 2,
    arrive: -length * t * t * (1 - t),
    lateSlope: (6 * t * (1 - t)) / length,
    leaveSlope: (1 - t) * (1 - 3 * t),
    arriveSlope: t * (3 * t - 2),
  };
}

/**
 * Writes the displacement of a point beside the member: it keeps its place (along, up, side) relative to the middle of
 * its section. `ends[e..e+11]` are the unknowns of the two ends; they, the place and the result are along the member's
 * axes.
 */
export function displaceBeside(
  shape: BeamShape,
  ends: Float64Array,
  e: number,
  along: number,
  up: number,
  side: number,
  out: Float64Array,
): void {
  const { linear, late, leave, arrive, lateSlope, leaveSlope, arriveSlope } = shape;
  const twist = ends[e + 3] + linear * (ends[e + 9] - ends[e + 3]);
  const turnUp = lateSlope * (ends[e + 7] - ends[e + 1]) + leaveSlope * ends[e + 5] + arriveSlope * ends[e + 11];
  const turnSide = lateSlope * (ends[e + 8] - ends[e + 2]) - leaveSlope * ends[e + 4] - arriveSlope * ends[e + 10];
  out[0] = ends[e] + linear * (ends[e + 6] - ends[e]) - up * turnUp - side * turnSide;
  out[1] = ends[e + 1] + late * (ends[e + 7] - ends[e + 1]) + leave * ends[e + 5] + arrive * ends[e + 11];
  out[1] += along * turnUp - side * twist;
  out[2] = ends[e + 2] + late * (ends[e + 8] - ends[e + 2]) - leave * ends[e + 4] - arrive * ends[e + 10];
  out[2] += along * turnSide + up * twist;
}
