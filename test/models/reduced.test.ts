import { describe, expect, it } from 'vitest';
import { planBridge } from '../../models/reduced/bridge-plan.ts';
import { createChairBody, POLYPROPYLENE } from '../../models/reduced/chair.ts';
import { createCurtainSheet, doubleRows } from '../../models/reduced/curtain.ts';
import { embedVertices } from '../../models/reduced/fill-cells.ts';
import { createFishBody, FLESH } from '../../models/reduced/fish.ts';
import { solveFrame } from '../../models/reduced/frame.ts';
import { type ModalProblem, solveFreeBody } from '../../models/reduced/free-body.ts';
import { solveSheet } from '../../models/reduced/hanging-sheet.ts';
import {
  createBridge,
  createBridgeSway,
  createChair,
  createCurtain,
  createCurtainWind,
  createFish,
  type ModalMotion,
  type ReducedModel,
} from '../../models/reduced/index.ts';
import { countNegative, factorSkyline, multiplySkyline } from '../../models/reduced/skyline.ts';
import { reportManifold } from '../../src/mesh/manifold.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { measureSurface } from './surface-facts.ts';

const chair = createChair();
const fish = createFish();
const curtain = createCurtain();
const bridge = createBridge();

/** The modes of a solution back in the order of its equations. */
function scatter(mode: Float64Array, rank: Int32Array, dofs: number, size: number): Float64Array {
  const out = new Float64Array(size);
  rank.forEach((r, n) => {
    if (r >= 0) for (let k = 0; k < dofs; k++) out[dofs * r + k] = mode[dofs * n + k];
  });
  return out;
}

interface Solution {
  problem: ModalProblem;
  modes: Float64Array[];
  frequencies: Float64Array;
}

/** Orthonormal in the masses, solutions of the equation, and none left out: `rigid` more have frequency 0. */
function expectLowestModes({ problem, modes, frequencies }: Solution, dofs: number, rigid: number): void {
  const { rank, stiffness, masses } = problem;
  const vectors = modes.map(mode => scatter(mode, rank, dofs, stiffness.size));
  vectors.forEach((a, i) => {
    vectors.forEach((b, j) => {
      let product = 0;
      for (let k = 0; k < a.length; k++) product += a[k] * b[k] * masses[k];
      expect(Math.abs(product - (i === j ? 1 : 0))).toBeLessThan(1e-9);
    });
    // The residual in the norm of the inverse masses, in which the right side has the size frequency^2.
    const force = multiplySkyline(stiffness, a);
    let square = 0;
    for (let k = 0; k < a.length; k++) square += (force[k] - frequencies[i] ** 2 * masses[k] * a[k]) ** 2 / masses[k];
    expect(Math.sqrt(square) / frequencies[i] ** 2).toBeLessThan(1e-5);
  });
  const last = frequencies[frequencies.length - 1] ** 2;
  expect(countNegative(factorSkyline(stiffness, masses, -last * (1 + 1e-6)))).toBe(modes.length + rigid);
}

/** Volume, centre and inertia about it of a closed mesh of density 1, summed over tetrahedra. */
function integrate({ positions: p, triangles }: Mesh): { volume: number; center: number[]; inertia: number[] } {
  let volume = 0;
  const first = [0, 0, 0];
  const second = new Float64Array(9);
  for (let t = 0; t < triangles.length; t += 3) {
    const corner = [0, 1, 2].map(c => [0, 1, 2].map(k => p[3 * triangles[t + c] + k]));
    const [a, b, c] = corner;
    const v =
      (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
    volume += v;
    for (let i = 0; i < 3; i++) {
      const sum = a[i] + b[i] + c[i];
      first[i] += (v * sum) / 4;
      for (let j = 0; j < 3; j++) {
        const products = a[i] * a[j] + b[i] * b[j] + c[i] * c[j];
        second[3 * i + j] += (v * (products + sum * (a[j] + b[j] + c[j]))) / 20;
      }
    }
  }
  const center = first.map(x => x / volume);
  const about = (i: number, j: number): number => second[3 * i + j] - volume * center[i] * center[j];
  const trace = about(0, 0) + about(1, 1) + about(2, 2);
  const inertia = Array.from({ length: 9 }, (_, ij) => {
    const [i, j] = [Math.floor(ij / 3), ij % 3];
    return (i === j ? trace : 0) - about(i, j);
  });
  return { volume, center, inertia };
}

/** The largest displacement of a vertex over the frames, and the largest between two of them. */
function measureMotion(model: ReducedModel, motion: ModalMotion, frames: number): { farthest: number; step: number } {
  const amplitudes = new Float64Array(motion.modeCount);
  const stride = 3 * Math.max(1, Math.floor(model.mesh.positions.length / 3 / 6000));
  let last: Float64Array | undefined;
  let farthest = 0;
  let step = 0;
  for (let frame = 0; frame < frames; frame++) {
    motion.write(frame / 30, amplitudes);
    const moved = new Float64Array(model.mesh.positions.length);
    for (let o = 0; o < moved.length; o += stride) {
      for (let k = o; k < o + 3; k++)
        for (let m = 0; m < amplitudes.length; m++) moved[k] += amplitudes[m] * model.modes[m][k];
      farthest = Math.max(farthest, Math.hypot(moved[o], moved[o + 1], moved[o + 2]));
      if (last)
        step = Math.max(step, Math.hypot(moved[o] - last[o], moved[o + 1] - last[o + 1], moved[o + 2] - last[o + 2]));
    }
    last = moved;
  }
  return { farthest, step };
}

const HERTZ = 2 * Math.PI;

describe.each([
  { model: chair, faces: 17914, modes: 10, lowest: [5, 40], pieces: 1 },
  { model: bridge, faces: 240316, modes: 10, lowest: [0.5, 4], pieces: 789 },
  { model: fish, faces: 24776, modes: 3, lowest: [1, 20], pieces: 1 },
  { model: curtain, faces: 12020, modes: 12, lowest: [0.3, 0.8], pieces: 1 },
])('$model.name', ({ model, faces, modes, lowest, pieces }) => {
  it('has the counts of the paper: faces within 2 %, modes exactly', () => {
    expect(Math.abs(model.mesh.triangles.length / 3 / faces - 1)).toBeLessThan(0.02);
    expect(model.modes).toHaveLength(modes);
    expect(model.frequencies).toHaveLength(modes);
    for (const mode of model.modes) expect(mode).toHaveLength(model.mesh.positions.length);
  });

  it('is a clean surface, closed unless it is cloth', () => {
    const report = reportManifold(model.mesh);
    expect(report.isClosed).toBe(model !== curtain);
    expect(report.isManifold && report.isOriented).toBe(true);
    expect(report.degenerateTriangles).toHaveLength(0);
    expect(report.components).toBe(pieces);
    expect(report.eulerCharacteristic).toBe(model === chair ? -26 : model === curtain ? 1 : 2 * pieces);
  });

  it('has ascending frequencies, the first where such an object has it', () => {
    expect([...model.frequencies]).toEqual([...model.frequencies].sort((a, b) => a - b));
    expect(model.frequencies[0]).toBeGreaterThan(lowest[0] * HERTZ);
    expect(model.frequencies[0]).toBeLessThan(lowest[1] * HERTZ);
  });

  it('moves in every mode, everywhere finitely', () => {
    for (const mode of model.modes) {
      let square = 0;
      for (const x of mode) square += x * x;
      const mean = (3 * square) / mode.length;
      // Unit modal mass: the mean square over the mass is 1 / mass, and over the surface not far from it.
      expect(mean * model.mass).toBeGreaterThan(0.3);
      expect(mean * model.mass).toBeLessThan(10);
    }
  });
});

describe('surfaces', () => {
  it('have no slivers: the smallest angle is above 5 degrees, 30 in the cloth', () => {
    expect(measureSurface(chair.mesh).smallestAngle).toBeGreaterThan(5);
    expect(measureSurface(fish.mesh).smallestAngle).toBeGreaterThan(5);
    expect(measureSurface(curtain.mesh).smallestAngle).toBeGreaterThan(30);
  });

  it('are those of the bodies that were analysed: mass, centre and inertia agree', () => {
    for (const { model, density } of [
      { model: chair, density: POLYPROPYLENE.density },
      { model: fish, density: FLESH.density },
    ]) {
      const { volume, center, inertia } = integrate(model.mesh);
      expect((density * volume) / model.mass).toBeCloseTo(1, 1.5);
      for (const x of center) expect(Math.abs(x)).toBeLessThan(0.003);
      const size = Math.max(...model.inertia);
      inertia.forEach((x, i) => {
        expect(Math.abs(density * x - model.inertia[i])).toBeLessThan(0.05 * size);
      });
    }
  });
});

describe('free bodies', () => {
  const { mesh, filled } = createFishBody(24776);
  const bodies = [
    { name: 'chair', model: chair, body: createChairBody().body, material: POLYPROPYLENE },
    { name: 'fish', model: fish, body: filled.body, material: FLESH },
  ];
  it.each(bodies)(
    '$name: orthonormal lowest modes, without momentum, the same every time',
    ({ model, body, material }) => {
      const solution = solveFreeBody(body, material, model.modes.length);
      expect(solution.frequencies).toEqual(model.frequencies);
      expect(solution.inertia).toEqual(model.inertia);
      expectLowestModes(solution, 3, 6);
      const { rank, masses } = solution.problem;
      const { nodes } = body;
      const size = Math.sqrt(Math.max(...solution.inertia));
      for (const mode of solution.modes) {
        const momentum = [0, 0, 0];
        const spin = [0, 0, 0];
        rank.forEach((r, n) => {
          const m = masses[3 * r];
          for (let k = 0; k < 3; k++) {
            const [u, v] = [(k + 1) % 3, (k + 2) % 3];
            momentum[k] += m * mode[3 * n + k];
            spin[k] += m * (nodes[3 * n + u] * mode[3 * n + v] - nodes[3 * n + v] * mode[3 * n + u]);
          }
        });
        for (const x of momentum) expect(Math.abs(x)).toBeLessThan(1e-9 * Math.sqrt(solution.mass));
        for (const x of spin) expect(Math.abs(x)).toBeLessThan(1e-9 * size);
      }
    },
  );

  it('fish: vertices follow a linear motion of the lattice exactly', () => {
    const { nodes } = filled.body;
    const linear = (p: Float64Array, o: number): number[] => [p[o] - 2 * p[o + 2], 0.5 * p[o + 1] + p[o], 3 * p[o + 2]];
    const mode = new Float64Array(nodes.length);
    for (let o = 0; o < nodes.length; o += 3) mode.set(linear(nodes, o), o);
    const field = embedVertices(
      mesh,
      filled,
      nodes[3 * filled.body.bricks[1]] - nodes[3 * filled.body.bricks[0]],
      mode,
    );
    for (let o = 0; o < field.length; o += 3) {
      const exact = linear(mesh.positions, o);
      for (let k = 0; k < 3; k++) expect(Math.abs(field[o + k] - exact[k])).toBeLessThan(1e-12);
    }
  });
});

describe('bridge', () => {
  it('has the lowest modes of its frame, none left out', () => {
    const { frame } = planBridge(16);
    const solution = solveFrame(frame, 10);
    expectLowestModes(solution, 6, 0);
    expect([...solution.frequencies]).toEqual([...bridge.frequencies]);
  });

  it('does not move where it is held, and moves most far from there', () => {
    const { positions } = bridge.mesh;
    for (const mode of bridge.modes) {
      let beyond = 0;
      let ends = 0;
      let middle = 0;
      for (let o = 0; o < mode.length; o += 3) {
        const size = Math.hypot(mode[o], mode[o + 1], mode[o + 2]);
        // Inclined steel reaches over the ends by half its height; what lies further out sits on a held node.
        if (Math.abs(positions[o]) > 48.4) beyond = Math.max(beyond, size);
        else if (Math.abs(positions[o]) > 48 - 1e-9) ends = Math.max(ends, size);
        else middle = Math.max(middle, size);
      }
      expect(beyond).toBe(0);
      expect(ends).toBeLessThan(0.02 * middle);
    }
  });

  it('sways sideways first, then up and down', () => {
    const share = (mode: Float64Array, axis: number): number => {
      let part = 0;
      let all = 0;
      mode.forEach((x, i) => {
        all += x * x;
        if (i % 3 === axis) part += x * x;
      });
      return part / all;
    };
    expect(share(bridge.modes[0], 2)).toBeGreaterThan(0.9);
    expect(share(bridge.modes[1], 1)).toBeGreaterThan(0.9);
  });

  it('comes in other sizes; a shorter one is stiffer', () => {
    const small = createBridge({ panels: 6, triangles: 20_000 });
    expect(Math.abs(small.mesh.triangles.length / 60_000 - 1)).toBeLessThan(0.02);
    expect(small.frequencies[0]).toBeGreaterThan(bridge.frequencies[0]);
    const again = createBridge({ panels: 6, triangles: 20_000 });
    expect(again.modes[9].every((x, i) => x === small.modes[9][i])).toBe(true);
    expect(() => createBridge({ panels: 5 })).toThrow('planBridge: 5 panels; an even number of at least 4 is needed.');
  });

  it('sways by about a metre in the storm, smoothly', () => {
    const { farthest, step } = measureMotion(bridge, createBridgeSway(bridge), 110);
    expect(farthest).toBeGreaterThan(0.5);
    expect(farthest).toBeLessThan(2);
    expect(step).toBeLessThan(0.1);
  });
});

describe('curtain', () => {
  it('has the lowest modes of its sheet, none left out', () => {
    const solution = solveSheet(createCurtainSheet(), 12);
    expectLowestModes(solution, 3, 0);
    expect([...solution.frequencies]).toEqual([...curtain.frequencies]);
  });

  it('does not move at the rod', () => {
    const { positions } = curtain.mesh;
    let held = 0;
    for (let o = 0; o < positions.length; o += 3) {
      if (Math.abs(positions[o + 1]) > 1e-12) continue;
      held++;
      for (const mode of curtain.modes) expect(Math.hypot(mode[o], mode[o + 1], mode[o + 2])).toBe(0);
    }
    expect(held).toBe(87);
  });

  it('bends smoothly between the rows that were analysed: parabolas come out exactly', () => {
    const [rows, columns] = [6, 2];
    const curve = (c: number, r: number, k: number): number => (c + 1) * r * r - k * r + 3;
    const coarse = new Float64Array(3 * rows * columns).map((_, o) =>
      curve(Math.floor(o / (3 * rows)), Math.floor(o / 3) % rows, o % 3),
    );
    doubleRows(coarse, rows).forEach((x, o) => {
      const row = Math.floor(o / 3);
      expect(x).toBeCloseTo(curve(Math.floor(row / 11), (row % 11) / 2, o % 3), 12);
    });
  });

  it('billows by 15 to 40 cm in the wind, smoothly, the same every time', () => {
    const wind = createCurtainWind(curtain);
    const { farthest, step } = measureMotion(curtain, wind, 110);
    expect(farthest).toBeGreaterThan(0.25);
    expect(farthest).toBeLessThan(0.4);
    expect(step).toBeLessThan(0.05);
    const [one, other] = [new Float64Array(12), new Float64Array(12)];
    wind.write(1.7, one);
    createCurtainWind(curtain).write(1.7, other);
    expect(other).toEqual(one);
  });

  it('refuses rows it cannot halve', () => {
    expect(() => createCurtain({ rows: 7 })).toThrow('createCurtain: 7 rows; give an even number of at least 6.');
  });
});
