import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scenes } from '../papers/scene-catalogue.ts';
import { type Camera, type PictureBody, renderPicture, skinPositions } from './render.ts';

/** How a scene of [Wong2013]'s models is best seen, and when. */
interface Look {
  steps: number[];
  camera: Camera;
  color: PictureBody['color'];
  /** Height of the floor. */
  floor: number;
}

const BRONZE = [0.72, 0.55, 0.36] as const;
const SAND = [0.86, 0.62, 0.42] as const;

const LOOKS: Record<string, Look> = {
  rope: {
    steps: [0, 40, 62, 74, 84, 109],
    camera: { eye: [3.6, 4.4, 8.6], target: [0.5, 2.1, 0], fieldOfView: 37 },
    color: SAND,
    floor: 0,
  },
  octopus: {
    steps: [0, 25, 55, 80, 100, 119],
    camera: { eye: [5, 6, 11], target: [0, 1.3, 0], fieldOfView: 40 },
    color: [0.8, 0.42, 0.34],
    floor: 0,
  },
  urchin: {
    steps: [0, 20, 60, 80, 90, 99],
    camera: { eye: [-3, 2.5, 7.5], target: [0, -0.2, 0], fieldOfView: 36 },
    color: [0.5, 0.36, 0.62],
    floor: -2.6,
  },
  'man-poses': {
    steps: [0, 30, 60, 90, 105, 119],
    camera: { eye: [1.6, 2.2, 5.2], target: [-0.1, 0.85, 0.2], fieldOfView: 28 },
    color: SAND,
    floor: 0,
  },
  'box-twist': {
    steps: [0, 30, 50, 65, 85, 119],
    camera: { eye: [9, 7.5, 13], target: [0.5, 4.4, 0], fieldOfView: 38 },
    color: BRONZE,
    floor: 0,
  },
  'hand-grip': {
    steps: [0, 30, 70, 85, 98, 119],
    camera: { eye: [9, 13, 40], target: [0.5, 6, 0], fieldOfView: 38 },
    color: [0.87, 0.68, 0.56],
    floor: -7.4,
  },
  'creature-curl-21k': {
    steps: [0, 12, 26, 38, 46, 53],
    camera: { eye: [11, 6, 5.5], target: [0, 2, 0], fieldOfView: 40 },
    color: [0.5, 0.62, 0.42],
    floor: 0,
  },
};

/** Usage: node dist/scripts/skeletal-pictures.js FOLDER [SCENE ...] */
function main(folder: string, names: string[]): void {
  for (const name of names.length > 0 ? names : Object.keys(LOOKS)) {
    const { steps, camera, color, floor } = LOOKS[name];
    const scene = scenes[name]();
    const [model] = scene.bodies;
    const matrices = new Float64Array(12 * model.skin.jointCount);
    for (const step of steps) {
      scene.writePose(0, step, matrices);
      const bodies = [{ positions: skinPositions(model, matrices), triangles: model.mesh.triangles, color }];
      const picture = renderPicture({ bodies, width: 600, height: 450, camera, floor });
      writeFileSync(`${folder}/${name}-${step}.png`, picture);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2] ?? '.', process.argv.slice(3));
