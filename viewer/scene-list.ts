import { byId, make } from './by-id.ts';
import { type CatalogueEntry, catalogue } from './catalogue.ts';

export interface SceneList {
  /** Marks the scene that is shown; null for a visitor's own file. */
  mark(name: string | null): void;
}

/** Links, so that a scene can be opened in a tab of its own; a plain click calls `choose`. */
export function createSceneList(choose: (name: string) => void): SceneList {
  const list = byId('scene-list');
  const sheet = byId('scenes');
  const button = byId<HTMLButtonElement>('scenes-button');
  const links = new Map<string, HTMLAnchorElement>();
  const isOpen = (): boolean => sheet.classList.contains('open');
  const setOpen = (isWanted: boolean): void => {
    sheet.classList.toggle('open', isWanted);
    button.setAttribute('aria-expanded', String(isWanted));
  };

  for (const [group, entries] of groupEntries()) {
    const items = make('ul');
    for (const entry of entries) {
      const link = make('a');
      link.href = `?scene=${entry.name}`;
      link.append(make('b', entry.title), make('small', entry.sentence));
      link.onclick = event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (isOpen()) byId('stage').focus({ preventScroll: true }); // the sheet, and the link in it, go away
        setOpen(false);
        choose(entry.name);
      };
      links.set(entry.name, link);
      const item = make('li');
      item.append(link);
      items.append(item);
    }
    list.append(make('h2', group), items);
  }
  button.onclick = () => setOpen(!isOpen());
  byId('stage').addEventListener('pointerdown', () => setOpen(false));
  // On a phone the sheet lies over the page: whoever goes on by keyboard would not see where.
  addEventListener('focusin', ({ target }) => {
    if (isOpen() && target instanceof Element && !target.closest('#brand, #scenes')) setOpen(false);
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return;
    setOpen(false);
    button.focus();
  });

  return {
    mark(name) {
      for (const [each, link] of links) {
        if (each === name) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
      const current = name === null ? undefined : links.get(name);
      if (current && getComputedStyle(sheet).position !== 'fixed') current.scrollIntoView({ block: 'nearest' });
    },
  };
}

function groupEntries(): Map<string, CatalogueEntry[]> {
  const groups = new Map<string, CatalogueEntry[]>();
  for (const entry of catalogue) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return groups;
}
