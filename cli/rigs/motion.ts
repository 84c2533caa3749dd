import type { Vector } from './vectors.ts';

/** A motion of some joints that are turned together, by degrees from rest. */
export interface Motion {
  /** What moves, such as 'left elbow'. */
  label: string;
  turns: Turn[];
  /** The least and the most degrees: 0 is rest, and one of them at least is not. */
  from: number;
  to: number;
}

/** The axis is one of the world at rest, of length 1, and goes along with what the joint hangs on. */
export interface Turn {
  node: number;
  axis: Vector;
  /** Of the degrees of the motion. */
  share: number;
}

/** Motions that are taken to one of their ends at the same time. */
export type Together = readonly { motion: Motion; degrees: number }[];

/** What there is to try on a rig: each motion alone, and some together. */
export interface Repertoire {
  motions: Motion[];
  together: Together[];
}

export function sayMotion({ label, from, to }: Motion): string {
  return `${label} ${sayRange(from, to)}`;
}

export function sayTogether(together: Together): string {
  return together
    .map(({ motion, degrees }) => `${motion.label} ${sayRange(Math.min(0, degrees), Math.max(0, degrees))}`)
    .join(' + ');
}

function sayRange(from: number, to: number): string {
  return `${Math.round(from) + 0}..${Math.round(to) + 0}`;
}
