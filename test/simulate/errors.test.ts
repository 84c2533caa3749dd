import { describe, expect, it } from 'vitest';
import { addBody, createBodyShape, createWorld } from '../../src/simulate/index.ts';
import { createPlank } from './plank.ts';

const plank = createPlank(2, [1, 0.1, 0.3], 0.1);
const shape = createBodyShape(plank, { level: 3 });

describe('what cannot be is refused, with the value and the cure', () => {
  const models: [string, Partial<typeof plank>, RegExp][] = [
    ['a mass of 0', { mass: 0 }, /createBodyShape: the mass of plank is 0; give kilograms/],
    ['too few frequencies', { frequencies: [1] }, /2 modes but 1 frequencies/],
    ['a rigid mode', { frequencies: [0, 5] }, /frequency 0 of plank is 0/],
    ['a short mode', { modes: [plank.modes[0], new Float64Array(3)] }, /mode 1 of plank has 3 numbers/],
    [
      'a mode with a hole',
      { modes: plank.modes.map(m => m.map((x, k) => (k === 7 ? NaN : x))) },
      /mode 0.*vertex 2 by NaN/,
    ],
    ['an inertia of three numbers', { inertia: [1, 1, 1] }, /inertia of plank has 3 numbers/],
    ['a flat inertia', { inertia: [1, 0, 0, 0, 1, 0, 0, 0, 0] }, /not positive/],
    [
      'no triangles',
      { mesh: { ...plank.mesh, triangles: new Uint32Array(0) } },
      /createBodyShape: the mesh has 0 triangles/,
    ],
  ];
  it.each(models)('%s', (_name, change, message) => {
    expect(() => createBodyShape({ ...plank, ...change })).toThrow(message);
  });

  it.each([-1, 2.5, 99, NaN])('level %f', level => {
    expect(() => createBodyShape(plank, { level })).toThrow(/createBodyShape: level is/);
  });

  it.each([
    ['timeStep', 0],
    ['timeStep', NaN],
    ['gravity', NaN],
    ['ground', Infinity],
    ['friction', -1],
    ['damping', 1],
    ['strainLimit', 0],
    ['sweeps', 0.5],
  ])('a world with %s %f', (name, value) => {
    expect(() => createWorld({ [name]: value })).toThrow(new RegExp(`createWorld: ${name} is ${value}`));
  });

  it.each([
    [{ position: [0, 0] }, /addBody: position has 2 numbers; plank needs 3/],
    [{ position: [0, NaN, 0] }, /addBody: position\[1\] is NaN/],
    [{ orientation: [0, 0, 0, 0] }, /addBody: orientation is 0, 0, 0, 0/],
    [{ velocity: [1, 2, Infinity] }, /velocity\[2\] is Infinity/],
    [{ amplitudes: [1] }, /amplitudes has 1 numbers; plank needs 2/],
    [{ motion: () => {} }, /motion is given for a free body/],
  ])('a body with %o', (state, message) => {
    const world = createWorld();
    expect(() => addBody(world, shape, state)).toThrow(message);
    expect(world.bodies.count).toBe(0);
  });
});
