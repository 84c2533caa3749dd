import {
  Color,
  GLSL3,
  Mesh,
  PerspectiveCamera,
  PlaneGeometry,
  RawShaderMaterial,
  Scene,
  type Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { GROUND_FRAGMENT, GROUND_VERTEX } from './shaders.ts';

/** What things are drawn with. Draws when something has changed, and not else. */
export interface Stage {
  canvas: HTMLCanvasElement;
  renderer: WebGLRenderer;
  scene: Scene;
  camera: PerspectiveCamera;
  controls: OrbitControls;
  ground: Mesh<PlaneGeometry, RawShaderMaterial>;
  isStale: boolean;
  /** Called after every picture. */
  onDrawn: () => void;
}

/** Throws where there is no WebGL2. */
export function createStage(canvas: HTMLCanvasElement): Stage {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
  if (!context) throw new Error('This browser shows no 3D here: WebGL2 is missing or switched off.');
  const renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(32, 1, 0.01, 1000);
  const controls = new OrbitControls(camera, canvas);
  const ground = new Mesh(
    new PlaneGeometry(2, 2),
    new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: GROUND_VERTEX,
      fragmentShader: GROUND_FRAGMENT,
      uniforms: { ink: { value: new Color(0.5, 0.53, 0.58) }, cells: { value: 4 } },
      transparent: true,
      depthWrite: false,
      side: 2,
    }),
  );
  ground.rotation.x = -Math.PI / 2;
  scene.add(ground);
  const stage: Stage = { canvas, renderer, scene, camera, controls, ground, isStale: true, onDrawn: () => {} };
  controls.zoomSpeed = 1.5;
  canvas.style.touchAction = 'pan-y'; // one finger turns sideways and scrolls the page up and down
  controls.addEventListener('change', () => {
    stage.isStale = true;
  });
  new ResizeObserver(() => fitStage(stage)).observe(canvas.parentElement!);
  fitStage(stage);
  return stage;
}

function fitStage(stage: Stage): void {
  const { clientWidth, clientHeight } = stage.canvas.parentElement!;
  if (clientWidth === 0 || clientHeight === 0) return;
  stage.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  stage.renderer.setSize(clientWidth, clientHeight, false);
  stage.camera.aspect = clientWidth / clientHeight;
  stage.camera.updateProjectionMatrix();
  stage.isStale = true;
}

export function drawStage(stage: Stage): void {
  if (!stage.isStale) return;
  stage.isStale = false;
  stage.renderer.render(stage.scene, stage.camera);
  stage.onDrawn();
}

/** Looks at a place from a direction, so that a ball of that radius around it fills the picture. */
export function lookAt({ camera, controls }: Stage, place: Vector3, from: Vector3, radius: number): void {
  const narrow = Math.min(1, camera.aspect);
  const away = radius / (Math.sin((camera.fov * Math.PI) / 360) * narrow);
  camera.position.copy(place).addScaledVector(from.clone().normalize(), away);
  camera.near = away / 100;
  camera.far = away * 100;
  camera.updateProjectionMatrix();
  controls.target.copy(place);
  controls.minDistance = away / 50;
  controls.maxDistance = away * 20;
  controls.update();
}

/** Moves the camera along with what it looks at. */
export function followBy({ camera, controls }: Stage, step: Vector3): void {
  camera.position.add(step);
  controls.target.add(step);
  controls.update();
}

/** Lays the ground under a figure. */
export function layGround({ ground }: Stage, low: readonly number[], high: readonly number[], height: number): void {
  const extent = 2.2 * Math.max(height, high[0] - low[0], high[2] - low[2]);
  ground.position.set((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2);
  ground.scale.setScalar(extent);
  ground.material.uniforms.cells.value = extent / roundSize(height / 4);
}

/** 1, 2 or 5 times a power of ten, not below. */
function roundSize(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size || 1));
  return power * [1, 2, 5, 10].find(step => power * step >= size)!;
}
