import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCurtainScene } from '../../papers/james-2004/scenes/curtain.ts';
import { createMorphBodiesScene } from '../../papers/larsson-2003/scenes/morph-bodies.ts';
import type { Scene } from '../../papers/scene.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import type { DeformerSource, Mesh, Pose, Shape, ShapeOptions } from '../../src/index.ts';
import type { Library } from './library.ts';

/** Where bodies are at one time: poses and placements by body. */
export type Moment = { pose: Pose; placement?: Float64Array }[];

/** Bodies and steps they take: from each moment to the one a frame later. */
export interface Cast {
  shapes: Shape[];
  steps: [start: Moment, end: Moment][];
}

export interface Subject {
  name: string;
  /** The file, if it is one: then what `check` says of it is asked too. */
  file?: string;
  /** Scenes are data of this checkout whoever is asked; files are read by the code that is asked. */
  prepare(library: Library): Cast | Promise<Cast>;
}

/** Steps of a subject with so many triangles: large ones have few. */
function stepsFor(triangles: number): number {
  return triangles > 100_000 ? 1 : triangles > 20_000 ? 3 : 6;
}

/** How scenes are skinned, and with which volumes: every one in the first way, and those not too large in one of the others in turn. */
const variants: [kind: 'linear-blend' | 'spherical-blend' | 'dual-quaternion-blend', options: ShapeOptions][] = [
  ['linear-blend', {}],
  ['spherical-blend', { volumes: 'sphere' }],
  ['dual-quaternion-blend', { volumes: 'dop' }],
];

export function listSubjects(modelFolders: readonly string[]): Subject[] {
  const skinned = Object.keys(scenes).flatMap((name, k) =>
    variants
      .filter((_, v) => v === 0 || (!/x10|48k/.test(name) && v === 1 + (k % 2)))
      .map(([kind, options]) => ({
        name: `${name}, ${kind}, ${options.volumes ?? 'box'}`,
        prepare: (library: Library) => castScene(library, scenes[name](), kind, options),
      })),
  );
  const models = modelFolders.flatMap(folder =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter(name => /\.gl(b|tf)$/.test(name))
          .map(name => ({
            name,
            file: join(folder, name),
            prepare: (library: Library) => castModel(library, folder, name),
          }))
      : [],
  );
  const isLarge = ({ name }: Subject): boolean => /x10/.test(name);
  // The largest last: they take as long as all others.
  return [
    ...skinned.filter(subject => !isLarge(subject)),
    { name: 'curtain, modal, box', prepare: castCurtain },
    { name: 'morph-bodies, morph, box', prepare: castMorphBodies },
    ...models,
    ...skinned.filter(isLarge),
  ];
}

function spread(count: number, among: number): number[] {
  const chosen = Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) * (among - 1)) / count));
  return [...new Set(chosen)];
}

function castScene({ core }: Library, scene: Scene, kind: (typeof variants)[0][0], options: ShapeOptions): Cast {
  const shapes = new Map<object, Shape>();
  for (const model of scene.bodies) {
    const { mesh, skin, skeleton } = model;
    if (!shapes.has(model)) shapes.set(model, core.createShape(mesh, { kind, skin, skeleton }, options));
  }
  const moment = (step: number): Moment =>
    scene.bodies.map((model, body) => {
      const jointMatrices = new Float64Array(12 * model.skin.jointCount);
      scene.writePose(body, step, jointMatrices);
      return { pose: { jointMatrices } };
    });
  const triangles = scene.bodies.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);
  return {
    shapes: scene.bodies.map(model => shapes.get(model)!),
    steps: spread(stepsFor(triangles), scene.steps).map(step => [moment(step), moment(step + 1)]),
  };
}

function castCurtain({ core }: Library): Cast {
  const scene = createCurtainScene();
  const { curtain, ball } = scene;
  const moment = (step: number): Moment => {
    const weights = new Float64Array(curtain.modes.length);
    const placement = new Float64Array(12);
    scene.writeAmplitudes(step, weights);
    scene.placeBall(step, placement);
    return [{ pose: { weights } }, { pose: {}, placement }];
  };
  return {
    shapes: [
      core.createShape(curtain.mesh, { kind: 'modal', modes: curtain.modes }),
      core.createShape(ball, { kind: 'rigid' }),
    ],
    steps: spread(6, scene.steps).map(step => [moment(step), moment(step + 1)]),
  };
}

function castMorphBodies({ core }: Library): Cast {
  const scene = createMorphBodiesScene();
  const [{ mesh, references }] = scene.bodies;
  const targets = references.slice(1).map(positions => positions.map((x, k) => x - references[0][k]));
  const shape = core.createShape(mesh, { kind: 'morph', targets });
  const moment = (step: number): Moment =>
    scene.bodies.map((_, body) => {
      const weights = new Float64Array(references.length);
      const placement = new Float64Array(12);
      scene.writePose(body, step, weights, placement);
      return { pose: { weights: weights.slice(1) }, placement };
    });
  return { shapes: scene.bodies.map(() => shape), steps: spread(6, scene.steps).map(s => [moment(s), moment(s + 1)]) };
}

/** Clips of a file that are played. */
const MOST_CLIPS = 6;
const FRAME = 1 / 30;

async function castModel({ gltf }: Library, folder: string, name: string): Promise<Cast> {
  const asset = await gltf.loadGltf(join(folder, name));
  const shapes = gltf.createBodyShapes(asset);
  const scene = gltf.createScenePose(asset);
  const bodies: { mesh: Mesh; source: DeformerSource }[] = asset.bodies;
  const triangles = bodies.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);
  const clips = spread(Math.min(MOST_CLIPS, asset.clips.length), asset.clips.length + 1).map(k => asset.clips[k]);
  const each = Math.ceil(stepsFor(triangles) / Math.max(1, clips.length));
  const moment = (clip: (typeof clips)[0] | null, time: number): Moment => {
    gltf.poseAt(asset, clip, time, scene);
    return scene.bodies.map(({ jointMatrices, weights }) => ({
      pose: { jointMatrices: jointMatrices.slice(), weights: weights.slice() },
    }));
  };
  const steps = clips.flatMap(clip =>
    Array.from({ length: each }, (_, k): [Moment, Moment] => {
      const time = (gltf.endOf(clip) * (k + 0.5)) / each;
      return [moment(clip, time), moment(clip, time + FRAME)];
    }),
  );
  return { shapes, steps: steps.length > 0 ? steps : [[moment(null, 0), moment(null, 0)]] };
}
