import type { ViewOptions } from './protocol.ts';

/** How a scene is shown unless a visitor wants it otherwise. */
export interface View {
  /** The direction from the scene to the eye. */
  from: readonly [number, number, number];
  /** How much closer than where all of it, over all its time, is in sight. */
  zoom: number;
  /** Where to look, as shares of the box around everything. */
  at: readonly [number, number, number];
  overlay: ViewOptions['overlay'];
  /** Which volumes tell most. */
  level: number;
}

const front: View = { from: [0.5, 0.28, 1], zoom: 1, at: [0.5, 0.5, 0.5], overlay: 'none', level: 6 };

/** Found by looking. */
const views: Record<string, Partial<View>> = {
  files: { zoom: 1.15 },
  men: { overlay: 'volumes', level: 9, from: [0.35, 0.22, 1], zoom: 1.4 },
  creatures: { overlay: 'volumes', from: [1, 0.4, 0.6], zoom: 1.9, level: 7 },
  'neck-twist': { from: [0.25, 0.32, 1], zoom: 1.35, at: [0.5, 0.6, 0.7] },
  curtain: { overlay: 'volumes', from: [0.7, 0.25, 1], zoom: 2.3, at: [0.5, 0.5, 0.72], level: 7 },
  bridge: { from: [0.4, 0.45, 1], zoom: 1.5, at: [0.5, 0.4, 0.5] },
  chairs: { zoom: 1.2, at: [0.5, 0.28, 0.5] },
  'chairs-3601': { at: [0.5, 0.28, 0.5] },
  rope: { zoom: 1.5, at: [0.5, 0.35, 0.5] },
  man: { zoom: 1.35 },
  bodies: { overlay: 'volumes', zoom: 1.7, level: 8 },
  dolphins: { overlay: 'volumes', zoom: 1.35, level: 7 },
  jaw: { overlay: 'table', from: [1, 0.25, 0.5], zoom: 1.3 },
  forehead: { overlay: 'table', zoom: 1.2 },
};

export function viewOf(scene: string): View {
  return { ...front, ...views[scene] };
}
