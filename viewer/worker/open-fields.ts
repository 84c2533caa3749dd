import type { MorphModel } from '../../models/morphing/index.ts';
import { createCurtainScene } from '../../papers/james-2004/scenes/curtain.ts';
import { createMorphBodiesScene } from '../../papers/larsson-2003/scenes/morph-bodies.ts';
import { createMorphDolphins, DOLPHIN_SPEED } from '../../papers/larsson-2003/scenes/morph-dolphins.ts';
import type { MorphScene } from '../../papers/larsson-2003/scenes/morph-scene.ts';
import { matchAll } from './ask-pairs.ts';
import { type Actor, type Cast, createActor, doubleActor } from './cast.ts';
import { COLORS } from './colors.ts';
import { openPairs } from './open-cast.ts';
import type { Opened } from './opened.ts';

/** Bodies under one joint have spheres here: their boxes would be in a frame of their own. */
const SPHERES = { volumes: 'sphere' } as const;

export function openCurtain(): Opened {
  const scene = createCurtainScene();
  const { mesh, modes } = scene.curtain;
  const curtain = createActor(mesh, { kind: 'modal', modes }, { name: 'curtain', color: COLORS.steel }, SPHERES);
  const ball = createActor(scene.ball, { kind: 'rigid' }, { name: 'ball', color: COLORS.sand }, SPHERES);
  const cast: Cast = {
    actors: [curtain, ball],
    steps: scene.steps,
    stepsPerSecond: 30,
    writePoses(step) {
      scene.writeAmplitudes(step, curtain.weights);
      scene.placeBall(step, ball.jointMatrices);
    },
  };
  return openPairs({ name: 'curtain', cast }, matchAll(2));
}

export function openBodies(): Opened {
  return openMorph('bodies', createMorphBodiesScene(), 60, [COLORS.flesh, COLORS.slate]);
}

export function openDolphins(): Opened {
  const scene = createMorphDolphins(2256);
  const alongside: MorphScene = {
    ...scene,
    writePose(body, step, weights, placement) {
      scene.writePose(body, step, weights, placement);
      placement[11] -= DOLPHIN_SPEED * step; // one swims along with them
    },
  };
  return openMorph('dolphins', alongside, 30, [COLORS.sea, COLORS.steel, COLORS.slate]);
}

function openMorph(name: string, scene: MorphScene, stepsPerSecond: number, colors: readonly number[]): Opened {
  const actors: Actor[] = [];
  scene.bodies.forEach((model, body) => {
    const color = colors[body % colors.length];
    const twin = scene.bodies.indexOf(model);
    const label = `${model.name} ${body + 1}`;
    actors.push(twin < body ? doubleActor(actors[twin], label, color) : castMorph(model, label, color));
  });
  const shares = actors.map((_, body) => new Float64Array(scene.bodies[body].references.length));
  const cast: Cast = {
    actors,
    steps: scene.steps,
    stepsPerSecond,
    writePoses(step) {
      actors.forEach(({ jointMatrices, weights }, body) => {
        scene.writePose(body, step, shares[body], jointMatrices);
        weights.set(shares[body].subarray(1)); // the first reference is the mesh itself, and has the rest
      });
    },
  };
  return openPairs({ name, cast }, matchAll(actors.length));
}

/** Volumes in between, as the paper has them: these bodies pass from one reference to the next. */
function castMorph({ mesh, references }: MorphModel, name: string, color: number): Actor {
  const [base, ...others] = references;
  const targets = others.map(positions => positions.map((x, k) => x - base[k]));
  return createActor(mesh, { kind: 'morph', targets, inBetweens: 1 }, { name, color }, SPHERES);
}
