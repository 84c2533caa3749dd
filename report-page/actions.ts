import { formatLink } from '../cli/reports/deep-link.ts';
import { listShown, reveal, rowOf } from './list.ts';
import { tell } from './tell.ts';
import * as view from './viewer.ts';

/* What clicks and keys do. Each leaves address and texts as what is shown. */

/** Shows a finding, and its row. */
export function choose(viewer: view.Viewer, finding: number): void {
  viewer.isPlaying = false;
  view.showFinding(viewer, finding);
  remember(viewer);
  reveal(viewer);
}

export function seekTo(viewer: view.Viewer, time: number): void {
  if (viewer.clip < 0) return;
  view.seek(viewer, time);
  remember(viewer);
}

/** Puts what is shown into the address, without a step in the history for each. */
export function remember(viewer: view.Viewer): void {
  const asset = view.assetOf(viewer);
  const finding = view.findingOf(viewer)?.id;
  const clip = asset.clips[viewer.clip]?.name;
  history.replaceState(null, '', formatLink({ asset: asset.name, clip, time: viewer.time, finding }));
  tell(viewer);
}

export function togglePlay(viewer: view.Viewer): void {
  if (!view.isShown(viewer)) return;
  viewer.isPlaying = !viewer.isPlaying;
  const [from, to] = view.playedSpan(viewer);
  if (viewer.isPlaying && (viewer.time < from || viewer.time > to)) view.seek(viewer, from);
  if (viewer.isPlaying) tell(viewer);
  else remember(viewer);
}

/** To the issue above or below, of those that are not filtered away; at its worst moment. */
export function moveToIssue(viewer: view.Viewer, step: number): void {
  const { issues } = view.assetOf(viewer);
  const shown = listShown(viewer);
  if (shown.length === 0) return;
  const at = shown.indexOf(view.findingOf(viewer)?.issue ?? -1);
  const to = at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + step));
  choose(viewer, issues[shown[to]].worst);
}

/** To the interval before or after, of the same issue. */
export function moveToInterval(viewer: view.Viewer, step: number): void {
  const issue = view.findingOf(viewer)?.issue ?? -1;
  if (issue < 0) {
    moveToIssue(viewer, step);
    return;
  }
  const { findings } = view.assetOf(viewer).issues[issue];
  const at = findings.indexOf(viewer.finding);
  choose(viewer, findings[Math.min(findings.length - 1, Math.max(0, at + step))]);
}

/** Opens or folds the row of the chosen issue. */
export function toggleRow(viewer: view.Viewer): void {
  const row = rowOf(viewer, view.findingOf(viewer)?.issue ?? -1);
  if (!row) return;
  row.open = !row.open;
  reveal(viewer);
}

export function toggleWhole(viewer: view.Viewer): void {
  viewer.isWhole = !viewer.isWhole;
  view.frame(viewer);
  tell(viewer);
}

export function toggleLooks(viewer: view.Viewer): void {
  view.toggleLooks(viewer);
  tell(viewer);
}

export function togglePaint(viewer: view.Viewer): void {
  viewer.paintsAll = !viewer.paintsAll;
  view.paint(viewer);
  tell(viewer);
}
