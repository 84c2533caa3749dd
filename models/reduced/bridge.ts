import type { Mesh } from '../../src/mesh/mesh.ts';
import { type BridgePlan, DECK_BASE, HALF_WIDTH, PANEL, planBridge, STRINGERS } from './bridge-plan.ts';
import { type CellLattice, createCellLattice, fitEdge, meshCells, refineLattice } from './cell-lattice.ts';
import { carryPoint, createCarrier, type Frame, layMember, type Member, solveFrame } from './frame.ts';
import type { ReducedModel } from './reduced-model.ts';

/** A closed piece of the bridge: cells, where they are in space, and the members that carry a point, with weights. */
interface Piece {
  lattice: CellLattice;
  place: (point: Float64Array) => void;
  carriers: (point: Float64Array) => readonly (readonly [Member, number])[];
}

export interface BridgeOptions {
  /** As near to this as the pieces allow: 240316 unless told. */
  triangles?: number;
  /** An even number of panels of 6 m: 16 unless told. */
  panels?: number;
}

/**
 * The superstructure of a steel truss bridge of 96 m, held at both ends, and its lowest ten vibrations by frame
 * analysis: beams that stretch, bend and twist, welded at the joints, with the deck as mass. That is how bridges are
 * analysed, and the only way to meet their members, which are far thinner than any lattice over the whole could
 * resolve. Each member, slab and plate is a closed surface of its own; they meet and overlap at the joints, as riveted
 * steel does. Thin flanges make thin triangles.
 */
export function createBridge(options: BridgeOptions = {}): ReducedModel {
  const { triangles = 240316, panels = 16 } = options;
  const plan = planBridge(panels);
  const { modes, frequencies, mass, inertia } = solveFrame(plan.frame, 10);
  const pieces = [
    ...plan.frame.members.map(member => createMemberPiece(plan.frame, member)),
    ...createGussets(plan),
    ...createDeck(plan, panels),
  ];
  const lattices = pieces.map(({ lattice }) => lattice);
  const { mesh, fields } = meshPieces(plan.frame, pieces, fitEdge(lattices, triangles, 0.02, 20), modes);
  return { name: 'bridge', mesh, modes: fields, frequencies, mass, inertia };
}

/** All pieces in one mesh, and how their vertices move. */
function meshPieces(
  frame: Frame,
  pieces: Piece[],
  longest: number,
  modes: readonly Float64Array[],
): { mesh: Mesh; fields: Float64Array[] } {
  const surfaces = pieces.map(({ lattice }) => {
    const fine = refineLattice(lattice, longest);
    return { fine, ...meshCells(fine) };
  });
  const sum = (lengths: number[]): number => lengths.reduce((a, b) => a + b, 0);
  const positions = new Float64Array(sum(surfaces.map(s => s.lineOfVertex.length)));
  const triangles = new Uint32Array(sum(surfaces.map(s => s.triangles.length)));
  const fields = modes.map(() => new Float64Array(positions.length));
  const carriers = new Map(frame.members.map(member => [member, createCarrier(frame, member, modes)]));
  const point = new Float64Array(3);
  const moved = new Float64Array(3);
  let o = 0;
  let at = 0;
  surfaces.forEach(({ fine, lineOfVertex, triangles: own }, p) => {
    for (const v of own) triangles[at++] = o / 3 + v;
    for (let v = 0; v < lineOfVertex.length; v += 3) {
      for (let k = 0; k < 3; k++) point[k] = fine.lines[k][lineOfVertex[v + k]];
      pieces[p].place(point);
      positions.set(point, o);
      for (const [member, weight] of pieces[p].carriers(point)) {
        const carrier = carriers.get(member);
        if (carrier) carryPoint(carrier, weight, positions, o, fields, moved);
      }
      o += 3;
    }
  });
  return { mesh: { positions, triangles }, fields };
}

function createMemberPiece(frame: Frame, member: Member): Piece {
  const { axes, length } = layMember(frame, member);
  const { lines, isSolid } = member.section;
  const from = 3 * member.from;
  const carriers = [[member, 1]] as const;
  return {
    lattice: createCellLattice([[0, length], ...lines], (_, up, side) => isSolid(up, side)),
    place: point => {
      const [along, up, side] = point;
      for (let k = 0; k < 3; k++) {
        point[k] = frame.nodes[from + k] + along * axes[k] + (up + member.raise) * axes[3 + k] + side * axes[6 + k];
      }
    },
    carriers: () => carriers,
  };
}

function createBlock(low: readonly number[], high: readonly number[], carriers: Piece['carriers']): Piece {
  const lattice = createCellLattice(
    [
      [low[0], high[0]],
      [low[1], high[1]],
      [low[2], high[2]],
    ],
    () => true,
  );
  return { lattice, place: () => {}, carriers };
}

/** Plates on both faces of the chords, where the members meet. */
function createGussets({ frame, gussets }: BridgePlan): Piece[] {
  return gussets.flatMap(({ node, member, isTop }) => {
    const [x, y, z] = frame.nodes.subarray(3 * node, 3 * node + 3);
    const carriers = [[member, 1]] as const;
    return [-0.27, 0.25].map(side => {
      const [low, high] = isTop ? [y - 1.1, y + 0.34] : [y - 0.34, y + 1.1];
      return createBlock([x - 0.75, low, z + side], [x + 0.75, high, z + side + 0.02], () => carriers);
    });
  });
}

const SLAB = 0.22;
const CURB = 0.2;
const POST = 0.12;
const RAIL = 0.08;
const RAILS = [0.45, 0.8, 1.15];
const POSTS_PER_PANEL = 3;
const JOINT = 0.02;

/** One slab for each panel with joints between, curbs and railings, all carried by the stringers next to them. */
function createDeck({ stringers }: BridgePlan, panels: number): Piece[] {
  const edge = HALF_WIDTH - 0.42;
  const pieces: Piece[] = [];
  for (let p = 0; p < panels; p++) {
    const from = (p - panels / 2) * PANEL;
    const to = from + PANEL - JOINT;
    const carriers = (point: Float64Array): [Member, number][] => {
      const line = Math.max(0, Math.min(STRINGERS.length - 2, STRINGERS.findIndex(z => z > point[2]) - 1));
      const found = point[2] > STRINGERS[STRINGERS.length - 1] ? STRINGERS.length - 2 : line;
      const share = (point[2] - STRINGERS[found]) / (STRINGERS[found + 1] - STRINGERS[found]);
      const t = Math.max(0, Math.min(1, share));
      return [
        [stringers[p][found], 1 - t],
        [stringers[p][found + 1], t],
      ];
    };
    const top = DECK_BASE + SLAB;
    pieces.push(createBlock([from, DECK_BASE, -edge], [to, top, edge], carriers));
    for (const side of [-1, 1]) {
      const block = (x0: number, x1: number, y0: number, y1: number, z0: number, z1: number): void => {
        const [a, b] = side > 0 ? [z0, z1] : [-z1, -z0];
        pieces.push(createBlock([x0, y0, a], [x1, y1, b], carriers));
      };
      block(from, to, top, top + CURB, edge - 0.35, edge);
      for (let post = 0; post < POSTS_PER_PANEL; post++) {
        const x = from + ((post + 0.5) * PANEL) / POSTS_PER_PANEL;
        const middle = edge - 0.175;
        block(x - POST / 2, x + POST / 2, top + CURB, top + 1.25, middle - POST / 2, middle + POST / 2);
      }
      for (const height of RAILS) {
        block(from, to, top + height - RAIL / 2, top + height + RAIL / 2, edge - 0.235, edge - 0.235 + RAIL);
      }
    }
  }
  return pieces;
}
