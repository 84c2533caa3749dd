import { AnimationMixer, LoopOnce, type Mesh, type Object3D, Texture, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

// three.js tells how far it has come with a buffer in a data URI, in words only a browser has.
if (!('ProgressEvent' in globalThis)) Object.assign(globalThis, { ProgressEvent: class {} });

/** A file as three.js reads and plays it. */
export interface ThreeScene {
  clips: number;
  /** Calls back with node, primitive, vertex and world position of every vertex at a time of a clip (-1: at rest). */
  visitVertices(clip: number, time: number, visit: Visit): void;
}

type Visit = (node: number, primitive: number, vertex: number, position: Vector3) => void;

export async function readWithThree(bytes: Uint8Array): Promise<ThreeScene> {
  const loader = new GLTFLoader();
  // There are no images in Node, and none are needed.
  loader.register(() => ({ name: 'no textures', loadTexture: () => Promise.resolve(new Texture()) }) as never);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const gltf = await loader.parseAsync(file, '');
  const mixer = new AnimationMixer(gltf.scene);
  const meshes = listMeshes(gltf);
  const point = new Vector3();
  return {
    clips: gltf.animations.length,
    visitVertices(clip, time, visit) {
      mixer.stopAllAction();
      if (clip >= 0) {
        const action = mixer.clipAction(gltf.animations[clip]);
        action.setLoop(LoopOnce, 1);
        action.clampWhenFinished = true;
        action.play();
        action.time = time;
        mixer.update(0);
      }
      gltf.scene.updateMatrixWorld(true);
      for (const { mesh, node, primitive } of meshes) {
        const { count } = mesh.geometry.attributes.position;
        for (let v = 0; v < count; v++) {
          mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld);
          visit(node, primitive, v, point);
        }
      }
    },
  };
}

/** Every mesh of the scene with the node and the primitive of the file it stands for. */
function listMeshes({ scene, parser }: GLTF): { mesh: Mesh; node: number; primitive: number }[] {
  const meshes: { mesh: Mesh; node: number; primitive: number }[] = [];
  scene.traverse((object: Object3D) => {
    if (!(object as Mesh).isMesh) return;
    const own = parser.associations.get(object) as { nodes?: number; primitives?: number };
    const above = parser.associations.get(object.parent!) as { nodes?: number } | undefined;
    const node = own.nodes ?? above?.nodes;
    if (node === undefined) throw new Error(`no node for ${object.name}`);
    meshes.push({ mesh: object as Mesh, node, primitive: own.primitives ?? 0 });
  });
  return meshes;
}
