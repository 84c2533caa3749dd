import type { GltfAsset } from '../asset.ts';
import { createAccessorTable } from '../container/accessors.ts';
import { createBudget } from '../container/budget.ts';
import { type ResourceReader, readBuffers } from '../container/buffers.ts';
import { openContainer } from '../container/container.ts';
import { readElements } from '../container/elements.ts';
import { checkExtensions, PRIMITIVE_RESTART } from '../container/extensions.ts';
import { objectOf, refuse } from '../container/json.ts';
import type { DracoPrimitive, DracoSource } from '../container/unpack-draco.ts';
import { readViews } from '../container/views.ts';
import { planBodies } from '../plan/plan-bodies.ts';
import { chooseScene } from '../plan/scenes.ts';
import type { MeshData } from './join-primitives.ts';
import { readBodies } from './read-bodies.ts';
import { planClips, readClips } from './read-clips.ts';
import { readNodes } from './read-nodes.ts';

export interface ReadGltfOptions {
  /** The scene to read; by default the one the file names, else the first. */
  scene?: number;
  /** Merge vertices that move as one (see `weld`); true by default. Exporters split them along seams of texture. */
  weld?: boolean;
  /** Reads the buffers of a .gltf that lie in other files, by the uri in the file. `loadGltf` does it by itself. */
  resource?: ResourceReader;
  /** Makes Draco's decoder where the package 'draco3dgltf' is not installed or cannot (in a page, unless it is bundled). */
  dracoDecoder?: DracoSource;
  /** The most bytes the file may unpack to; by default 64 MB and 64 times its size. */
  maxBytes?: number;
}

/**
 * Reads a .glb or .gltf: shapes and motion, as plain records. Whatever the bytes are, the promise ends in a complete
 * record, with all that was left out listed in `gaps`, or in an Error that names the place, the value and what is wrong;
 * memory is bounded by `maxBytes`. The bytes are not kept. Cost: 25 ms for a character of 27 thousand triangles, 120 ms for
 * one with 76 clips in ten thousand accessors; the first file of a process takes twice that.
 * @example
 * {@includeCode ../../../examples/api/gltf.ts#gltf}
 */
export async function readGltf(bytes: Uint8Array | ArrayBuffer, options: ReadGltfOptions = {}): Promise<GltfAsset> {
  const file = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const { json, binary } = openContainer(file);
  const asset = objectOf(json, 'asset', '') ?? {};
  if (!String(asset.version).startsWith('2.')) refuse('asset.version', asset.version, 'only glTF 2.0 is read');
  if (![undefined, '2.0'].includes(asset.minVersion as string)) {
    refuse('asset.minVersion', asset.minVersion, 'only glTF 2.0 is read');
  }
  const gaps: string[] = [];
  const extensions = checkExtensions(json, gaps);

  // What there is to read: numbers of accessors, all references checked.
  const table = createAccessorTable(json);
  const nodes = readNodes(json, gaps);
  const isInScene = chooseScene(json, nodes, options.scene, gaps);
  const plans = planBodies(json, nodes, isInScene, table, gaps);
  const clipPlans = planClips(json, nodes.parents.length, table, gaps);

  // The numbers.
  const views = readViews(json, listViews(table.wanted.values(), plans.draco));
  const buffers = await readBuffers(json, binary, views.values(), options.resource);
  let size = file.length;
  for (const buffer of buffers.values()) size += buffer.length;
  const budget = createBudget(size, options.maxBytes);
  const arrays = await readElements(table, plans.draco, views, buffers, budget, options.dracoDecoder);

  const restarts = extensions.has(PRIMITIVE_RESTART);
  const data: MeshData = { table, arrays, budget, restarts, weld: options.weld ?? true, gaps };
  const bodies = readBodies(plans, nodes, data);
  const clips = readClips(clipPlans, nodes, bodies, table, arrays, gaps);
  return { nodes, bodies, clips, gaps, copyright: typeof asset.copyright === 'string' ? asset.copyright : '' };
}

/** The buffer views that accessors and packed primitives need. */
export function listViews(
  wanted: Iterable<{ view: number; sparse: { indices: { view: number }; values: { view: number } } | null }>,
  draco: readonly DracoPrimitive[],
): Set<number> {
  const views = new Set(draco.map(({ view }) => view));
  for (const { view, sparse } of wanted) {
    if (view >= 0) views.add(view);
    if (sparse) views.add(sparse.indices.view).add(sparse.values.view);
  }
  return views;
}
