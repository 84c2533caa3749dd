import type * as three from 'three';
import type { BodyUniforms } from './body-textures.ts';
import { creaseShader, deformShader } from './deform-shader.ts';
import { studioCall, studioShader } from './studio-light.ts';

/** `mesh`: all of a body, instance by instance. `corners`: a list of corners, each with vertex and instance in `position`. */
export type DrawOf = 'mesh' | 'corners';

const CALLS: Record<DrawOf, string> = {
  mesh: 'deformVertex(gl_VertexID, gl_InstanceID);',
  corners: 'deformVertex(int(position.x), int(position.y));',
};

/**
 * One of three's own materials (lit, or depth for shadows) whose vertices are deformed by our shader first. `isOneSided`: the back is
 * not drawn; which one that is, a joint that mirrors decides too, so three is not told.
 */
export function deforming<Material extends three.Material>(
  material: Material,
  uniforms: BodyUniforms,
  draws: DrawOf,
  isOneSided = false,
): Material {
  material.onBeforeCompile = shader => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${deformShader}`)
      .replace('void main() {', `void main() {\n${CALLS[draws]}`)
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = deformedNormal;')
      .replace('#include <begin_vertex>', 'vec3 transformed = deformedPosition;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <normal_fragment_begin>', creaseShader)
      .replace('#include <lights_physical_pars_fragment>', `#include <lights_physical_pars_fragment>\n${studioShader}`)
      .replace('#include <lights_fragment_maps>', studioCall);
    if (isOneSided) dropBacks(shader);
  };
  material.customProgramCacheKey = () => `deforming ${draws} ${isOneSided}`;
  return material;
}

function dropBacks(shader: three.WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader
    .replace('void main() {', 'varying float vSide;\nvoid main() {')
    .replace('#include <begin_vertex>', 'vSide = deformedSide;\n#include <begin_vertex>');
  shader.fragmentShader = shader.fragmentShader.replace(
    'void main() {',
    'varying float vSide;\nvoid main() {\nif (gl_FrontFacing == (vSide < 0.0)) discard;',
  );
}
