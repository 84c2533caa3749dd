import type { Node } from '@babylonjs/core/node.js';

/** What to call a mesh in messages. */
export function nameOf(node: Node): string {
  return node.name ? `mesh '${node.name}'` : 'the mesh';
}
