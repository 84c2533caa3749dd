import * as three from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** A lit stage, a camera that can be turned, and a loop: what every page needs and none is about. */
export function createStage(position, target) {
  const scene = new three.Scene();
  scene.background = new three.Color(0xe9edf2);
  scene.fog = new three.Fog(0xe9edf2, 2.5 * position.length(), 6 * position.length());
  const camera = new three.PerspectiveCamera(35, innerWidth / innerHeight, 0.05, 200);
  camera.position.copy(position);
  const renderer = new three.WebGLRenderer({ antialias: true });
  renderer.shadowMap.enabled = true;
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  document.body.prepend(renderer.domElement);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.target.copy(target);
  light(scene, position.length());

  const resize = () => {
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
  };
  addEventListener('resize', resize);
  resize();
  const pointer = new three.Vector2(9, 9);
  addEventListener('pointermove', event => {
    pointer.set((2 * event.clientX) / innerWidth - 1, 1 - (2 * event.clientY) / innerHeight);
  });
  return {
    scene,
    camera,
    /** Where the pointer is, from -1 to 1; outside at first. */
    pointer,
    /** In a headset, what joints of hands are placed in. */
    space: () => renderer.xr.getReferenceSpace(),
    /** Lets the page be entered with a headset that tracks hands, where there is one. */
    enableHands() {
      renderer.xr.enabled = true;
      const options = { optionalFeatures: ['hand-tracking'] };
      navigator.xr?.isSessionSupported('immersive-vr').then(isSupported => {
        if (!isSupported) return;
        const enter = Object.assign(document.createElement('button'), { textContent: 'Enter with your hands' });
        enter.onclick = async () => renderer.xr.setSession(await navigator.xr.requestSession('immersive-vr', options));
        document.querySelector('nav').append(enter);
      });
    },
    /** Calls `frame` with the seconds since the start (and the XRFrame, if any), then draws; `?t=3.5` in the address stops the clock there. */
    run(frame) {
      const stopped = new URLSearchParams(location.search).get('t');
      renderer.setAnimationLoop((time, xrFrame) => {
        controls.update();
        frame(stopped === null ? time / 1000 : Number(stopped), xrFrame);
        renderer.render(scene, camera);
        document.body.dataset.frames = String(renderer.info.render.frame);
      });
    },
  };
}

function light(scene, size) {
  scene.add(new three.HemisphereLight(0xffffff, 0xb8a898, 1.6));
  const sun = new three.DirectionalLight(0xfff2e0, 2.2);
  sun.position.set(0.6, 1.4, 0.8).multiplyScalar(size);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = 0.003 * size;
  sun.shadow.bias = -0.0005;
  Object.assign(sun.shadow.camera, { left: -size, right: size, top: size, bottom: -size, far: 4 * size });
  const ground = new three.Mesh(new three.CircleGeometry(20 * size, 64), new three.ShadowMaterial({ opacity: 0.22 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  ground.raycast = () => {};
  scene.add(sun, ground);
}

/** Writes a line in the corner of the page. */
export function say(text) {
  document.getElementById('say').textContent = text;
}

/** Lets the page show what it has before something slow begins. */
export function nextFrame() {
  return new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}
