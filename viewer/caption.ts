import { byId, make } from './by-id.ts';
import { catalogue } from './catalogue.ts';
import type { Reply } from './protocol.ts';

type Opened = Extract<Reply, { kind: 'opened' }>;
type Picked = Extract<Reply, { kind: 'picked' }>;

export interface Caption {
  open(opened: Opened): void;
  showContacts(count: number, word: string): void;
  /** What of a file is not read or not drawn. */
  showNotes(notes: readonly string[]): void;
  showPicked(picked: Picked | null, opened: Opened): void;
}

/** The words over the stage: what is shown, where it comes from, what touches, what was clicked. */
export function createCaption(): Caption {
  return {
    open({ scene, title, sentence }) {
      byId('title').textContent = title;
      byId('sentence').textContent = sentence;
      const entry = catalogue.find(({ name }) => name === scene);
      const links: (string | HTMLAnchorElement)[] = [];
      if (entry) {
        const address = entry.paperUrl ?? findPaper(entry.paper);
        links.push(address ? createLinkTo(address, entry.paper) : entry.paper, ' · ');
        links.push(createLinkTo(`./source/${entry.source}.txt`, entry.source));
      }
      byId('links').replaceChildren(...links);
      document.title = `${title} · poseclash viewer`;
      byId('picked').hidden = true;
    },
    showContacts(count, word) {
      const place = byId('contacts');
      place.textContent = `${count.toLocaleString('en')} ${word}`;
      place.classList.toggle('some', count > 0);
    },
    showNotes(notes) {
      const place = byId('notes');
      place.hidden = notes.length === 0;
      const count = notes.length === 1 ? 'One thing' : `${notes.length} things`;
      byId('notes-title').textContent = `${count} of the file not read or not drawn`;
      place.querySelector('ul')!.replaceChildren(...notes.map(note => make('li', note)));
    },
    showPicked(picked, { bodies }) {
      const place = byId('picked');
      place.hidden = picked === null;
      if (picked === null) return;
      const share = picked.share < 0.995 ? ` (${Math.round(100 * picked.share)} %)` : '';
      const name = picked.jointName || bodies[picked.body]?.name || 'body';
      place.textContent = `${name}${share}, ${picked.distance.toPrecision(3)} from the eye`;
    },
  };
}

/** A search for a paper whose own address is not known; null for what is no paper. */
function findPaper(paper: string): string | null {
  return /\d{4}$/.test(paper) ? `https://scholar.google.com/scholar?q=${encodeURIComponent(paper)}` : null;
}

function createLinkTo(address: string, text: string): HTMLAnchorElement {
  return Object.assign(make('a', text), { href: address, target: '_blank', rel: 'noopener' });
}
