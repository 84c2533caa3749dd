export interface Material {
  name: string;
  /** Red, green, blue and how opaque, each in 0..1; the image is multiplied with it. */
  color: [number, number, number, number];
  /** Which of the images; -1: none. */
  image: number;
  /** What is outside the image in x and in y. */
  wrap: [Wrap, Wrap];
  alpha: 'opaque' | 'mask' | 'blend';
  /** Of 'mask': what is less opaque is not there. */
  cutoff: number;
  isDoubleSided: boolean;
  isUnlit: boolean;
}

export type Wrap = 'repeat' | 'mirror' | 'clamp';

export const PLAIN_MATERIAL: Material = {
  name: '',
  color: [1, 1, 1, 1],
  image: -1,
  wrap: ['repeat', 'repeat'],
  alpha: 'opaque',
  cutoff: 0.5,
  isDoubleSided: true,
  isUnlit: false,
};
