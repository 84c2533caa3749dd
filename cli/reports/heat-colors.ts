import { toLinearColor } from './heat-scale.ts';
import { deepestOf, type Scene } from './scene.ts';

/** The greatest depth of each vertex over all findings of an asset, as colours: for each body of the subject. */
export function colorBodies(scene: Scene): Float32Array[] {
  const { bodies } = scene.subject;
  const counts = bodies.map(({ mesh }) => mesh.positions.length / 3);
  const depths = new Float64Array(counts.reduce((sum, n) => sum + n, 0));
  for (const { vertices, depths: list } of scene.heats.flat()) {
    vertices.forEach((v, k) => {
      depths[v] = Math.max(depths[v], list[k]);
    });
  }
  const most = deepestOf(scene);
  let first = 0;
  return counts.map(n => {
    const colors = new Float32Array(3 * n);
    for (let v = 0; v < n; v++) colors.set(toLinearColor(most > 0 ? depths[first + v] / most : 0), 3 * v);
    first += n;
    return colors;
  });
}
