import { type Collider, posedPositions } from '../../src/index.ts';
import { catalogue } from '../catalogue.ts';
import type { JointTurn, ViewOptions } from '../protocol.ts';
import { askPairs, createPairQuestion, type Match } from './ask-pairs.ts';
import { boundCast, type Cast, drawPoses, pickActor, poseCast, writeCast } from './cast.ts';
import { deepestLevel, drawVolumes } from './draw-volumes.ts';
import type { Answer, Opened, OpenedReply } from './opened.ts';
import { NO_PAINT, type ScenePaint } from './read-paint.ts';

/** How a scene differs from others; what is left out is as for pairs of triangles. */
export interface CastPlan {
  name: string;
  cast: Cast;
  overlays?: ViewOptions['overlay'][];
  contactsWord?: string;
  title?: string;
  sentence?: string;
  clips?: string[];
  /** A box around everything; found by looking if it is not known. */
  bounds?: OpenedReply['bounds'];
  /** Of a visitor's files: what its bodies look like, and what is left out. */
  paint?: ScenePaint;
  fileBounds?: OpenedReply['fileBounds'];
  /** Whether a body is held against itself, which takes a box around every part of it. */
  isAboutSelf?: boolean;
  /** Asks about the poses the actors have been written at `step`. */
  ask(step: number, options: ViewOptions, turns: readonly JointTurn[]): Answer;
}

/** Makes a scene of actors ready to be shown, at the step to begin with. */
export function openCast(plan: CastPlan): Opened {
  const { cast, name } = plan;
  const entry = catalogue.find(each => each.name === name);
  const bounds = plan.bounds ?? boundCast(cast);
  const startStep = entry?.contactStep ?? 0;
  poseCast(cast, startStep, []);
  const about: OpenedReply = {
    kind: 'opened',
    scene: name,
    title: plan.title ?? entry?.title ?? name,
    sentence: plan.sentence ?? entry?.sentence ?? '',
    bodies: cast.actors.map(({ body }) => body),
    poses: drawPoses(cast),
    ...(plan.paint ?? NO_PAINT),
    steps: cast.steps,
    startStep,
    stepsPerSecond: cast.stepsPerSecond,
    levels: deepestLevel(cast.actors.map(({ collider }) => collider.shape)),
    overlays: plan.overlays ?? ['none', 'volumes'],
    clips: plan.clips ?? [],
    canSeek: true,
    bounds,
    fileBounds: plan.fileBounds ?? [],
    contactsWord: plan.contactsWord ?? 'pairs of triangles that cut each other',
  };
  return {
    about,
    actors: cast.actors,
    answer(step, options, turns) {
      writeCast(cast, step, turns);
      return plan.ask(step, options, turns);
    },
    drawPoses: () => drawPoses(cast),
    listMoved: () => cast.actors.map(({ collider }) => listMoved(collider, plan.isAboutSelf)),
    drawVolumes: level => cast.actors.map(({ collider }, body) => drawVolumes(collider, body, level, plan.isAboutSelf)),
    pick: (origin, direction) => pickActor(cast, origin, direction),
    positionsOf: body => posedPositions(cast.actors[body].collider),
  };
}

/** The vertices that are where the pose puts them, as the mesh numbers them. A body beside itself has all of them moved. */
function listMoved({ shape, vertexEpochs, posed }: Collider, isAboutSelf = false): Uint32Array {
  return shape.vertexOrder.filter((_, v) => isAboutSelf || vertexEpochs[v] === posed.epoch);
}

/** A scene about pairs of triangles at each step. */
export function openPairs(plan: Omit<CastPlan, 'ask'>, matches: Match[]): Opened {
  const question = createPairQuestion(plan.cast.actors, matches);
  const isAboutSelf = matches.some(([a, b]) => a === b);
  return openCast({ ...plan, isAboutSelf, ask: (_step, options) => askPairs(question, options) });
}
