import type { PageAsset } from '../cli/reports/page-data.ts';
import type { Filter, Sort } from './filter.ts';
import { make, makeSelect } from './make.ts';

/** What searches, filters and sorts the list of the asset that is shown. */
export interface Toolbar {
  root: HTMLElement;
  search: HTMLInputElement;
  list: HTMLSelectElement;
  clip: HTMLSelectElement;
  part: HTMLSelectElement;
  sort: HTMLSelectElement;
  changed: HTMLInputElement;
  count: HTMLElement;
}

const LISTS = [
  ['collision', 'limb through body'],
  ['joint', 'at joints, or slight'],
  ['layered', 'layered, hidden'],
] as const;

export function createToolbar(): Toolbar {
  const search = make('input', 'search');
  search.type = 'search';
  search.placeholder = 'Search parts, clips, materials ( / )';
  search.setAttribute('aria-label', 'Search parts, clips, materials');
  const [list, clip, part] = ['List', 'Clip', 'Body part'].map(title => makeSelect(title, 'filter'));
  const sort = makeSelect('Order', 'filter');
  for (const name of ['severity', 'depth', 'time', 'name']) sort.append(new Option(`by ${name}`, name));
  const changed = make('input', 'changed');
  changed.type = 'checkbox';
  const label = make('label', 'only');
  label.append(changed, 'only what changed');
  const count = make('output', 'found');
  const root = make('div', 'toolbar');
  root.append(search, list, clip, part, sort, label, count);
  return { root, search, list, clip, part, sort, changed, count };
}

/** Puts it into the list of an asset, with what that can be filtered by. */
export function fillToolbar(toolbar: Toolbar, { issues, clips }: PageAsset, section: HTMLElement): void {
  const place = section.querySelector<HTMLElement>('.tools');
  if (!place) return;
  place.append(toolbar.root);
  place.hidden = issues.length === 0;
  toolbar.search.value = '';
  toolbar.changed.checked = false;
  toolbar.sort.value = 'severity';
  const inUse = new Set(issues.flatMap(issue => issue.clips));
  const parts = [...new Set(issues.flatMap(issue => issue.parts))];
  parts.sort((p, q) => p.localeCompare(q, 'en', { numeric: true }));
  const lists = LISTS.filter(([list]) => issues.some(issue => issue.list === list));
  fill(toolbar.list, 'all lists', lists);
  fill(
    toolbar.clip,
    'all clips',
    clips.flatMap(({ name }, c) => (inUse.has(c) ? [[String(c), name] as const] : [])),
  );
  fill(
    toolbar.part,
    'all parts',
    parts.map(part => [part, part] as const),
  );
  toolbar.changed.parentElement!.hidden = issues.every(({ compared }) => compared === null) && !hasChanges(section);
}

/** Whether there is something to tell since an earlier report, besides issues that count. */
function hasChanges(section: HTMLElement): boolean {
  return section.querySelector('.fixed, tr[data-change]') !== null;
}

function fill(select: HTMLSelectElement, all: string, options: readonly (readonly [string, string])[]): void {
  select.replaceChildren(new Option(all, ''), ...options.map(([value, text]) => new Option(text, value)));
  select.hidden = options.length < 2;
}

export function readFilter({ search, list, clip, part, changed }: Toolbar): Filter {
  return { text: search.value.trim(), list: list.value, clip: clip.value, part: part.value, changed: changed.checked };
}

export function readSort({ sort }: Toolbar): Sort {
  return sort.value as Sort;
}
