import { createBoxSection, createFlangedSection, type Section } from './beam.ts';
import type { Frame, Member } from './frame.ts';

/** Metres; the bridge runs along x, y is up, the axes of the bottom chords are at y = 0. */
export const PANEL = 6;
export const HALF_WIDTH = 5;
/** Where the stringers under the deck are. */
export const STRINGERS = [-3.6, -1.2, 1.2, 3.6];
/** Height of the trusses at their ends and what they gain to the middle. */
const HEIGHT = 8;
const RISE = 5.5;
/** Sway frames hang this far below the top chords: traffic passes underneath. */
const SWAY_DEPTH = 2.4;
/**
 * In kg/m^2: the concrete of the deck, its curbs and railings. It rests on the steel in slabs with joints: mass only.
 */
const DECK_LOAD = 560;

const SECTIONS = {
  chord: createBoxSection(0.6, 0.5, 0.028),
  vertical: createBoxSection(0.42, 0.42, 0.028),
  diagonal: createFlangedSection(0.42, 0.3, 0.035, 0.035),
  strut: createBoxSection(0.3, 0.26, 0.012),
  lateral: createBoxSection(0.2, 0.2, 0.01),
  brace: createBoxSection(0.16, 0.16, 0.01),
  floorBeam: createFlangedSection(0.9, 0.36, 0.04, 0.04),
  stringer: createFlangedSection(0.5, 0.26, 0.035, 0.035),
} as const satisfies Record<string, Section>;

/** Tops of the steel that the deck rests on. */
export const DECK_BASE = 0.45;

export interface BridgePlan {
  frame: Frame;
  /** The member under each stringer line in each panel: `stringers[panel][line]`. */
  stringers: Member[][];
  /** Joints of the trusses that have gusset plates, with a member that ends there. */
  gussets: { node: number; member: Member; isTop: boolean }[];
}

/**
 * A through truss with curved top chords, diagonals falling towards the middle (Parker's form of Pratt's truss), sway
 * frames, bracing above and below, floor beams and stringers. Both ends are held fast.
 */
export function planBridge(panels: number): BridgePlan {
  if (!(panels >= 4 && panels % 2 === 0)) {
    throw new Error(`planBridge: ${panels} panels; an even number of at least 4 is needed.`);
  }
  const nodes: number[] = [];
  const members: Member[] = [];
  const addNode = (panel: number, y: number, z: number): number => {
    nodes.push((panel - panels / 2) * PANEL, y, z);
    return nodes.length / 3 - 1;
  };
  const UP = [0, 1, 0] as const;
  const ACROSS = [0, 0, 1] as const;
  const join = (from: number, to: number, section: Section, up: Member['up'] = UP, raise = 0): Member => {
    const member = { from, to, section, up, raise };
    members.push(member);
    return member;
  };
  const heightAt = (panel: number): number => HEIGHT + RISE * (1 - ((panel - panels / 2) / (panels / 2 - 1)) ** 2);
  const lines = [-HALF_WIDTH, ...STRINGERS, HALF_WIDTH];
  const floor = Array.from({ length: panels + 1 }, (_, p) => lines.map(z => addNode(p, 0, z)));
  const bottom = floor.map(row => [row[0], row[row.length - 1]]);
  const sides = [-HALF_WIDTH, HALF_WIDTH];
  const top: number[][] = [];
  const sway: number[][] = [];
  for (let p = 1; p < panels; p++) {
    top[p] = sides.map(z => addNode(p, heightAt(p), z));
    sway[p] = sides.map(z => addNode(p, heightAt(p) - SWAY_DEPTH, z));
  }
  top[0] = bottom[0];
  top[panels] = bottom[panels];

  const stringers: Member[][] = [];
  for (let p = 0; p <= panels; p++) {
    for (let i = 0; i + 1 < lines.length; i++) join(floor[p][i], floor[p][i + 1], SECTIONS.floorBeam);
    if (p === panels) break;
    stringers.push(STRINGERS.map((_, i) => join(floor[p][i + 1], floor[p + 1][i + 1], SECTIONS.stringer, UP, 0.2)));
    join(bottom[p][0], bottom[p + 1][1], SECTIONS.lateral, UP, -0.34);
    join(bottom[p][1], bottom[p + 1][0], SECTIONS.lateral, UP, -0.34);
  }
  for (let side = 0; side < 2; side++) {
    for (let p = 0; p < panels; p++) {
      join(bottom[p][side], bottom[p + 1][side], SECTIONS.chord);
      join(top[p][side], top[p + 1][side], SECTIONS.chord);
      if (p === 0) continue;
      join(bottom[p][side], sway[p][side], SECTIONS.vertical, ACROSS);
      join(sway[p][side], top[p][side], SECTIONS.vertical, ACROSS);
      if (p === panels - 1) continue;
      if (p < panels / 2) join(top[p][side], bottom[p + 1][side], SECTIONS.diagonal, ACROSS);
      else join(bottom[p][side], top[p + 1][side], SECTIONS.diagonal, ACROSS);
    }
  }
  for (let p = 1; p < panels; p++) {
    join(top[p][0], top[p][1], SECTIONS.strut);
    join(sway[p][0], sway[p][1], SECTIONS.strut);
    join(top[p][0], sway[p][1], SECTIONS.brace, [1, 0, 0], 0.09);
    join(top[p][1], sway[p][0], SECTIONS.brace, [1, 0, 0], -0.09);
    if (p === panels - 1) continue;
    join(top[p][0], top[p + 1][1], SECTIONS.lateral, UP, 0.11);
    join(top[p][1], top[p + 1][0], SECTIONS.lateral, UP, -0.11);
  }

  const loads = new Float64Array(nodes.length / 3);
  const fixed = new Uint8Array(nodes.length / 3);
  floor.forEach((row, p) => {
    const isEnd = p === 0 || p === panels;
    row.forEach((node, i) => {
      const width = ((lines[i + 1] ?? lines[i]) - (lines[i - 1] ?? lines[i])) / 2;
      loads[node] = DECK_LOAD * width * PANEL * (isEnd ? 0.5 : 1);
      if (isEnd) fixed[node] = 1;
    });
  });
  const frame = { nodes: Float64Array.from(nodes), members, loads, fixed };
  const isTop = new Map([
    ...bottom.flat().map(node => [node, false] as const),
    ...top
      .slice(1, panels)
      .flat()
      .map(node => [node, true] as const),
  ]);
  const gussets = [...isTop].map(([node, isTop]) => {
    const member = members.find(m => m.section === SECTIONS.chord && (m.from === node || m.to === node));
    if (!member) throw new Error(`planBridge: node ${node} is on no chord; this is a defect of planBridge.`);
    return { node, member, isTop };
  });
  return { frame, stringers, gussets };
}
