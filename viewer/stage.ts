import * as three from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { createGround, type Ground } from './ground.ts';
import type { Bounds } from './protocol.ts';
import type { View } from './views.ts';

/** The lit stage, a camera that can be turned about it, and what is needed to draw it when something changed. */
export interface Stage {
  canvas: HTMLCanvasElement;
  scene: three.Scene;
  camera: three.PerspectiveCamera;
  controls: OrbitControls;
  ground: Ground;
  /** Asks for a picture at the next chance; many requests make one. */
  invalidate(): void;
  /** Draws if asked to since. True if it drew. */
  draw(): boolean;
  /** Leaves out what costs most and says least. */
  economise(): void;
  /** Looks at a box, all of it in sight unless the view comes closer. */
  lookAt(bounds: Bounds, view: View): void;
  setDark(isDark: boolean): void;
}

const LIGHT_BACKGROUND = 0xeceff4;
const DARK_BACKGROUND = 0x171a20;

export function createStage(canvas: HTMLCanvasElement): Stage {
  const renderer = new three.WebGLRenderer({ canvas, antialias: true });
  renderer.shadowMap.enabled = true;
  const scene = new three.Scene();
  const camera = new three.PerspectiveCamera(30, 1, 0.1, 100);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = true;
  controls.dampingFactor = 0.12;
  const sky = new three.HemisphereLight(0xffffff, 0xa79c92, 1.9);
  const sun = createSun();
  const fill = new three.DirectionalLight(0xcfe0ff, 0.5);
  const ground = createGround();
  scene.add(sky, sun, sun.target, fill, ground.object);
  let isStale = true;
  let maxPixelRatio = 2;
  const invalidate = (): void => {
    isStale = true;
  };
  controls.addEventListener('change', invalidate);

  const resize = (): void => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setPixelRatio(Math.min(maxPixelRatio, devicePixelRatio));
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    invalidate();
  };
  const economise = (): void => {
    sun.castShadow = false;
    maxPixelRatio = 1;
    resize();
  };
  new ResizeObserver(resize).observe(canvas);
  if (isDrawnInSoftware(renderer.getContext())) economise();
  else resize();

  return {
    canvas,
    scene,
    camera,
    controls,
    ground,
    invalidate,
    draw() {
      controls.update();
      if (!isStale) return false;
      isStale = false;
      renderer.render(scene, camera);
      return true;
    },
    economise,
    lookAt(bounds, { from, zoom, at }) {
      const low = new three.Vector3().fromArray(bounds);
      const high = new three.Vector3().fromArray(bounds, 3);
      const middle = high
        .clone()
        .sub(low)
        .multiply(new three.Vector3(...at))
        .add(low);
      const direction = new three.Vector3(...from).normalize();
      const radius = 0.5 * low.distanceTo(high);
      camera.up.set(0, 1, 0);
      camera.position.copy(middle).addScaledVector(direction, radius);
      camera.lookAt(middle);
      camera.updateMatrix(); // whatever it looked at before
      const distance = distanceToFit(camera, low, high, direction) / zoom;
      camera.position.copy(middle).addScaledVector(direction, distance);
      camera.near = distance / 200;
      camera.far = 40 * (distance + radius);
      camera.updateProjectionMatrix();
      controls.target.copy(middle);
      controls.minDistance = 0.05 * distance;
      controls.maxDistance = 8 * distance;
      ground.place(bounds, radius);
      aimSun(sun, low.clone().add(high).multiplyScalar(0.5), radius);
      fill.position.set(-1, 0.4, -0.7);
      invalidate();
    },
    setDark(isDark) {
      scene.background = new three.Color(isDark ? DARK_BACKGROUND : LIGHT_BACKGROUND);
      sky.intensity = isDark ? 1.3 : 1.9;
      ground.setDark(isDark);
      invalidate();
    },
  };
}

/** Whether the browser says that it draws without a graphics card, which takes many times as long. Some say nothing. */
function isDrawnInSoftware(context: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const names = context.getExtension('WEBGL_debug_renderer_info');
  return names !== null && /swiftshader|llvmpipe|software/i.test(context.getParameter(names.UNMASKED_RENDERER_WEBGL));
}

/** How far to step back until all corners of the box are in sight, with a margin. */
function distanceToFit(
  camera: three.PerspectiveCamera,
  low: three.Vector3,
  high: three.Vector3,
  direction: three.Vector3,
): number {
  const right = new three.Vector3().setFromMatrixColumn(camera.matrix, 0);
  const up = new three.Vector3().setFromMatrixColumn(camera.matrix, 1);
  const middle = low.clone().add(high).multiplyScalar(0.5);
  const slope = Math.tan((camera.fov * Math.PI) / 360);
  let distance = 1e-6;
  for (let k = 0; k < 8; k++) {
    const corner = new three.Vector3(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z).sub(
      middle,
    );
    const nearer = corner.dot(direction);
    const needs = Math.max(Math.abs(corner.dot(right)) / (slope * camera.aspect), Math.abs(corner.dot(up)) / slope);
    distance = Math.max(distance, nearer + 1.12 * needs);
  }
  return distance;
}

function createSun(): three.DirectionalLight {
  const sun = new three.DirectionalLight(0xfff4e2, 2.1);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 4;
  sun.shadow.bias = -0.0008;
  return sun;
}

function aimSun(sun: three.DirectionalLight, middle: three.Vector3, radius: number): void {
  sun.target.position.copy(middle);
  sun.position
    .set(0.5, 1.5, 0.8)
    .normalize()
    .multiplyScalar(3 * radius)
    .add(middle);
  Object.assign(sun.shadow.camera, {
    left: -1.2 * radius,
    right: 1.2 * radius,
    top: 1.2 * radius,
    bottom: -1.2 * radius,
    near: 0.5 * radius,
    far: 6 * radius,
  });
  sun.shadow.normalBias = 0.012 * radius;
  sun.shadow.camera.updateProjectionMatrix();
}
