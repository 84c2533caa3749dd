export type Point = readonly [x: number, y: number, z: number];

/** Metres; y is up, it swims along +z, its left is +x. An oval: centre height, half width, height above and below. */
export interface Ring {
  z: number;
  y: number;
  width: number;
  above: number;
  below: number;
  /** Where on the flank the two columns sit that flippers and flukes grow between, in degrees from the top. */
  flank: number;
}

export const RINGS: Ring[] = [
  { z: -1.06, y: 0.0, width: 0.04, above: 0.025, below: 0.025, flank: 90 },
  { z: -0.97, y: 0.0, width: 0.05, above: 0.045, below: 0.045, flank: 90 },
  { z: -0.87, y: 0.0, width: 0.05, above: 0.065, below: 0.065, flank: 90 },
  { z: -0.7, y: 0.0, width: 0.062, above: 0.09, below: 0.1, flank: 90 },
  { z: -0.45, y: 0.0, width: 0.115, above: 0.135, below: 0.15, flank: 95 },
  { z: -0.2, y: 0.0, width: 0.175, above: 0.19, below: 0.205, flank: 100 },
  { z: -0.04, y: 0.0, width: 0.205, above: 0.22, below: 0.235, flank: 104 },
  { z: 0.13, y: 0.0, width: 0.225, above: 0.235, below: 0.25, flank: 108 },
  { z: 0.36, y: 0.0, width: 0.23, above: 0.235, below: 0.255, flank: 114 },
  { z: 0.46, y: 0.0, width: 0.225, above: 0.23, below: 0.245, flank: 116 },
  { z: 0.56, y: 0.0, width: 0.21, above: 0.22, below: 0.225, flank: 116 },
  { z: 0.77, y: -0.01, width: 0.175, above: 0.2, below: 0.175, flank: 108 },
  { z: 0.93, y: -0.03, width: 0.125, above: 0.175, below: 0.1, flank: 100 },
  { z: 0.995, y: -0.075, width: 0.065, above: 0.06, below: 0.045, flank: 92 },
  { z: 1.08, y: -0.085, width: 0.045, above: 0.03, below: 0.035, flank: 90 },
  { z: 1.2, y: -0.09, width: 0.03, above: 0.02, below: 0.025, flank: 90 },
];
export const TAIL_END: Point = [0, 0, -1.07];
export const BEAK_END: Point = [0, -0.09, 1.225];

/** A slice through a fin: its front and rear point, and half its thickness where it is thickest. */
export interface Slice {
  lead: Point;
  trail: Point;
  thickness: number;
}

/** A fin that grows out of the two quads behind ring `ring + 2`, between two columns. */
export interface Fin {
  ring: number;
  column: number;
  /** Its thickness is measured along this, towards `column`. */
  flat: Point;
  slices: Slice[];
}

export const DORSAL: Fin = {
  ring: 5,
  column: 11,
  flat: [-1, 0, 0],
  slices: [
    { lead: [0, 0.31, 0.05], trail: [0, 0.29, -0.2], thickness: 0.03 },
    { lead: [0, 0.41, -0.07], trail: [0, 0.38, -0.215], thickness: 0.018 },
    { lead: [0, 0.49, -0.21], trail: [0, 0.46, -0.28], thickness: 0.011 },
  ],
};

export const LEFT_FLIPPER: Fin = {
  ring: 8,
  column: 2,
  flat: [0.5, 0.87, 0],
  slices: [
    { lead: [0.28, -0.16, 0.5], trail: [0.27, -0.16, 0.34], thickness: 0.028 },
    { lead: [0.4, -0.24, 0.41], trail: [0.37, -0.24, 0.235], thickness: 0.02 },
    { lead: [0.47, -0.3, 0.22], trail: [0.45, -0.3, 0.16], thickness: 0.013 },
  ],
};

export const LEFT_FLUKE: Fin = {
  ring: 0,
  column: 2,
  flat: [0, 1, 0],
  slices: [
    { lead: [0.13, 0, -0.88], trail: [0.1, 0, -1.13], thickness: 0.026 },
    { lead: [0.3, 0, -0.98], trail: [0.24, 0, -1.14], thickness: 0.018 },
    { lead: [0.44, 0, -1.18], trail: [0.42, 0, -1.235], thickness: 0.01 },
  ],
};
