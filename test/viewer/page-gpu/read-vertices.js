import * as three from 'three';
import { createBodyTextures, writePose } from '../../../viewer/body-textures.ts';
import { deformShader } from '../../../viewer/deform-shader.ts';

const renderer = new three.WebGLRenderer();

/** Draws every vertex of every instance as one point of a picture whose colours are coordinates, and reads them back. */
globalThis.readVertices = (body, pose) => {
  const textures = createBodyTextures(body);
  writePose(textures, pose);
  const vertices = body.positions.length / 3;
  const count = vertices * body.instances;
  const width = 256;
  const height = Math.ceil(count / width);
  const target = new three.WebGLRenderTarget(width, height, { type: three.FloatType, depthBuffer: false });
  const material = new three.ShaderMaterial({
    uniforms: {
      ...textures.uniforms,
      vertices: { value: vertices },
      size: { value: new three.Vector2(width, height) },
    },
    vertexShader: `${deformShader}
      uniform int vertices;
      uniform vec2 size;
      varying vec3 vPlace;
      void main() {
        deformVertex(gl_VertexID % vertices, gl_VertexID / vertices);
        vPlace = deformedPosition;
        vec2 pixel = vec2(float(gl_VertexID % int(size.x)), float(gl_VertexID / int(size.x)));
        gl_Position = vec4(2.0 * (pixel + 0.5) / size - 1.0, 0.0, 1.0);
        gl_PointSize = 1.0;
      }`,
    fragmentShader: 'varying vec3 vPlace; void main() { gl_FragColor = vec4(vPlace, 1.0); }',
    depthTest: false,
  });
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(new Float32Array(3 * count), 3));
  const points = new three.Points(geometry, material);
  points.frustumCulled = false;
  renderer.setRenderTarget(target);
  renderer.render(new three.Scene().add(points), new three.Camera());
  const pixels = new Float32Array(4 * width * height);
  renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
  return Array.from({ length: 3 * count }, (_, k) => pixels[4 * Math.floor(k / 3) + (k % 3)]);
};
document.body.dataset.ready = 'true';
