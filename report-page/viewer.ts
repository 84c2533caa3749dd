import { Vector3 } from 'three';
import type { PageAsset, PageData, PageFinding } from '../cli/reports/page-data.ts';
import { fillLegend, type Panel } from './controls.ts';
import { boundModel, createModel, disposeModel, dressModel, type Model, paintModel, poseModel } from './model.ts';
import { drawStage, followBy, layGround, lookAt, type Stage } from './stage.ts';

/** Seconds shown before and after a finding when it is played. */
const MARGIN = 1 / 3;
/** A finding's mark is shown while its worst moment is this near, in seconds. */
const NEAR = 0.02;

/** What is shown, and how. */
export interface Viewer {
  data: PageData;
  panel: Panel;
  /** Null: the browser cannot draw. */
  stage: Stage | null;
  model: Model | null;
  asset: number;
  clip: number;
  /** -1: none is chosen. */
  finding: number;
  time: number;
  isPlaying: boolean;
  isWhole: boolean;
  paintsAll: boolean;
  /** Whether bodies look as the file has them, or are of clay. */
  showsLooks: boolean;
  middle: Vector3;
}

export function assetOf({ data, asset }: Viewer): PageAsset {
  return data.assets[asset];
}

export function findingOf(viewer: Viewer): PageFinding | null {
  return assetOf(viewer).findings[viewer.finding] ?? null;
}

/** Whether the geometry and the motion of the clip are at hand. */
export function isShown(viewer: Viewer): boolean {
  return viewer.model !== null && (assetOf(viewer).clips[viewer.clip]?.motion ?? -1) >= 0;
}

export function showAsset(viewer: Viewer, number: number): void {
  if (viewer.model) disposeModel(viewer.model);
  viewer.model = null;
  viewer.asset = number;
  viewer.clip = -1;
  viewer.finding = -1;
  const { scene } = assetOf(viewer);
  const { stage } = viewer;
  if (!stage || !scene || scene.motions.length === 0) return;
  viewer.model = createModel(scene, viewer.data, () => {
    stage.isStale = true;
  });
  dressModel(viewer.model, viewer.showsLooks);
  stage.scene.add(viewer.model.group);
}

export function showClip(viewer: Viewer, clip: number): void {
  if (viewer.clip === clip) return;
  viewer.clip = clip;
  viewer.finding = -1;
  viewer.time = assetOf(viewer).clips[clip].start;
  if (!isShown(viewer)) return;
  pose(viewer);
  const { low, high } = boundModel(viewer.model!);
  layGround(viewer.stage!, low, high, assetOf(viewer).height);
}

/** Chooses a finding and shows its worst moment, from where it can be seen. */
export function showFinding(viewer: Viewer, finding: number): void {
  const { clip, worst } = assetOf(viewer).findings[finding];
  showClip(viewer, clip);
  viewer.finding = finding;
  viewer.time = worst;
  if (!isShown(viewer)) return;
  pose(viewer);
  paint(viewer);
  frame(viewer);
}

export function seek(viewer: Viewer, time: number): void {
  const { start, end } = assetOf(viewer).clips[viewer.clip];
  viewer.time = Math.min(end, Math.max(start, time));
  if (!isShown(viewer)) return;
  const before = viewer.middle.clone();
  pose(viewer);
  followBy(viewer.stage!, viewer.middle.clone().sub(before));
}

/** The times that are played, round and round: the chosen finding with some frames on each side, or the clip. */
export function playedSpan(viewer: Viewer): [from: number, to: number] {
  const { start, end } = assetOf(viewer).clips[viewer.clip];
  const finding = findingOf(viewer);
  // One that goes over the seam of a clip is seen only if all of it is played.
  if (!finding || finding.end > end) return [start, end];
  return [Math.max(start, finding.start - MARGIN), Math.min(end, finding.end + MARGIN)];
}

/** Shows bodies as the file has them, or of clay. */
export function toggleLooks(viewer: Viewer): void {
  viewer.showsLooks = !viewer.showsLooks;
  if (viewer.model) dressModel(viewer.model, viewer.showsLooks);
  redraw(viewer);
}

/** Whether there is more to show than clay. */
export function hasLooks(viewer: Viewer): boolean {
  return isShown(viewer) && (assetOf(viewer).scene?.materials.length ?? 0) > 0;
}

/** Paints the chosen finding, or all of the clip; the colours go up to the deepest of what is painted. */
export function paint(viewer: Viewer): void {
  const { findings, unit, height } = assetOf(viewer);
  const all = findings.flatMap(({ clip, issue }, k) => (clip === viewer.clip && issue >= 0 ? [k] : []));
  const isOne = viewer.finding >= 0 && !viewer.paintsAll;
  if (isShown(viewer)) {
    const most = paintModel(viewer.model!, isOne ? [viewer.finding] : all);
    fillLegend(viewer.panel.legend, viewer.data.stops, most, unit, height);
  }
  redraw(viewer);
}

/** Looks at the chosen finding from outside, or at the whole figure. */
export function frame(viewer: Viewer): void {
  if (!isShown(viewer)) return;
  const { low, high } = boundModel(viewer.model!);
  const size = Math.max(...high.map((x, axis) => x - low[axis]));
  const whole = new Vector3(...low.map((x, axis) => (x + high[axis]) / 2));
  const finding = findingOf(viewer);
  const point = finding ? new Vector3(...finding.point) : whole;
  const outward = point.clone().sub(whole).setY(0);
  const from = new Vector3(0.25, 0, 0.75);
  if (finding && outward.length() > 0.02 * size) from.add(outward.normalize());
  from.normalize().setY(0.22);
  if (finding?.from) from.set(...finding.from);
  const isClose = finding !== null && !viewer.isWhole;
  const place = isClose ? point.clone().lerp(whole, 0.15) : whole;
  const diagonal = Math.hypot(...high.map((x, axis) => x - low[axis]));
  lookAt(viewer.stage!, place, from, isClose ? 0.34 * size : 0.56 * diagonal);
}

function pose(viewer: Viewer): void {
  poseModel(viewer.model!, assetOf(viewer).clips[viewer.clip].motion, viewer.time);
  const { low, high } = boundModel(viewer.model!);
  viewer.middle.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
  redraw(viewer);
}

function redraw({ stage }: Viewer): void {
  if (stage) stage.isStale = true;
}

/** Draws what has changed, and puts the mark where the chosen finding is. */
export function draw(viewer: Viewer): void {
  const { stage, panel } = viewer;
  if (!stage?.isStale) return;
  drawStage(stage);
  const finding = findingOf(viewer);
  const isNear = finding !== null && isShown(viewer) && Math.abs(viewer.time - finding.worst) < NEAR;
  panel.ring.hidden = !isNear;
  if (!isNear) return;
  const at = new Vector3(...finding.point).project(stage.camera);
  const { clientWidth, clientHeight } = stage.canvas;
  panel.ring.style.transform = `translate(${((at.x + 1) / 2) * clientWidth}px, ${((1 - at.y) / 2) * clientHeight}px)`;
}
