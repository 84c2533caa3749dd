import type { Panel } from './controls.ts';
import { rowOf, sectionOf } from './list.ts';
import * as view from './viewer.ts';

export function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = 'message';
  element.textContent = text;
  return element;
}

/** Shows one asset's section with the panel in it. */
export function showSection(panel: Panel, asset: number): void {
  for (const section of document.querySelectorAll<HTMLElement>('section.asset')) {
    const isOne = Number(section.dataset.asset) === asset;
    section.hidden = !isOne;
    const place = isOne ? section.querySelector<HTMLElement>('.viewer') : null;
    if (!place) continue;
    place.hidden = false;
    place.append(panel.root);
  }
}

/** Brings the text and marks of the page to what is shown. */
export function tell(viewer: view.Viewer): void {
  const { panel } = viewer;
  const asset = view.assetOf(viewer);
  const clip = asset.clips[viewer.clip];
  const finding = view.findingOf(viewer);
  const section = sectionOf(viewer);
  panel.root.classList.toggle('empty', !view.isShown(viewer));
  panel.play.textContent = viewer.isPlaying ? '❚❚' : '▶';
  panel.frame.textContent = viewer.isWhole ? 'Close-up' : 'Whole figure';
  panel.heat.textContent = viewer.paintsAll ? 'This issue' : 'All issues';
  panel.heat.hidden = finding === null;
  panel.looks.textContent = viewer.showsLooks ? 'Clay' : 'Materials';
  panel.looks.hidden = !view.hasLooks(viewer);
  panel.caption.replaceChildren(...captionOf(viewer));
  if (viewer.clip >= 0) panel.clips.value = String(viewer.clip);
  for (const figure of section.querySelectorAll<HTMLElement>('.timeline')) {
    figure.hidden = Number(figure.dataset.clip) !== viewer.clip;
  }
  for (const element of section.querySelectorAll('.chosen')) element.classList.remove('chosen');
  for (const element of section.querySelectorAll(`[data-finding="${viewer.finding}"]`)) element.classList.add('chosen');
  const row = finding ? rowOf(viewer, finding.issue) : null;
  for (const other of section.querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
  row?.classList.add('chosen');
  row?.setAttribute('aria-current', 'true');
  tellTime(viewer);
  if (!clip) panel.time.textContent = '';
}

function captionOf(viewer: view.Viewer): Node[] {
  const finding = view.findingOf(viewer);
  if (!view.isShown(viewer)) {
    const { scene, clips } = view.assetOf(viewer);
    const hasMotion = clips.some(({ motion }) => motion >= 0);
    const why = !scene
      ? 'The geometry was left out of this report.'
      : hasMotion
        ? 'The motion of this clip was left out.'
        : 'Nothing was found, so there is nothing to show.';
    return [document.createTextNode(why)];
  }
  const title = document.createElement('b');
  title.textContent = finding ? finding.title : view.assetOf(viewer).clips[viewer.clip].name;
  const depth = document.createElement('span');
  depth.className = 'soft';
  depth.textContent = finding ? `${finding.depth} deep at ${finding.worst.toFixed(3)} s` : 'all issues of the clip';
  return [title, depth];
}

export function tellTime(viewer: view.Viewer): void {
  const clip = view.assetOf(viewer).clips[viewer.clip];
  if (!clip) return;
  viewer.panel.time.textContent = `${viewer.time.toFixed(3)} / ${clip.end.toFixed(3)} s`;
  const share = clip.end > clip.start ? (viewer.time - clip.start) / (clip.end - clip.start) : 0;
  const timeline = document.querySelector<HTMLElement>(
    `section:not([hidden]) .timeline[data-clip="${viewer.clip}"] .lanes`,
  );
  timeline?.style.setProperty('--share', String(share));
}
