import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Scene } from '../papers/scene.ts';
import { scenes } from '../papers/scene-catalogue.ts';
import type { Camera } from '../picture/camera.ts';
import { renderPicture } from '../picture/render-picture.ts';
import { skinPositions } from './skin-positions.ts';

export type { Camera } from '../picture/camera.ts';
export type { Picture, PictureBody, PictureSphere } from '../picture/render-picture.ts';
export { renderPicture } from '../picture/render-picture.ts';
export { skinPositions } from './skin-positions.ts';

/** Sand, sea, and so on: one for each body in turn. */
export const BODY_COLORS = [
  [0.86, 0.62, 0.42],
  [0.4, 0.6, 0.8],
  [0.5, 0.68, 0.42],
] as const;

/** A good place to look from; others can be given. */
export function chooseCamera(scene: Scene): Camera {
  if (scene.name.startsWith('two-men')) return { eye: [3.4, 1.7, 3.4], target: [0, 0.92, 0], fieldOfView: 28 };
  if (scene.name.startsWith('neck')) return { eye: [9.5, 5.2, 10.5], target: [0, 2.6, 0.6], fieldOfView: 30 };
  return { eye: [17, 7.5, 8], target: [0, 1.9, 0], fieldOfView: 30 };
}

/** The scene at a step, as the bytes of a PNG. */
export function renderScene(scene: Scene, step: number, width: number, height: number, camera: Camera): Uint8Array {
  const bodies = scene.bodies.map((model, body) => {
    const matrices = new Float64Array(12 * model.skin.jointCount);
    scene.writePose(body, step, matrices);
    const positions = skinPositions(model, matrices);
    return { positions, triangles: model.mesh.triangles, color: BODY_COLORS[body % BODY_COLORS.length] };
  });
  return renderPicture({ bodies, width, height, camera, floor: 0 });
}

function parsePoint(text: string): [number, number, number] {
  const [x, y, z] = text.split(',').map(Number);
  return [x, y, z];
}

/** node dist/scripts/render.js SCENE STEP out.png [eye x,y,z] [target x,y,z] [field of view in degrees] */
function main(args: string[]): void {
  const [name, step, file, eye, target, fieldOfView] = args;
  const create = scenes[name];
  if (!create || !(Number(step) >= 0) || !file) {
    console.error(
      `usage: render SCENE STEP out.png [eye] [target] [degrees]\nscenes: ${Object.keys(scenes).join(', ')}`,
    );
    process.exitCode = 2;
    return;
  }
  const scene = create();
  const camera = { ...chooseCamera(scene) };
  if (eye) camera.eye = parsePoint(eye);
  if (target) camera.target = parsePoint(target);
  if (fieldOfView) camera.fieldOfView = Number(fieldOfView);
  writeFileSync(file, renderScene(scene, Number(step), 1200, 800, camera));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
