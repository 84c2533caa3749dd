import { describe, expect, it } from 'vitest';
import { createChair } from '../../models/reduced/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { shiftStart } from '../../src/simulate/body/body-shape.ts';
import { placeBody, refreshBody } from '../../src/simulate/body/refresh-body.ts';
import { beginSpheres } from '../../src/simulate/body/step-spheres.ts';
import {
  addBody,
  type BodyModel,
  type BodyShape,
  createBodyShape,
  createWorld,
  type World,
  writeBodyPositions,
} from '../../src/simulate/index.ts';
import { listSpheres, moveAllSpheres } from './list-spheres.ts';
import { createPlank } from './plank.ts';

/** Random displacements from vertex to vertex: the hardest case for spheres that only know their own vertices. */
function createRagged(random: Random): BodyModel {
  const plank = createPlank(3);
  return { ...plank, name: 'ragged', modes: plank.modes.map(mode => mode.map(() => random() - 0.5)) };
}

/** Every inner node and every proxy below it. */
function* listAncestors({ tree }: BodyShape): Generator<[node: number, proxy: number]> {
  for (let node = 0; node < tree.links.length; node++) {
    if (node === 1 || tree.links[node] < 0) continue;
    for (let p = tree.proxyStarts[node]; p < tree.proxyEnds[node]; p++) yield [node, tree.proxyNodes[p]];
  }
}

/** How far a vertex is outside the proxy it belongs to, or a proxy outside a node above it; at most 0 if all is well. */
function findWorstEscape(world: World, body: number): { vertex: number; proxy: number } {
  const shape = world.bodies.shapes[body];
  const spheres = listSpheres(world, body);
  const at = new Float64Array(shape.model.mesh.positions.length);
  writeBodyPositions(world, body, at);
  const { tree } = shape;
  let vertex = -Infinity;
  tree.proxyNodes.forEach((node, p) => {
    for (let k = tree.vertexStarts[p]; k < tree.vertexStarts[p + 1]; k++) {
      const v = 3 * tree.vertices[k];
      const s = 4 * node;
      const distance = Math.hypot(at[v] - spheres[s], at[v + 1] - spheres[s + 1], at[v + 2] - spheres[s + 2]);
      vertex = Math.max(vertex, distance - spheres[s + 3]);
    }
  });
  let proxy = -Infinity;
  for (const [node, p] of listAncestors(shape)) {
    const distance = Math.hypot(...[0, 1, 2].map(k => spheres[4 * node + k] - spheres[4 * p + k]));
    proxy = Math.max(proxy, distance + spheres[4 * p + 3] - spheres[4 * node + 3]);
  }
  return { vertex, proxy };
}

/** Moves all spheres of a body to where it is now. */
function updateAll(world: World, body: number): void {
  beginSpheres(world.bodies.spheres);
  refreshBody(world.bodies, body, world.options.timeStep);
  moveAllSpheres(world, body);
}

/** A body somewhere, turned somehow. */
function placeAnywhere(shape: BodyShape, random: Random, far: number): World {
  const world = createWorld({ ground: 'none' });
  addBody(world, shape, {
    position: [far * (random() - 0.5), far * (random() - 0.5), far * (random() - 0.5)],
    orientation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5],
  });
  return world;
}

const shapes: [string, BodyShape][] = [
  ['a plank', createBodyShape(createPlank(6), { level: 5 })],
  ['a ragged plank', createBodyShape(createRagged(createRandom(11)), { level: 4 })],
  ['a plank without modes', createBodyShape(createPlank(0), { level: 4 })],
  ['a chair', createBodyShape(createChair({ triangles: 4000 }), { level: 6 })],
];

describe.each(shapes)('the spheres of %s', (_name, shape) => {
  it('hold their vertices, and inner ones all proxies below them, bent anyhow and anywhere (seed 1)', () => {
    const random = createRandom(1);
    for (let round = 0; round < 12; round++) {
      const world = placeAnywhere(shape, random, 10 ** (round % 4));
      for (let j = 0; j < shape.modes; j++) world.bodies.amplitudes[j] = (random() - 0.5) * 0.2 * 4 ** (round % 3);
      updateAll(world, 0);
      const { vertex, proxy } = findWorstEscape(world, 0);
      expect(vertex).toBeLessThanOrEqual(0);
      expect(proxy).toBeLessThanOrEqual(0);
    }
  });
});

describe('the check itself catches', () => {
  it('inner nodes that are enlarged for their proxies at rest only', () => {
    const shape = createBodyShape(createRagged(createRandom(11)), { level: 4 });
    const { tree, records, model } = shape;
    for (let node = 0; node < tree.links.length; node++) {
      if (node === 1 || tree.links[node] < 0) continue;
      for (let j = 0; j < shape.modes; j++) {
        const o = shiftStart(shape.modes, node) + 8 * j;
        let growth = 0;
        for (let k = tree.vertexStarts[tree.proxyStarts[node]]; k < tree.vertexStarts[tree.proxyEnds[node]]; k++) {
          const v = 3 * tree.vertices[k];
          growth = Math.max(growth, Math.hypot(...[0, 1, 2].map(axis => model.modes[j][v + axis] - records[o + axis])));
        }
        records[o + 3] = growth;
      }
    }
    const world = placeAnywhere(shape, createRandom(3), 1);
    world.bodies.amplitudes.fill(0.2);
    updateAll(world, 0);
    const { vertex, proxy } = findWorstEscape(world, 0);
    expect(vertex).toBeLessThanOrEqual(0);
    expect(proxy).toBeGreaterThan(0);
  });

  it('proxies that forget how a mode moves them', () => {
    const shape = createBodyShape(createPlank(6), { level: 5 });
    for (const node of shape.tree.proxyNodes) shape.records[shiftStart(6, node) + 1] = 0;
    const world = placeAnywhere(shape, createRandom(2), 20);
    world.bodies.amplitudes[0] = 0.5;
    updateAll(world, 0);
    expect(findWorstEscape(world, 0).vertex).toBeGreaterThan(0);
  });
});

describe('how far a body says it has come', () => {
  it.each(shapes)('is never less than how far any sphere of %s has moved and grown (seed 3)', (_name, shape) => {
    const random = createRandom(3);
    const world = placeAnywhere(shape, random, 20);
    const { bodies } = world;
    updateAll(world, 0);
    let least = Infinity;
    for (let step = 0; step < 40; step++) {
      const before = listSpheres(world, 0);
      bodies.shifts.fill(0);
      bodies.travels.fill(0);
      const size = 10 ** -(step % 4);
      for (let k = 0; k < 3; k++) bodies.positions[k] += size * (random() - 0.5);
      for (let j = 0; j < shape.modes; j++) bodies.amplitudes[j] += 0.1 * size * (random() - 0.5);
      const turned = Array.from(bodies.orientations.subarray(0, 4), x => x + 0.3 * size * (random() - 0.5));
      const length = Math.hypot(...turned);
      bodies.orientations.set(turned.map(x => x / length));
      placeBody(bodies, 0);
      updateAll(world, 0);
      const after = listSpheres(world, 0);
      for (const node of shape.tree.proxyNodes) {
        const way = [0, 1, 2].map(k => after[4 * node + k] - before[4 * node + k] - bodies.shifts[k]);
        const come = Math.hypot(...way) + Math.max(0, after[4 * node + 3] - before[4 * node + 3]);
        least = Math.min(least, bodies.travels[0] + 16 * bodies.pads[0] - come);
      }
    }
    expect(least).toBeGreaterThan(0);
  });
});
