import * as three from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { say } from './stage.js';

/** Takes in .glb files dropped on the page, scaled to the size of a man at most, and plays their first clip. */
export function onDrop(scene, use) {
  addEventListener('dragover', event => event.preventDefault());
  addEventListener('drop', async event => {
    event.preventDefault();
    for (const file of event.dataTransfer.files) {
      try {
        add(await new GLTFLoader().parseAsync(await file.arrayBuffer(), ''), file.name, scene, use);
      } catch (error) {
        say(`${file.name}: ${error.message}`);
      }
    }
  });
}

function add(gltf, name, scene, use) {
  const box = new three.Box3().setFromObject(gltf.scene, true);
  const factor = 1.8 / Math.max(...box.getSize(new three.Vector3()));
  gltf.scene.scale.multiplyScalar(factor);
  gltf.scene.position.set(0, -factor * box.min.y, 2.8);
  scene.add(gltf.scene);
  const mixer = new three.AnimationMixer(gltf.scene);
  if (gltf.animations.length > 0) mixer.clipAction(gltf.animations[0]).play();
  gltf.scene.traverse(object => {
    if (!object.isMesh) return;
    object.name ||= name;
    object.castShadow = true;
    object.userData.mixer = mixer;
    use(object);
  });
}
