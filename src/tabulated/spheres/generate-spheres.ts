import { checkMesh } from '../../mesh/mesh.ts';
import type { Side } from '../motion/side.ts';
import { type CoveringOptions, generateCoveringSpheres } from './covering-spheres.ts';
import type { SphereSet } from './sphere-set.ts';
import { generateSurfaceSpheres, type SurfaceOptions } from './surface-spheres.ts';
import { generateVolumetricSpheres, type VolumetricOptions } from './volumetric-spheres.ts';

export type SphereOptions = VolumetricOptions | SurfaceOptions | CoveringOptions;

/**
 * Spheres that stand for a mesh: inside it, at its vertices, or around its triangles. Only the last can make a safe
 * table.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function generateSpheres(side: Side, options: SphereOptions): SphereSet {
  checkMesh(side.mesh, 'generateSpheres');
  switch (options.kind) {
    case 'volumetric':
      return generateVolumetricSpheres(side, options);
    case 'surface':
      return generateSurfaceSpheres(side, options);
    case 'covering':
      return generateCoveringSpheres(side, options);
    default: {
      const { kind } = options as { kind: string };
      throw new Error(`generateSpheres: kind is '${kind}'; give 'volumetric', 'surface' or 'covering'.`);
    }
  }
}
