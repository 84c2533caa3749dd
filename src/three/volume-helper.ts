import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from 'three';
import type { Collider } from '../collider.ts';
import { nodeLevels } from '../tree/tree.ts';
import { edgesOfVolumes } from './volume-edges.ts';

/** Draws the bounding volumes of a collider, of whatever kind, at one level of its tree. */
export type VolumeHelper = LineSegments<BufferGeometry, LineBasicMaterial> & {
  collider: Collider;
  /** The level drawn, the root's being 0; leaves that end above it are drawn too. Set it, then call `update`. */
  depth: number;
  /** Draws all levels above, too. */
  displayParents: boolean;
  /** Draws the volumes of the collider's current pose. Call `syncPose` before. */
  update(): void;
};

/**
 * Lines that show the volumes of one level of a collider's tree; add them to the scene and call `update` after every pose.
 * They are in the world, as the collider is, whatever object they hang from. Cost of an update: that of refitting and
 * drawing the nodes of the level, no others.
 * @example
 * {@includeCode ../../examples/api/three.ts#colliders}
 */
export function createVolumeHelper(collider: Collider, depth = 6, color: string | number = 0x00ff88): VolumeHelper {
  const material = new LineBasicMaterial({ color, transparent: true, opacity: 0.6, depthWrite: false });
  const lines = new LineSegments(new BufferGeometry(), material);
  const helper: VolumeHelper = Object.assign(lines, {
    collider,
    depth,
    displayParents: false,
    update(): void {
      const edges = edgesOfVolumes(helper.collider, listNodes(helper));
      const { position } = helper.geometry.attributes;
      if (position?.count === edges.length / 3) {
        position.array.set(edges);
        position.needsUpdate = true;
        return;
      }
      helper.geometry.dispose(); // an attribute cannot change its size
      helper.geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(edges, 3));
    },
  });
  lines.updateMatrixWorld = lines.updateWorldMatrix = () => {}; // stays in the world
  lines.frustumCulled = false;
  lines.raycast = () => {};
  helper.update();
  return helper;
}

function listNodes({ collider, depth, displayParents }: VolumeHelper): number[] {
  const { tree } = collider.shape;
  const nodes: number[] = [];
  nodeLevels(tree).forEach((level, node) => {
    const isLeaf = tree.links[node] < 0;
    if (level === depth || (level < depth && (isLeaf || displayParents))) nodes.push(node);
  });
  return nodes;
}
