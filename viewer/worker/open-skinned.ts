import { createCharacter } from '../../models/character/index.ts';
import { createCreature, createNeckTwist, type Model, writePlacement } from '../../models/index.ts';
import { createCreaturesWalkThrough } from '../../papers/kavan-2006/scenes/creatures-walk-through.ts';
import { createTwoMenWalking } from '../../papers/kavan-2006/scenes/two-men-walking.ts';
import type { Scene } from '../../papers/scene.ts';
import type { ShapeOptions, SkinningKind } from '../../src/index.ts';
import { matchAll, matchSelves } from './ask-pairs.ts';
import { type Actor, type Cast, createActor, doubleActor } from './cast.ts';
import { COLORS } from './colors.ts';
import { openPairs } from './open-cast.ts';
import type { Opened } from './opened.ts';

type Blend = Exclude<SkinningKind, 'rigid'>;

const PER_SECOND = 30;

/** A skinned character that can be posed and asked about. */
export function castModel(model: Model, kind: Blend, name: string, color: number, options: ShapeOptions = {}): Actor {
  const { mesh, skin, skeleton, jointNames } = model;
  const looks = { name, color, jointNames, jointParents: skeleton.parents, jointPoints: skeleton.positions };
  return createActor(mesh, { kind, skin, skeleton }, looks, options);
}

/** The bodies of a scene; those of one model share a shape. */
export function castScene(scene: Scene, kind: Blend, colors: readonly number[], options: ShapeOptions = {}): Cast {
  const actors: Actor[] = [];
  scene.bodies.forEach((model, body) => {
    const color = colors[body % colors.length];
    const twin = scene.bodies.indexOf(model);
    actors.push(
      twin < body ? doubleActor(actors[twin], model.name, color) : castModel(model, kind, model.name, color, options),
    );
  });
  return {
    actors,
    steps: scene.steps,
    stepsPerSecond: PER_SECOND,
    writePoses(step) {
      actors.forEach(({ jointMatrices }, body) => {
        scene.writePose(body, step, jointMatrices);
      });
    },
  };
}

/** The paper's own tree and spheres, so that its Fig. 6 can be looked at. */
export function openMen(): Opened {
  const options = { tree: 'minimal-spheres', volumes: 'sphere' } as const;
  const cast = castScene(createTwoMenWalking(), 'spherical-blend', [COLORS.sand, COLORS.slate], options);
  return openPairs({ name: 'men', cast }, matchAll(2));
}

export function openCreatures(): Opened {
  const cast = castScene(createCreaturesWalkThrough(), 'spherical-blend', [COLORS.sage, COLORS.plum]);
  return openPairs({ name: 'creatures', cast }, matchAll(2));
}

/** All clips of the character, one after the other. */
export function openCharacter(): Opened {
  const { model, clips } = createCharacter();
  const actor = castModel(model, 'linear-blend', 'character', COLORS.sand);
  const lengths = clips.map(({ duration }) => Math.round(PER_SECOND * duration));
  const cast: Cast = {
    actors: [actor],
    steps: lengths.reduce((sum, length) => sum + length, 0),
    stepsPerSecond: PER_SECOND,
    writePoses(step) {
      let [clip, rest] = [0, step];
      while (rest >= lengths[clip]) rest -= lengths[clip++];
      clips[clip].write(rest / PER_SECOND, actor.jointMatrices);
    },
  };
  return openPairs({ name: 'character', cast }, matchSelves(1));
}

const TWIST_STEPS = 121;
/** How far the three stand from each other. */
const ASIDE = 1.5;
/** Enough for the neck to be smooth; all three are checked against themselves at every step. */
const TWIST_TRIANGLES = 6000;

/** The same creature under three ways of blending, side by side: the head goes right round and back. */
export function openNeckTwist(): Opened {
  const creature = createCreature({ triangles: TWIST_TRIANGLES });
  const twist = createNeckTwist(creature);
  const blends = [
    ['linear-blend', 'linear blending', COLORS.sand],
    ['spherical-blend', 'spherical blending', COLORS.sage],
    ['dual-quaternion-blend', 'dual quaternion blending', COLORS.steel],
  ] as const;
  const actors = blends.map(([kind, name, color]) => castModel(creature, kind, name, color));
  const root = new Float64Array(12);
  const cast: Cast = {
    actors,
    steps: TWIST_STEPS,
    stepsPerSecond: PER_SECOND,
    writePoses(step) {
      const angle = (Math.PI * (1 - Math.cos((2 * Math.PI * step) / (TWIST_STEPS - 1)))) / 2;
      actors.forEach(({ jointMatrices }, k) => {
        writePlacement(root, ASIDE * (k - 1), 0, 0, 0);
        twist.write(angle, root, jointMatrices);
      });
    },
  };
  return openPairs({ name: 'neck-twist', cast }, matchSelves(actors.length));
}
