import * as three from 'three';
import { clusterColor } from './cluster-colors.ts';
import { createStagedBody, disposeStagedBody, paintStagedBody, poseStagedBody, type StagedBody } from './drawn-body.ts';
import { createHandleLayer, type Handle, listHandles, placeHandles } from './joint-handles.ts';
import { setPoints } from './points.ts';
import type { Frame, Reply, ViewOptions } from './protocol.ts';
import { createSceneImages } from './scene-images.ts';
import type { Stage } from './stage.ts';
import { createVolumeLayer } from './volume-layer.ts';

type Opened = Extract<Reply, { kind: 'opened' }>;
type Picked = Extract<Reply, { kind: 'picked' }>;

const TOUCHING_COLOR = 0xe0122f;
const PICKED_COLOR = 0xffd21f;
/** So few triangles may be too small to be seen. */
const FEW = 60;
const NO_HANDLES: Handle[] = [];

/** What stands on the stage: the bodies of a scene and all that is drawn over them. */
export interface Show {
  /** Handles to pull at; empty while nobody poses. */
  handles: Handle[];
  open(opened: Opened): void;
  apply(frame: Frame, overlay: ViewOptions['overlay']): void;
  /** Both methods side by side: what was moved to answer, and everything. */
  setSplit(isSplit: boolean): void;
  setPosing(isPosing: boolean): void;
  /** Bodies as their file has them, or plain. */
  setPainted(isPainted: boolean): void;
  mark(picked: Picked | null): void;
}

/** `refuseImage`: an image of the scene cannot be decoded by this browser. */
export function createShow(stage: Stage, refuseImage: (image: number) => void): Show {
  const dot = createDot();
  const volumes = createVolumeLayer();
  const allVolumes = createVolumeLayer();
  const handleLayer = createHandleLayer(dot);
  const observers = createDots(dot, 0x10151d, 6);
  const spot = createDots(dot, PICKED_COLOR, 18);
  stage.scene.add(volumes.object, allVolumes.object, handleLayer.object, observers, spot);
  let bodies: StagedBody[] = [];
  let allHandles: Handle[] = [];
  let clusters = new Int32Array(0);
  let step = -1;
  let images = createSceneImages([], stage.invalidate, () => {});
  let isPainted = true;
  let isSplit = false;
  const showSide = (side: 'left' | 'right' | 'only'): void => {
    volumes.object.visible = side !== 'right';
    allVolumes.object.visible = side === 'right';
    for (const { moved, all } of bodies) {
      moved.object.visible = side === 'left';
      all.object.visible = side === 'right';
    }
  };
  showSide('only');

  const show: Show = {
    handles: NO_HANDLES,
    open(opened) {
      bodies.forEach(disposeStagedBody);
      images.dispose();
      images = createSceneImages(opened.images, stage.invalidate, refuseImage);
      bodies = opened.bodies.map((body, k) => createStagedBody(body, opened.poses[k], opened.materials, images));
      for (const staged of bodies) {
        stage.scene.add(staged.object);
        paintStagedBody(staged, isPainted);
      }
      showSide('only');
      allHandles = listHandles(opened.bodies);
      placeHandles(allHandles, opened.bodies, opened.poses);
      clusters = new Int32Array(0);
      volumes.show([]);
      allVolumes.show([]);
      setDots(observers, new Float32Array(0));
      show.mark(null);
      step = -1;
      stage.invalidate();
    },
    apply(frame, overlay) {
      const isFew = frame.touching.reduce((sum, list) => sum + list.length, 0) <= FEW;
      bodies.forEach((staged, k) => {
        poseStagedBody(staged, frame.poses[k]);
        staged.touching.show(frame.touching[k] ?? [], TOUCHING_COLOR);
        staged.touching.setDotted(isFew);
        setGlass(staged.material, overlay === 'table');
      });
      volumes.show(frame.volumes);
      if (isSplit) {
        allVolumes.show(frame.volumes.map(each => ({ ...each, isFresh: each.isFresh.map(() => 1) })));
        bodies.forEach(({ moved, all }, k) => {
          moved.show(frame.moved[k] ?? []);
          if (frame.counters.allVertices > 0) all.showAll();
          else all.show([]);
        });
      }
      if (bodies.length > 0 && !isSame(clusters, frame.clusterOfTriangle)) {
        clusters = frame.clusterOfTriangle.slice();
        bodies[0].clusters.show([...clusters.keys()], triangle => clusterColor(clusters[triangle]));
      }
      setDots(observers, frame.observers);
      placeHandles(
        allHandles,
        bodies.map(({ body }) => body),
        frame.poses,
      );
      handleLayer.show(show.handles);
      if (frame.step !== step) spot.visible = false;
      step = frame.step;
      stage.invalidate();
    },
    setPosing(isPosing) {
      const handles = isPosing ? allHandles : NO_HANDLES;
      if (handles === show.handles) return;
      show.handles = handles;
      handleLayer.show(show.handles);
      stage.invalidate();
    },
    setSplit(wanted) {
      if (wanted === isSplit) return;
      isSplit = wanted;
      showSide('only');
      stage.split(isSplit ? showSide : null);
      stage.invalidate();
    },
    setPainted(wanted) {
      if (wanted === isPainted) return;
      isPainted = wanted;
      for (const staged of bodies) paintStagedBody(staged, isPainted);
      stage.invalidate();
    },
    mark(picked) {
      bodies.forEach(({ picked: layer }, k) => {
        layer.show(picked?.body === k ? [picked.triangle] : [], PICKED_COLOR);
      });
      setDots(spot, Float32Array.from(picked?.point ?? []));
      stage.invalidate();
    },
  };
  return show;
}

/** Balls inside a body are seen through it. */
function setGlass(material: three.MeshStandardMaterial, isGlass: boolean): void {
  if (material.transparent === isGlass) return;
  material.transparent = isGlass;
  material.opacity = isGlass ? 0.16 : 1;
  material.depthWrite = !isGlass;
  material.needsUpdate = true;
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((value, k) => value === b[k]);
}

function createDots(map: three.Texture, color: number, size: number): three.Points {
  const material = new three.PointsMaterial({
    color,
    size,
    map,
    sizeAttenuation: false,
    depthTest: false,
    transparent: true,
  });
  const dots = new three.Points(new three.BufferGeometry(), material);
  dots.frustumCulled = false;
  dots.renderOrder = 11;
  dots.visible = false;
  return dots;
}

function setDots(dots: three.Points, places: Float32Array): void {
  dots.visible = places.length > 0;
  if (dots.visible) setPoints(dots.geometry, places);
}

/** A round dot with a thin light rim, to be seen on any ground. */
function createDot(): three.Texture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.strokeStyle = '#000';
  context.lineWidth = 6;
  context.beginPath();
  context.arc(32, 32, 26, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  const texture = new three.CanvasTexture(canvas);
  texture.colorSpace = three.SRGBColorSpace;
  return texture;
}
