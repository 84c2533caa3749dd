import type { GltfAsset, GltfClip, GltfTrack } from '../../src/gltf/index.ts';

/** The tracks of a clip that move morph targets, for targets of the same names in another file; others stay at rest. */
export function mapShapes(set: GltfAsset, { tracks }: GltfClip, { bodies }: GltfAsset): GltfTrack[] {
  const nodes = [...new Set(bodies.filter(({ targetNames }) => targetNames.length > 0).map(({ node }) => node))];
  return tracks
    .filter(({ path }) => path === 'weights')
    .flatMap(track => {
      const { targetNames } = set.bodies[track.bodies[0]];
      return nodes.flatMap((node): GltfTrack[] => {
        const ofNode = bodies.flatMap((body, b) => (body.node === node ? [b] : []));
        const { targetNames: names, restWeights } = bodies[ofNode[0]];
        const sources = names.map(name => targetNames.indexOf(name));
        if (sources.every(source => source < 0)) return [];
        const values = new Float32Array((track.values.length / track.size) * names.length);
        const isCubic = track.interpolation === 'CUBICSPLINE';
        for (let k = 0; k < values.length; k++) {
          const row = Math.floor(k / names.length);
          const source = sources[k % names.length];
          const isTangent = isCubic && row % 3 !== 1;
          values[k] =
            source >= 0 ? track.values[row * track.size + source] : isTangent ? 0 : restWeights[k % names.length];
        }
        return [{ ...track, node, size: names.length, values, bodies: ofNode }];
      });
    });
}
