import { fits, hasChanged, order } from './filter.ts';
import { readFilter, readSort, type Toolbar } from './toolbar.ts';
import * as view from './viewer.ts';

export function sectionOf({ asset }: { asset: number }): HTMLElement {
  return document.querySelector<HTMLElement>(`section.asset[data-asset="${asset}"]`)!;
}

export function rowOf(viewer: view.Viewer, issue: number): HTMLDetailsElement | null {
  return sectionOf(viewer).querySelector<HTMLDetailsElement>(`.issue[data-issue="${issue}"]`);
}

/** Sorts the rows of each list, and hides those that do not fit; lists in which something was found are opened. */
export function arrange(viewer: view.Viewer, toolbar: Toolbar): void {
  const asset = view.assetOf(viewer);
  const section = sectionOf(viewer);
  const filter = readFilter(toolbar);
  const isAsked = filter.changed || [filter.text, filter.list, filter.clip, filter.part].some(value => value !== '');
  const rows = new Map<number, HTMLElement>();
  for (const row of section.querySelectorAll<HTMLElement>('.issue')) rows.set(Number(row.dataset.issue), row);
  let found = 0;
  for (const issue of order(asset, readSort(toolbar))) {
    const row = rows.get(issue)!;
    const isIn = fits(asset, asset.issues[issue], filter);
    found += Number(isIn);
    row.hidden = !isIn;
    row.parentElement!.append(row);
  }
  for (const list of section.querySelectorAll<HTMLDetailsElement>('.list')) {
    list.hidden = list.querySelector('.issue:not([hidden])') === null;
    if (isAsked && !list.hidden) list.open = true;
  }
  for (const lane of section.querySelectorAll<HTMLElement>('[data-lane]')) {
    lane.hidden = !fits(asset, asset.issues[Number(lane.dataset.lane)], filter);
  }
  showChanges(section, filter.changed);
  toolbar.count.textContent = isAsked ? `${found} of ${asset.issues.length}` : '';
}

/** Of what is suppressed, only what changed, if that is asked for. */
function showChanges(section: HTMLElement, isAsked: boolean): void {
  const rows = [...section.querySelectorAll<HTMLElement>('.suppressed tr')];
  for (const row of rows) row.hidden = isAsked && !hasChanged(row.dataset.change ?? null);
  const fold = section.querySelector<HTMLDetailsElement>('.suppressed');
  if (!fold) return;
  fold.hidden = rows.every(row => row.hidden);
  if (isAsked && !fold.hidden) fold.open = true;
}

/** The issues that are not filtered away, in the order of the page. */
export function listShown(viewer: view.Viewer): number[] {
  const rows = sectionOf(viewer).querySelectorAll<HTMLElement>('.issue:not([hidden])');
  return [...rows].map(row => Number(row.dataset.issue));
}

/** Opens the list that the chosen finding is in, and brings its row into sight; the page stays where it is. */
export function reveal(viewer: view.Viewer): void {
  const finding = view.findingOf(viewer);
  if (!finding) return;
  const section = sectionOf(viewer);
  const row =
    finding.issue >= 0
      ? rowOf(viewer, finding.issue)
      : section.querySelector<HTMLElement>(`tr[data-finding="${viewer.finding}"]`);
  if (!row) return;
  row.hidden = false;
  const fold = row.parentElement!.closest('details');
  if (fold) {
    fold.hidden = false;
    fold.open = true;
  }
  scrollInto(row);
}

function scrollInto(row: HTMLElement): void {
  const list = row.closest<HTMLElement>('.right')!;
  if (getComputedStyle(list).overflowY !== 'auto') return;
  const head = list.querySelector<HTMLElement>('.tools')?.offsetHeight ?? 0;
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  const top = outer.top + head + 8;
  if (inner.top < top) list.scrollTop += inner.top - top;
  else if (inner.bottom > outer.bottom) list.scrollTop += Math.min(inner.bottom - outer.bottom + 8, inner.top - top);
}
