import { describe, expect, it } from 'vitest';
import {
  createAxes,
  createBoxSection,
  createFlangedSection,
  displaceBeside,
  STEEL,
  shapeBeam,
  writeBeam,
} from '../../models/reduced/beam.ts';
import { type Material, writeBrick } from '../../models/reduced/brick.ts';
import { createCellLattice, refineLattice } from '../../models/reduced/cell-lattice.ts';
import { fillCells } from '../../models/reduced/fill-cells.ts';
import { type Frame, solveFrame } from '../../models/reduced/frame.ts';
import { assembleBricks, solveFreeBody } from '../../models/reduced/free-body.ts';
import { createGustResponse, type Wind } from '../../models/reduced/gust-response.ts';
import {
  assembleSheet,
  type Cloth,
  type HangingSheet,
  placeNodes,
  solveSheet,
  tensionBelow,
  weighNodes,
} from '../../models/reduced/hanging-sheet.ts';
import { createLatticeBody } from '../../models/reduced/lattice-body.ts';
import { findLowestModes } from '../../models/reduced/lowest-modes.ts';
import { orderNodes } from '../../models/reduced/node-order.ts';
import type { ReducedModel } from '../../models/reduced/reduced-model.ts';
import {
  addElement,
  countNegative,
  createSkyline,
  factorSkyline,
  multiplySkyline,
  type Skyline,
  solveSkyline,
} from '../../models/reduced/skyline.ts';
import { createTube } from '../../models/tube.ts';
import { createRandom } from '../../src/math/random.ts';
import { measureSurface } from './surface-facts.ts';

/** Springs of stiffness 1 in a row, held at both ends, with the nodes numbered at random. */
function createChain(size: number): { stiffness: Skyline; rank: Int32Array } {
  const random = createRandom(1);
  const names = Array.from({ length: size + 2 }, (_, i) => i).sort(() => random() - 0.5);
  const elements = Array.from({ length: size + 1 }, (_, i) => [names[i], names[i + 1]]).flat();
  const fixed = new Uint8Array(size + 2);
  fixed[names[0]] = fixed[names[size + 1]] = 1;
  const rank = orderNodes(size + 2, elements, 2, fixed);
  const stiffness = createSkyline(rank, 1, elements, 2);
  const spring = Float64Array.of(1, -1, -1, 1);
  for (let e = 0; e < elements.length; e += 2) addElement(stiffness, rank, 1, elements, e, 2, spring);
  return { stiffness, rank };
}

describe('numbering', () => {
  it('gives every free node its own place, and a shuffled chain the narrowest matrix', () => {
    const { stiffness, rank } = createChain(50);
    expect([...rank].filter(r => r >= 0).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(stiffness.values).toHaveLength(99);
  });
});

describe('skyline', () => {
  it('solves what it multiplied', () => {
    const { stiffness } = createChain(40);
    const masses = new Float64Array(40).fill(1);
    const random = createRandom(5);
    const x = Float64Array.from({ length: 40 }, () => random() - 0.5);
    const y = multiplySkyline(stiffness, x).map((v, i) => v + 0.3 * x[i]);
    solveSkyline(factorSkyline(stiffness, masses, 0.3), y);
    y.forEach((v, i) => {
      expect(v).toBeCloseTo(x[i], 12);
    });
  });

  it('counts the eigenvalues below a shift', () => {
    const { stiffness } = createChain(40);
    const masses = new Float64Array(40).fill(1);
    const exact = Array.from({ length: 40 }, (_, k) => 4 * Math.sin(((k + 1) * Math.PI) / 82) ** 2);
    for (const below of [0, 1, 7, 40]) {
      const shift = below === 0 ? 0 : below === 40 ? 5 : (exact[below - 1] + exact[below]) / 2;
      expect(countNegative(factorSkyline(stiffness, masses, -shift))).toBe(below);
    }
  });
});

describe('lowest modes', () => {
  it('finds the known frequencies of a chain, orthonormal in uneven masses too', () => {
    const { stiffness } = createChain(60);
    const even = findLowestModes(stiffness, new Float64Array(60).fill(1), 8, 0);
    even.eigenvalues.forEach((value, k) => {
      const exact = 4 * Math.sin(((k + 1) * Math.PI) / 122) ** 2;
      expect(Math.abs(value - exact)).toBeLessThan(1e-10 * exact);
    });
    const random = createRandom(9);
    const masses = Float64Array.from({ length: 60 }, () => 0.2 + random());
    const { eigenvalues, vectors } = findLowestModes(stiffness, masses, 8, 0.01);
    vectors.forEach((a, i) => {
      vectors.forEach((b, j) => {
        const product = a.reduce((sum, x, k) => sum + x * b[k] * masses[k], 0);
        expect(product).toBeCloseTo(i === j ? 1 : 0, 10);
      });
      const force = multiplySkyline(stiffness, a);
      for (let k = 0; k < 60; k++) expect(force[k]).toBeCloseTo(eigenvalues[i] * masses[k] * a[k], 9);
    });
  });

  it('leaves out what is known already', () => {
    const { stiffness } = createChain(30);
    const masses = new Float64Array(30).fill(1);
    const first = findLowestModes(stiffness, masses, 4, 0);
    const rest = findLowestModes(stiffness, masses, 2, 0, first.vectors.slice(0, 2));
    expect(rest.eigenvalues[0]).toBeCloseTo(first.eigenvalues[2], 12);
    expect(rest.eigenvalues[1]).toBeCloseTo(first.eigenvalues[3], 12);
  });
});

const RUBBER: Material = { stiffness: 1e6, contraction: 0.3, density: 1000 };

describe('brick', () => {
  it('takes no force to move or turn, and sums to its volume', () => {
    const random = createRandom(3);
    const corners = Float64Array.from({ length: 24 }, (_, i) => ((i / 3) >> (i % 3)) & 1);
    for (let i = 0; i < 24; i++) corners[i] += 0.3 * (random() - 0.5);
    const element = new Float64Array(576);
    const volumes = new Float64Array(8);
    writeBrick(corners, RUBBER, element, volumes);
    for (let motion = 0; motion < 6; motion++) {
      const axis = motion % 3;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const field = new Float64Array(24);
      for (let c = 0; c < 8; c++) {
        if (motion < 3) field[3 * c + axis] = 1;
        else {
          field[3 * c + u] = -corners[3 * c + v];
          field[3 * c + v] = corners[3 * c + u];
        }
      }
      for (let i = 0; i < 24; i++) {
        const force = field.reduce((sum, x, j) => sum + element[24 * i + j] * x, 0);
        expect(Math.abs(force)).toBeLessThan(1e-7);
      }
    }
  });

  it('passes the patch test: a constant strain leaves no force inside skewed bricks', () => {
    const lattice = createCellLattice(
      [
        [0, 1, 2],
        [0, 1, 2],
        [0, 1, 2],
      ],
      () => true,
    );
    const body = createLatticeBody(lattice, p => {
      if (p[0] === 1 && p[1] === 1 && p[2] === 1) p.set([1.2, 0.85, 1.15]);
    });
    const { rank, stiffness } = assembleBricks(body, RUBBER);
    const field = new Float64Array(stiffness.size);
    let inner = -1;
    rank.forEach((r, n) => {
      const [x, y, z] = body.nodes.subarray(3 * n, 3 * n + 3);
      field.set([0.1 * x + 0.3 * y, 0.2 * z - 0.1 * y, 0.4 * x + 0.05 * z], 3 * r);
      if (x === 1.2) inner = r;
    });
    const force = multiplySkyline(stiffness, field);
    expect(Math.max(...force)).toBeGreaterThan(1e4);
    for (let k = 0; k < 3; k++) expect(Math.abs(force[3 * inner + k])).toBeLessThan(1e-6);
  });

  it('bends in one layer as a slender bar does: the first frequency is within 2 % of the exact one', () => {
    const [length, height, width] = [1, 0.02, 0.03];
    const lattice = refineLattice(
      createCellLattice(
        [
          [0, length],
          [0, height],
          [0, width],
        ],
        () => true,
      ),
      0.05,
    );
    const { frequencies, mass } = solveFreeBody(
      createLatticeBody(lattice, () => {}),
      { ...RUBBER, contraction: 0 },
      2,
    );
    expect(mass).toBeCloseTo(length * height * width * 1000, 10);
    const radius = (side: number): number => side / Math.sqrt(12);
    const exact = (side: number): number => 4.73004 ** 2 * radius(side) * Math.sqrt(RUBBER.stiffness / RUBBER.density);
    expect(Math.abs(frequencies[0] / exact(height) - 1)).toBeLessThan(0.02);
    expect(Math.abs(frequencies[1] / exact(width) - 1)).toBeLessThan(0.02);
  });

  it('is refused inside out, by name', () => {
    const corners = Float64Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (((i / 3) >> (i % 3)) & 1));
    expect(() => writeBrick(corners, RUBBER, new Float64Array(576), new Float64Array(8))).toThrow(
      /writeBrick.*inside out/,
    );
  });
});

describe('fillCells', () => {
  it('fills as much as the volume of the mesh', () => {
    const { mesh } = createTube({ rings: 12, sides: 24, joints: 1, radius: 0.21 });
    const { fills, cell } = fillCells(mesh, 0.07);
    const volume = fills.reduce((sum, fill) => sum + fill, 0) * cell ** 3;
    expect(Math.max(...fills)).toBeLessThanOrEqual(1 + 1e-12);
    expect(Math.abs(volume / measureSurface(mesh).volume - 1)).toBeLessThan(0.01);
  });
});

describe('beam', () => {
  const section = createFlangedSection(0.4, 0.2, 0.02, 0.01);
  const axes = createAxes([1, 2, -0.5], [0, 1, 0]);
  const length = Math.hypot(1, 2, 0.5);

  /** The ends of the member from (0.3, 0, 1) under a small rigid motion, in space. */
  function moveEnds(shift: number[], turn: number[]): Float64Array {
    const ends = new Float64Array(12);
    for (let e = 0; e < 2; e++) {
      const p = [0.3 + e, 2 * e, 1 - 0.5 * e];
      for (let k = 0; k < 3; k++) {
        const [u, v] = [(k + 1) % 3, (k + 2) % 3];
        ends[6 * e + k] = shift[k] + turn[u] * p[v] - turn[v] * p[u];
        ends[6 * e + 3 + k] = turn[k];
      }
    }
    return ends;
  }

  it('takes no force to move or turn, and carries points rigidly then', () => {
    const element = new Float64Array(144);
    writeBeam(section, length, axes, element);
    const [shift, turn] = [
      [0.2, -0.1, 0.4],
      [0.3, 0.5, -0.7],
    ];
    const ends = moveEnds(shift, turn);
    const scale = Math.max(...element);
    for (let i = 0; i < 12; i++) {
      expect(Math.abs(ends.reduce((sum, x, j) => sum + element[12 * i + j] * x, 0))).toBeLessThan(1e-12 * scale);
    }
    const local = ends.map((_, i) => {
      const block = i - (i % 3);
      return (
        axes[3 * (i % 3)] * ends[block] +
        axes[3 * (i % 3) + 1] * ends[block + 1] +
        axes[3 * (i % 3) + 2] * ends[block + 2]
      );
    });
    const moved = new Float64Array(3);
    for (const t of [0, 0.3, 1]) {
      const [along, up, side] = [0.1, 0.25, -0.4];
      displaceBeside(shapeBeam(length, t), local, 0, along, up, side, moved);
      const point = [0.3, 0, 1].map(
        (x, k) => x + (t * length + along) * axes[k] + up * axes[3 + k] + side * axes[6 + k],
      );
      for (let k = 0; k < 3; k++) {
        const [u, v] = [(k + 1) % 3, (k + 2) % 3];
        const world = moved[0] * axes[k] + moved[1] * axes[3 + k] + moved[2] * axes[6 + k];
        expect(world).toBeCloseTo(shift[k] + turn[u] * point[v] - turn[v] * point[u], 12);
      }
    }
  });

  it('bends, twists and stretches as the handbook says when its far end is loaded', () => {
    const straight = createAxes([1, 0, 0], [0, 1, 0]);
    const box = createBoxSection(0.3, 0.2, 0.01);
    const element = new Float64Array(144);
    writeBeam(box, 2, straight, element);
    const rank = Int32Array.of(-1, 0);
    const matrix = createSkyline(rank, 6, [0, 1], 2);
    addElement(matrix, rank, 6, [0, 1], 0, 2, element);
    const factors = factorSkyline(matrix, new Float64Array(6), 0);
    const { stiffness, shear } = STEEL;
    const expected = [
      2 / (stiffness * box.area),
      8 / (3 * stiffness * box.bendingUp),
      8 / (3 * stiffness * box.bendingSide),
      2 / (shear * box.torsion),
    ];
    expected.forEach((deflection, k) => {
      const load = new Float64Array(6);
      load[k] = 1;
      solveSkyline(factors, load);
      expect(load[k] / deflection).toBeCloseTo(1, 10);
      // Down at the far end turns it about the side axis, and so on.
      if (k === 1) expect(load[5] / deflection).toBeCloseTo(0.75, 10);
      if (k === 2) expect(load[4] / deflection).toBeCloseTo(-0.75, 10);
    });
  });

  it('vibrates between clamps as the exact beam does', () => {
    const pieces = 24;
    const nodes = Float64Array.from({ length: 3 * (pieces + 1) }, (_, i) => (i % 3 === 0 ? (8 * i) / (3 * pieces) : 0));
    const box = createBoxSection(0.3, 0.2, 0.01);
    const frame: Frame = {
      nodes,
      members: Array.from({ length: pieces }, (_, i) => ({
        from: i,
        to: i + 1,
        section: box,
        up: [0, 1, 0],
        raise: 0,
      })),
      loads: new Float64Array(pieces + 1),
      fixed: Uint8Array.from({ length: pieces + 1 }, (_, i) => (i === 0 || i === pieces ? 1 : 0)),
    };
    const { frequencies, mass } = solveFrame(frame, 2);
    expect(mass).toBeCloseTo(STEEL.density * box.area * 8, 6);
    [box.bendingSide, box.bendingUp].forEach((moment, k) => {
      const exact = (4.73004 ** 2 / 64) * Math.sqrt((STEEL.stiffness * moment) / (STEEL.density * box.area));
      expect(frequencies[k] / exact).toBeCloseTo(1, 2);
    });
  });
});

describe('hanging sheet', () => {
  const cloth: Cloth = { density: 0.3, across: 2000, down: 4000, shear: 50, bending: 0, hem: 0 };

  it('hangs in balance: at each node the tension above less that below is its weight', () => {
    const outline = Float64Array.of(0, 0, 0.1, 0.05, 0.15, -0.02, 0.3, 0);
    const sheet: HangingSheet = { outline, rows: 9, height: 2, cloth: { ...cloth, hem: 0.1 } };
    const masses = weighNodes(sheet);
    const widths = [0, 1, 2].map(c =>
      Math.hypot(outline[2 * c + 2] - outline[2 * c], outline[2 * c + 3] - outline[2 * c + 1]),
    );
    for (let c = 0; c < 4; c++) {
      const width = ((widths[c - 1] ?? 0) + (widths[c] ?? 0)) / 2;
      for (let r = 1; r < 9; r++) {
        const below = r === 8 ? 0 : tensionBelow(sheet, r);
        expect((tensionBelow(sheet, r - 1) - below) * width).toBeCloseTo(9.81 * masses[9 * c + r], 12);
      }
    }
  });

  it('swings as a hanging chain does when it does not resist bending', () => {
    const sheet: HangingSheet = { outline: Float64Array.of(0, 0, 0.02, 0), rows: 61, height: 2, cloth };
    const { frequencies } = solveSheet(sheet, 1);
    // Half the first zero of the Bessel function J0 (Bernoulli).
    expect(frequencies[0] / (1.202413 * Math.sqrt(9.81 / 2))).toBeCloseTo(1, 2.5);
  });

  it('neither cloth nor folds resist a turn about the vertical', () => {
    const outline = Float64Array.of(0, 0, 0.1, 0.05, 0.15, -0.02, 0.3, 0.03, 0.4, 0);
    const sheet: HangingSheet = { outline, rows: 9, height: 1, cloth: { ...cloth, bending: 5 } };
    const nodes = placeNodes(sheet);
    const { rank, stiffness } = assembleSheet(sheet);
    const turn = new Float64Array(stiffness.size);
    const random = new Float64Array(stiffness.size);
    rank.forEach((r, n) => {
      if (r < 0) return;
      turn.set([nodes[3 * n + 2], 0, -nodes[3 * n]], 3 * r);
      random.set([0.1 * Math.sin(7 * n), 0, 0.1 * Math.cos(5 * n)], 3 * r);
    });
    const [force, usual] = [multiplySkyline(stiffness, turn), multiplySkyline(stiffness, random)];
    rank.forEach((r, n) => {
      if (n % 9 < 3) return;
      for (let k = 0; k < 3; k++) expect(Math.abs(force[3 * r + k])).toBeLessThan(1e-11 * Math.max(...usual));
    });
  });
});

describe('gust response', () => {
  const wind: Wind = {
    pressure: 3,
    gustiness: 0.5,
    from: 0.4,
    to: 0.4,
    gusts: 1,
    travel: 2,
    damping: 0.1,
    seed: 1,
  };

  /** One vertex at x, moving along z by each mode alike. */
  function createPoint(x: number, frequencies: number[]): ReducedModel {
    return {
      name: 'point',
      mesh: { positions: Float64Array.of(x, 0, 0), triangles: new Uint32Array(0) },
      modes: frequencies.map(() => Float64Array.of(0, 0, 1)),
      frequencies: Float64Array.from(frequencies),
      mass: 1,
      inertia: new Float64Array(9),
    };
  }

  /** The left side of each mode's equation at a time, by differences. */
  function forcesAt(model: ReducedModel, time: number): number[] {
    const motion = createGustResponse(model, Float64Array.of(0, 0, 2), wind);
    const h = 1e-3;
    const [before, now, after] = [-h, 0, h].map(dt => {
      const out = new Float64Array(motion.modeCount);
      motion.write(time + dt, out);
      return out;
    });
    return [...model.frequencies].map((f, m) => {
      const speed = (after[m] - before[m]) / (2 * h);
      const acceleration = (after[m] - 2 * now[m] + before[m]) / (h * h);
      return acceleration + 2 * wind.damping * f * speed + f * f * now[m];
    });
  }

  it('solves the equation of every mode for the same force, whose mean and strength are those of the wind', () => {
    const model = createPoint(0, [1.3, 4, 2.4]);
    const forces = Array.from({ length: 50 }, (_, i) => forcesAt(model, i / 20));
    for (const [a, b, c] of forces) {
      expect(b).toBeCloseTo(a, 4);
      expect(c).toBeCloseTo(a, 4);
    }
    const values = forces.map(([a]) => a);
    expect((Math.max(...values) + Math.min(...values)) / 2).toBeCloseTo(6, 1);
    expect((Math.max(...values) - Math.min(...values)) / 2).toBeCloseTo(3, 1);
  });

  it('gusts arrive later further along x', () => {
    const late = createPoint(1.5, [1.3]);
    for (const time of [0, 0.7, 1.9]) {
      expect(forcesAt(late, time + 1.5 / wind.travel)[0]).toBeCloseTo(forcesAt(createPoint(0, [1.3]), time)[0], 4);
    }
  });
});
