import type { DeformerSource } from '../../deform/deformer.ts';
import type { Mesh } from '../../mesh/mesh.ts';

/** What is checked: bodies that deform, and the clips they play together. Needs no file format. */
export interface CheckSubject {
  name: string;
  bodies: readonly CheckBody[];
  clips: readonly CheckClip[];
  /** Where the bodies stand when no clip plays. */
  rest: readonly BodyPose[];
  /** Metres in a unit of the model; 1 by default. */
  metres?: number;
  /** The bodies whose box at rest the height is of, such as those of a character that is held against a room; all by default. */
  measured?: readonly number[];
  /** Which bodies are checked against themselves, and which against each other; all of them by default. */
  checks?: { self: readonly number[]; pairs: readonly (readonly [number, number])[] };
  /** What joints of different bodies hang on: `CheckBody.nodes` are numbers of these. For each the one it hangs on, or -1. */
  nodes?: { parents: ArrayLike<number> };
  /** What is not in this record though its source has it: one sentence each, for the report. */
  gaps?: readonly string[];
}

export interface CheckBody {
  name: string;
  /** Welded: where vertices are doubled along seams, neighbours would count as strangers that touch. */
  mesh: Mesh;
  source: DeformerSource;
  /** One name for each joint of the source; one for a body that follows a single joint. */
  jointNames: readonly string[];
  /** The node of the subject behind each joint, if it names nodes. */
  nodes?: ArrayLike<number>;
  /** An index into `materialNames` for each triangle; 0 for all by default. */
  materialOfTriangle?: Uint32Array;
  materialNames: readonly string[];
  /** Whether it is not drawn: what is there counts as layered. */
  isInvisible?: boolean;
  /** How much each material hides of what is behind it: 0 is not drawn, below a half it is seen through; 1 by default. */
  opacities?: ArrayLike<number>;
}

/** The pose of one body, as for `setPose`: joint matrices take rest space to the world. */
export interface BodyPose {
  jointMatrices: Float64Array;
  weights: Float64Array;
}

export interface CheckClip {
  name: string;
  /** In seconds. */
  start: number;
  end: number;
  /** Times, ascending, between which nothing changes abruptly, if there are such. */
  keyTimes?: Float64Array;
  /** Writes the pose of every body at a time from `start` to `end`. The same time gives the same pose. */
  poseAt(time: number, out: readonly BodyPose[]): void;
}

/** As much of a clip as a report needs. */
export type ClipSpan = Pick<CheckClip, 'name' | 'start' | 'end'>;

export function copyPoses(poses: readonly BodyPose[]): BodyPose[] {
  return poses.map(({ jointMatrices, weights }) => ({
    jointMatrices: jointMatrices.slice(),
    weights: weights.slice(),
  }));
}
