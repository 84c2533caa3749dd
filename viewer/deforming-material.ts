import type * as three from 'three';
import type { BodyUniforms } from './body-textures.ts';
import { creaseShader, deformShader } from './deform-shader.ts';

/** `mesh`: all of a body, instance by instance. `corners`: a list of corners, each with vertex and instance in `position`. */
export type DrawOf = 'mesh' | 'corners';

const CALLS: Record<DrawOf, string> = {
  mesh: 'deformVertex(gl_VertexID, gl_InstanceID);',
  corners: 'deformVertex(int(position.x), int(position.y));',
};

/** One of three's own materials (lit, or depth for shadows) whose vertices are deformed by our shader first. */
export function deforming<Material extends three.Material>(
  material: Material,
  uniforms: BodyUniforms,
  draws: DrawOf,
): Material {
  material.onBeforeCompile = shader => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${deformShader}`)
      .replace('void main() {', `void main() {\n${CALLS[draws]}`)
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = deformedNormal;')
      .replace('#include <begin_vertex>', 'vec3 transformed = deformedPosition;');
    shader.fragmentShader = shader.fragmentShader.replace('#include <normal_fragment_begin>', creaseShader);
  };
  material.customProgramCacheKey = () => `deforming ${draws}`;
  return material;
}
