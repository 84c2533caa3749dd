import { createRoot, extend, useFrame } from '@react-three/fiber';
import { findNearestPoint } from 'poseclash';
import { PoseBvh, SkinDecal, useContact, useTouches } from 'poseclash/react';
import { accelerateAsync } from 'poseclash/three';
import { Component, createElement as h, StrictMode, useEffect, useRef } from 'react';
import * as three from 'three';

/** A pipe along y on two bones, 2 long and 0.4 thick. */
function createPipe(geometry = createGeometry()) {
  const mesh = new three.SkinnedMesh(geometry, new three.MeshBasicMaterial());
  const bones = [new three.Bone(), new three.Bone()];
  bones[0].add(bones[1]);
  mesh.add(bones[0]);
  mesh.bind(new three.Skeleton(bones), new three.Matrix4());
  return mesh;
}

function createGeometry() {
  const geometry = new three.CylinderGeometry(0.2, 0.2, 2, 12, 16);
  const { position } = geometry.attributes;
  const uppers = Array.from({ length: position.count }, (_, v) => (position.getY(v) > 0 ? 1 : 0));
  geometry.setAttribute(
    'skinIndex',
    new three.Uint16BufferAttribute(
      uppers.flatMap(upper => [upper, 0, 0, 0]),
      4,
    ),
  );
  geometry.setAttribute(
    'skinWeight',
    new three.Float32BufferAttribute(
      uppers.flatMap(() => [1, 0, 0, 0]),
      4,
    ),
  );
  return geometry;
}

extend(three);

const OURS = ['raycast', 'computeBoundingBox', 'computeBoundingSphere', 'intersectsFrustum', 'clone', 'boundsTree'];
const ownOf = mesh => OURS.filter(name => Object.hasOwn(mesh, name));

/** Waits until something is so, looking in each frame. */
async function until(isSo) {
  while (!isSo()) await new Promise(requestAnimationFrame);
}

async function frames(count) {
  for (let k = 0; k < count; k++) await new Promise(requestAnimationFrame);
}

async function createStage() {
  const root = createRoot(document.body.appendChild(document.createElement('canvas')));
  await root.configure({ size: { width: 60, height: 40, top: 0, left: 0 } });
  let store = null;
  const render = element => {
    store = root.render(h(StrictMode, null, element));
    return store;
  };
  return { render, state: () => store.getState() };
}

/** What is done to meshes below a `PoseBvh`, and undone. */
export async function watchMeshes() {
  const stage = await createStage();
  const [early, late, own, plain, hasty] = [
    createPipe(),
    createPipe(),
    createPipe(),
    new three.Mesh(new three.BoxGeometry()),
    createPipe(),
  ];
  own.raycast = () => {};
  const bones = new three.Group().add(own);
  const show = (props, ...meshes) =>
    stage.render(
      h(PoseBvh, props, h('group', null, ...meshes.map(mesh => h('primitive', { key: mesh.uuid, object: mesh })))),
    );
  const said = {};
  show({ firstHitOnly: true }, early, plain, bones);
  await until(() => Object.hasOwn(early, 'boundsTree'));
  said.early = ownOf(early);
  said.firstHitOnly = stage.state().raycaster.firstHitOnly;
  said.leftAlone = [ownOf(own), ownOf(plain)];
  const raycaster = new three.Raycaster(new three.Vector3(0.5, 5, 0), new three.Vector3(0, -1, 0));
  early.skeleton.bones[1].rotation.z = -Math.PI / 2;
  said.bone = raycaster.intersectObject(early)[0]?.boneIndex;
  show({ firstHitOnly: true }, early, plain, bones, late);
  await until(() => Object.hasOwn(late, 'boundsTree'));
  said.late = ownOf(late);
  show({ enabled: false, firstHitOnly: true }, early, plain, bones, late);
  await until(() => ownOf(early).length === 0);
  said.disabled = [ownOf(late), stage.state().raycaster.firstHitOnly];
  show({}, early, plain, bones, late);
  await until(() => Object.hasOwn(early, 'boundsTree'));
  stage.render(null);
  await until(() => ownOf(early).length === 0);
  said.unmounted = [ownOf(late), early.raycast === three.SkinnedMesh.prototype.raycast];
  show({}, hasty);
  await frames(2);
  stage.render(null); // before its tree is there, most likely
  await accelerateAsync(createPipe(hasty.geometry)); // ends when the build of the same geometry does
  await frames(2);
  said.hasty = ownOf(hasty);
  return said;
}

/** Which contacts begin and end, and what a component is told. */
export async function meet() {
  const stage = await createStage();
  const [one, other] = [createPipe(), createPipe()];
  other.position.set(0.8, 0.1, 0);
  const said = { events: [], touching: [] };
  const Pair = () => {
    const [a, b] = [useRef(null), useRef(null)];
    const isTouching = useTouches(a, b);
    useEffect(() => {
      if (said.touching.at(-1) !== isTouching) said.touching.push(isTouching);
    }, [isTouching]);
    useContact([a, b], {
      onBegin: contact => said.events.push(['begin', contact.a === one, contact.b === other]),
      onEnd: contact => said.events.push(['end', contact.a === one, contact.b === other]),
    });
    return h('group', null, h('primitive', { ref: a, object: one }), h('primitive', { ref: b, object: other }));
  };
  stage.render(h(Pair));
  await until(() => Object.hasOwn(one, 'boundsTree') && Object.hasOwn(other, 'boundsTree'));
  await frames(4);
  said.before = said.events.length;
  one.skeleton.bones[1].rotation.z = -Math.PI / 2; // reaches over
  await until(() => said.events.length > 0 && said.touching.at(-1));
  await frames(3);
  one.skeleton.bones[1].rotation.z = 0;
  await until(() => said.events.length > 1 && !said.touching.at(-1));
  stage.render(null);
  return said;
}

/** A decal on the skin, below a group that stands elsewhere: how far its corners are from the skin, in two poses. */
export async function paint() {
  const stage = await createStage();
  const pipe = createPipe();
  pipe.position.x = 1;
  await accelerateAsync(pipe);
  const raycaster = new three.Raycaster(new three.Vector3(1, 0.5, 5), new three.Vector3(0, 0, -1));
  const [hit] = raycaster.intersectObject(pipe);
  const group = new three.Group();
  let drawn = 0;
  const Count = () => void useFrame(() => void drawn++) ?? null;
  stage.render(
    h(
      'group',
      null,
      h('primitive', { object: pipe }),
      h(
        'primitive',
        { object: group, position: [3, 1, 2], rotation: [0.4, 1, 0], scale: [2, 1, 3] },
        h(SkinDecal, { hit, size: [0.2, 0.1] }, h('meshBasicMaterial', { color: 'red' })),
      ),
      h(Count),
    ),
  );
  await until(() => group.children.length === 1 && group.children[0].material.color.g === 0);
  const [decal] = group.children;
  const measure = async () => {
    const before = drawn;
    await until(() => drawn > before + 2);
    const { position } = decal.geometry.attributes;
    const at = new three.Vector3();
    let farthest = 0;
    const box = new three.Box3();
    for (let v = 0; v < position.count; v++) {
      decal.localToWorld(at.fromBufferAttribute(position, v));
      box.expandByPoint(at);
      farthest = Math.max(farthest, findNearestPoint(pipe.boundsTree, at.toArray()).distance);
    }
    return {
      farthest,
      size: box.getSize(new three.Vector3()).toArray(),
      middle: box.getCenter(new three.Vector3()).toArray(),
    };
  };
  const said = {
    count: decal.geometry.index.count,
    first: await measure(),
    hits: new three.Raycaster(new three.Vector3(1, 0.5, 5), new three.Vector3(0, 0, -1)).intersectObject(decal).length,
  };
  pipe.skeleton.bones[1].rotation.z = -Math.PI / 2;
  said.second = await measure();
  stage.render(null);
  await until(() => group.children.length === 0 || group.parent === null);
  return said;
}

class Boundary extends Component {
  state = { message: null };
  static getDerivedStateFromError({ message }) {
    return { message };
  }
  render() {
    this.props.onMessage(this.state.message);
    return this.state.message === null ? this.props.children : null;
  }
}

/** What becomes of an error: it reaches the boundary, and the canvas draws on. */
export async function refuse() {
  const stage = await createStage();
  const [a, b] = [
    { current: createPipe() },
    { current: new three.InstancedMesh(new three.BoxGeometry(), undefined, 2) },
  ];
  b.current.morphTexture = new three.DataTexture();
  let message = null;
  const Asking = () => void useTouches(a, b) ?? null;
  stage.render(h(Boundary, { onMessage: said => (message ??= said) }, h(Asking)));
  await until(() => message !== null);
  await frames(3);
  return message;
}
