import { useFrame, useThree } from '@react-three/fiber';
import { createElement, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type * as three from 'three';
import { accelerateAsync } from '../three/index.ts';
import { isToBeAccelerated, type Kept, keepOwn, restore } from './bending-meshes.ts';

export interface PoseBvhProps {
  children?: ReactNode;
  /** False: all is as if it were not there. True by default. */
  enabled?: boolean;
  /** Lets rays of this canvas report the nearest hit of each object only. False by default. */
  firstHitOnly?: boolean;
}

/**
 * Makes pointer events and rays fast and right on all skinned and morphing meshes below, and on those that draw many (`InstancedMesh`, `BatchedMesh`), those that are added later included: what
 * `<Bvh>` of drei does for meshes that do not bend, and leaves alone for those that do. Trees are built in a worker; until one is there, three.js
 * answers. Meshes with a `raycast` or a tree of their own are left alone. What was done to meshes is undone when it is unmounted.
 * @example
 * {@includeCode ../../examples/api/react.ts#pose-bvh}
 */
export function PoseBvh({ children, enabled = true, firstHitOnly = false }: PoseBvhProps): ReactElement {
  const group = useRef<three.Group>(null);
  const watch = useRef<Watch | null>(null);
  const raycaster = useThree(state => state.raycaster);
  useEffect(() => {
    if (!enabled) return;
    const started = startWatching(group.current!);
    watch.current = started;
    return () => {
      watch.current = null;
      stopWatching(started);
    };
  }, [enabled]);
  useEffect(() => {
    if (!enabled || !firstHitOnly) return;
    const before = raycaster.firstHitOnly;
    raycaster.firstHitOnly = true;
    return () => {
      raycaster.firstHitOnly = before;
    };
  }, [enabled, firstHitOnly, raycaster]);
  // A mesh that is added has its geometry only when all of its element is there: it is looked at in the next frame.
  useFrame(() => {
    if (watch.current !== null && watch.current.added.size > 0) takeAdded(watch.current);
  });
  return createElement('group', { ref: group }, children);
}

/** What one mount has done, and has to undo. */
interface Watch {
  isOver: boolean;
  /** The meshes it has accelerated, and what they were before. */
  meshes: Map<three.Mesh, Kept>;
  added: Set<three.Object3D>;
  objects: Set<three.Object3D>;
  onAdded: (event: { child: three.Object3D }) => void;
}

function startWatching(root: three.Object3D): Watch {
  const added = new Set<three.Object3D>();
  const onAdded = ({ child }: { child: three.Object3D }): void => void added.add(child);
  const watch = {
    isOver: false,
    meshes: new Map<three.Mesh, Kept>(),
    added,
    objects: new Set<three.Object3D>(),
    onAdded,
  };
  takeIn(watch, root);
  return watch;
}

function takeAdded(watch: Watch): void {
  const added = [...watch.added];
  watch.added.clear();
  for (const object of added) takeIn(watch, object);
}

function takeIn(watch: Watch, root: three.Object3D): void {
  root.traverse(object => {
    if (!watch.objects.has(object)) {
      watch.objects.add(object);
      object.addEventListener('childadded', watch.onAdded);
    }
    if (isToBeAccelerated(object)) accelerateWatched(watch, object);
  });
}

/** Which mount has accelerated a mesh, and has to undo that: the last that wanted to. */
const OWNER = Symbol('PoseBvh');

type Owned = three.Mesh & { [OWNER]?: Watch };

/**
 * Whoever is unmounted before the tree is there gives the mesh back when it is; unless another has taken it over meanwhile, as in
 * StrictMode, which mounts twice.
 */
function accelerateWatched(watch: Watch, mesh: Owned): void {
  if (mesh[OWNER] === watch) return;
  mesh[OWNER] = watch;
  watch.meshes.set(mesh, keepOwn(mesh));
  accelerateAsync(mesh).then(
    () => {
      if (watch.isOver) giveBack(watch, mesh);
    },
    (error: Error) => {
      if (mesh[OWNER] !== watch) return;
      delete mesh[OWNER];
      if (!watch.isOver && error.name !== 'AbortError') console.warn(`PoseBvh: three.js answers on. ${error.message}`);
    },
  );
}

function giveBack(watch: Watch, mesh: Owned): void {
  if (mesh[OWNER] !== watch) return;
  delete mesh[OWNER];
  restore(mesh, watch.meshes.get(mesh)!);
}

function stopWatching(watch: Watch): void {
  watch.isOver = true;
  for (const object of watch.objects) object.removeEventListener('childadded', watch.onAdded);
  for (const mesh of watch.meshes.keys()) if (Object.hasOwn(mesh, 'raycast')) giveBack(watch, mesh);
}
