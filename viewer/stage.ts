import * as three from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Camera } from './address.ts';
import { createContactShadow } from './contact-shadow.ts';
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
  /** Draws two pictures side by side; called before each of them. null: one. */
  split(prepare: ((side: 'left' | 'right') => void) | null): void;
  /** How wide a picture is: half of the canvas if there are two. */
  pictureWidth(): number;
  /** Asks for a picture at the next chance; many requests make one. */
  invalidate(): void;
  /** Draws if asked to since. True if it drew. */
  draw(): boolean;
  /** Leaves out what costs most and says least. */
  economise(): void;
  /** Called when a visitor has turned the view and let go of it. */
  onTurned: ((camera: Camera) => void) | null;
  /** Looks from a place at another, from however near the box allows. */
  setCamera(camera: Camera): void;
  /** Looks at a box, all of it in sight unless the view comes closer. */
  lookAt(bounds: Bounds, view: View): void;
  setDark(isDark: boolean): void;
}

const LIGHT_BACKGROUND = 0xeceff4;
const DARK_BACKGROUND = 0x171a20;

/** `isInSoftware`: without a graphics card edges are not smoothed, which takes four times as long to shade. */
export function createStage(canvas: HTMLCanvasElement, isInSoftware: boolean): Stage {
  const renderer = new three.WebGLRenderer({ canvas, antialias: !isInSoftware });
  renderer.shadowMap.enabled = true;
  const scene = new three.Scene();
  const camera = new three.PerspectiveCamera(30, 1, 0.1, 100);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = true;
  controls.dampingFactor = 0.12;
  const studio = new three.AmbientLight(0xffffff);
  const sun = createSun();
  const ground = createGround();
  const contactShadow = createContactShadow();
  scene.add(studio, sun, sun.target, ground.object, contactShadow.object);
  let isStale = true;
  let maxPixelRatio = 2;
  let prepareSide: ((side: 'left' | 'right') => void) | null = null;
  const invalidate = (): void => {
    isStale = true;
  };
  controls.addEventListener('change', invalidate);
  // It swings on for a moment after it was let go.
  let turning: 'no' | 'held' | 'swinging' = 'no';
  controls.addEventListener('start', () => {
    turning = 'held';
  });
  controls.addEventListener('end', () => {
    turning = 'swinging';
  });

  const resize = (): void => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setPixelRatio(Math.min(maxPixelRatio, devicePixelRatio));
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / (prepareSide ? 2 : 1) / clientHeight;
    camera.updateProjectionMatrix();
    invalidate();
  };
  const economise = (): void => {
    sun.castShadow = contactShadow.object.visible = false;
    maxPixelRatio = 1;
    resize();
  };
  new ResizeObserver(resize).observe(canvas);
  if (isInSoftware) economise();
  else resize();

  const stage: Stage = {
    onTurned: null,
    canvas,
    scene,
    camera,
    controls,
    ground,
    invalidate,
    draw() {
      const isMoving = controls.update();
      if (turning === 'swinging' && !isMoving) {
        turning = 'no';
        stage.onTurned?.({ eye: roundPoint(camera.position), at: roundPoint(controls.target) });
      }
      if (!isStale) return false;
      isStale = false;
      if (contactShadow.object.visible) contactShadow.draw(renderer, scene);
      if (prepareSide === null) renderer.render(scene, camera);
      else drawBoth(renderer, scene, camera, prepareSide);
      return true;
    },
    split(prepare) {
      prepareSide = prepare;
      renderer.setScissorTest(prepare !== null);
      resize();
      if (prepare === null) renderer.setViewport(0, 0, canvas.clientWidth, canvas.clientHeight);
    },
    pictureWidth: () => canvas.clientWidth / (prepareSide ? 2 : 1),
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
      contactShadow.place(bounds, radius);
      aimSun(sun, low.clone().add(high).multiplyScalar(0.5), radius);
      invalidate();
    },
    setCamera({ eye, at }) {
      camera.position.fromArray(eye);
      controls.target.fromArray(at);
      invalidate();
    },
    setDark(isDark) {
      scene.background = new three.Color(isDark ? DARK_BACKGROUND : LIGHT_BACKGROUND);
      studio.intensity = isDark ? 1.1 : 1.5;
      ground.setDark(isDark);
      contactShadow.setDark(isDark);
      invalidate();
    },
  };
  return stage;
}

function drawBoth(
  renderer: three.WebGLRenderer,
  scene: three.Scene,
  camera: three.Camera,
  prepare: (side: 'left' | 'right') => void,
): void {
  const { x: width, y: height } = renderer.getSize(new three.Vector2());
  for (const side of ['left', 'right'] as const) {
    prepare(side);
    const x = side === 'left' ? 0 : width / 2;
    renderer.setViewport(x, 0, width / 2, height);
    renderer.setScissor(x, 0, width / 2, height);
    renderer.render(scene, camera);
  }
}

/** Five digits: what an address can bear, and nobody sees more. */
function roundPoint(point: three.Vector3): Camera['eye'] {
  return point.toArray().map(x => Number(x.toPrecision(5))) as Camera['eye'];
}

/** Whether the browser says that it draws without a graphics card, which takes many times as long. Some say nothing. */
export function isDrawnInSoftware(context: WebGL2RenderingContext): boolean {
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
