export interface Camera {
  eye: readonly [number, number, number];
  target: readonly [number, number, number];
  /** The vertical opening in degrees; 30 unless told. */
  fieldOfView?: number;
}

/** How world points land on the picture: rows are right, up, forward (4 numbers each), `scale` is pixels per unit slope. */
export interface View {
  rows: Float64Array;
  eye: readonly [number, number, number];
  scale: number;
  width: number;
  height: number;
}

/** Looks from the eye to the target with y up; straight up or down with x to the right. */
export function createView(camera: Camera, width: number, height: number): View {
  const { eye, target } = camera;
  const forward = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]);
  const isUpright = forward[0] === 0 && forward[2] === 0;
  const right = isUpright ? [1, 0, 0] : unit([-forward[2], 0, forward[0]]);
  const up = [
    right[1] * forward[2] - right[2] * forward[1],
    right[2] * forward[0] - right[0] * forward[2],
    right[0] * forward[1] - right[1] * forward[0],
  ];
  const rows = new Float64Array(12);
  [right, up, forward].forEach((axis, r) => {
    rows.set([...axis, -(axis[0] * eye[0] + axis[1] * eye[1] + axis[2] * eye[2])], 4 * r);
  });
  const slope = Math.tan(((camera.fieldOfView ?? 30) * Math.PI) / 360);
  return { rows, eye, scale: height / (2 * slope), width, height };
}

function unit(v: number[]): number[] {
  const size = Math.hypot(v[0], v[1], v[2]);
  return v.map(c => c / size);
}

/** Writes picture x, picture y and depth of the world points: three numbers each. */
export function projectPoints(view: View, positions: Float64Array): Float64Array {
  const { rows: r, scale, width, height } = view;
  const out = new Float64Array(positions.length);
  for (let o = 0; o < positions.length; o += 3) {
    const x = positions[o];
    const y = positions[o + 1];
    const z = positions[o + 2];
    const depth = r[8] * x + r[9] * y + r[10] * z + r[11];
    out[o] = width / 2 + (scale * (r[0] * x + r[1] * y + r[2] * z + r[3])) / depth;
    out[o + 1] = height / 2 - (scale * (r[4] * x + r[5] * y + r[6] * z + r[7])) / depth;
    out[o + 2] = depth;
  }
  return out;
}
