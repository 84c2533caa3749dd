import type { GltfNodes } from '../asset.ts';
import { indexOf, indicesOf, type JsonObject, nameOf, objectsOf } from '../container/json.ts';

/** Which nodes are in the scene: 1 for each. Other scenes, if there are more, are listed as gaps. */
export function chooseScene(
  json: JsonObject,
  nodes: GltfNodes,
  choice: number | undefined,
  gaps: string[],
): Uint8Array {
  const scenes = objectsOf(json, 'scenes', '');
  const isIn = new Uint8Array(nodes.parents.length);
  if (scenes.length === 0) return isIn.fill(1);
  const declared = indexOf(json, 'scene', scenes.length, '');
  const chosen = choice ?? Math.max(0, declared);
  if (!scenes[chosen]) {
    throw new Error(`readGltf: options.scene is ${choice}; the file has scenes 0 to ${scenes.length - 1}.`);
  }
  scenes.forEach((scene, s) => {
    if (s !== chosen)
      gaps.push(
        `Scene ${s} ('${nameOf(scene, `scene ${s}`)}') is left out: only scene ${chosen} is read (readGltf reads another if options.scene names it).`,
      );
  });
  for (const n of indicesOf(scenes[chosen], 'nodes', isIn.length, `scenes[${chosen}]`)) isIn[n] = 1;
  for (const n of nodes.order) if (nodes.parents[n] >= 0 && isIn[nodes.parents[n]]) isIn[n] = 1;
  return isIn;
}
