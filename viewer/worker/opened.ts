import type { DrawnPose, DrawnVolumes, Frame, JointTurn, Placement, Reply, ViewOptions } from '../protocol.ts';
import type { Actor } from './cast.ts';

export type OpenedReply = Extract<Reply, { kind: 'opened' }>;
export type PickReply = Extract<Reply, { kind: 'picked' | 'missed' }>;

/** What poseclash says of one step. */
export type Answer = Pick<Frame, 'touching' | 'contacts' | 'counters'> &
  Partial<Pick<Frame, 'volumes' | 'clusterOfTriangle' | 'observers'>>;

/** A scene that can be shown step by step. */
export interface Opened {
  about: OpenedReply;
  /** The bodies with their colliders; none in a world that goes on by itself. */
  actors: readonly Actor[];
  /** Of two files, puts the second somewhere else from now on. */
  place?(second: Placement): void;
  /** Brings everything to a step and asks about it. */
  answer(step: number, options: ViewOptions, turns: readonly JointTurn[]): Answer;
  /** Of the step asked about last, as is what follows. */
  drawPoses(): DrawnPose[];
  /** Of each body the vertices that the answer took. */
  listMoved(): Uint32Array[];
  /** Volumes of one level of the trees. Only for drawing: refits what the query left alone, after it was counted. */
  drawVolumes(level: number): DrawnVolumes[];
  pick(origin: readonly number[], direction: readonly number[]): PickReply;
  /** Where the library has the vertices of a body: what is drawn can be checked by it. Deforms them all. */
  positionsOf(body: number, instance: number): Float64Array;
}

/** One step, ready to be drawn. Steps beyond the last show the last, unless the scene goes on by itself. */
export function showFrame(
  opened: Opened,
  step: number,
  options: ViewOptions,
  turns: readonly JointTurn[],
  second: Placement | null = null,
): Frame {
  if (second) opened.place?.(second);
  const last = opened.about.canSeek ? opened.about.steps - 1 : Infinity;
  const at = Math.max(0, Math.min(last, Math.round(step)));
  const { touching, contacts, counters, volumes, clusterOfTriangle, observers } = opened.answer(at, options, turns);
  const isMoved = options.isSplit && counters.allVertices > 0;
  const moved = isMoved ? opened.listMoved() : []; // drawing moves more
  const isLevelWanted = options.overlay === 'volumes' && options.level !== null;
  return {
    kind: 'frame',
    step: at,
    poses: opened.drawPoses(),
    touching,
    contacts,
    moved,
    volumes: volumes ?? (isLevelWanted ? opened.drawVolumes(options.level ?? 0) : []),
    clusterOfTriangle: clusterOfTriangle ?? new Int32Array(0),
    observers: observers ?? new Float32Array(0),
    counters,
  };
}
