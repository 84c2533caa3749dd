import { toConfig } from '../cli/reports/accept.ts';
import { rowOf } from './list.ts';
import { make, makeButton } from './make.ts';
import type * as view from './viewer.ts';

/** The box that shows what to put into the configuration file, at the foot of the window. */
export interface AcceptBox {
  root: HTMLElement;
  title: HTMLElement;
  text: HTMLElement;
  copy: HTMLButtonElement;
  /** Which issues of which assets are accepted. */
  accepted: { asset: number; issue: number }[];
}

export function createAcceptBox(): AcceptBox {
  const root = make('aside', 'accepted');
  root.hidden = true;
  const title = make('b', 'title');
  const text = make('pre', 'config');
  const copy = makeButton('Copy', 'Copy it for poseclash.config.json');
  root.append(title, copy, text);
  const box: AcceptBox = { root, title, text, copy, accepted: [] };
  copy.addEventListener('click', () => void copyText(box));
  return box;
}

/** A button in every row that accepts it. */
export function addAcceptButtons(): void {
  for (const place of document.querySelectorAll('.issue .accept')) {
    const button = makeButton('Accept', 'Show and copy the line for poseclash.config.json (A)');
    button.classList.add('accept-button');
    place.replaceChildren(button);
  }
}

/** Accepts an issue, or no more; what is accepted is shown, and copied. */
export function toggleAccepted(box: AcceptBox, viewer: view.Viewer, issue: number): void {
  const before = box.accepted.length;
  const isThis = (one: { asset: number; issue: number }): boolean => one.asset === viewer.asset && one.issue === issue;
  box.accepted = box.accepted.filter(one => !isThis(one));
  if (box.accepted.length === before) box.accepted.push({ asset: viewer.asset, issue });
  const isAccepted = box.accepted.some(isThis);
  const row = rowOf(viewer, issue);
  row?.classList.toggle('is-accepted', isAccepted);
  const button = row?.querySelector('.accept-button');
  if (button) button.textContent = isAccepted ? 'Accepted: take back' : 'Accept';
  const { assets, ignore } = viewer.data;
  const patterns = box.accepted.flatMap(one => assets[one.asset].issues[one.issue].ignore);
  box.text.textContent = toConfig([...ignore, ...patterns]);
  const what = box.accepted.length === 1 ? '1 issue' : `${box.accepted.length} issues`;
  box.title.textContent = `${what} accepted, for poseclash.config.json`;
  box.root.hidden = box.accepted.length === 0;
  if (isAccepted) void copyText(box);
}

/** Browsers that refuse get the text selected instead. */
async function copyText({ text, copy }: AcceptBox): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.textContent!);
    copy.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(text);
    copy.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C';
  }
  setTimeout(() => {
    copy.textContent = 'Copy';
  }, 2000);
}
