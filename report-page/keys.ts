import { make, makeButton } from './make.ts';

/** What a key does; letters by their lower case. */
export type Keys = Record<string, () => void>;

/** Keys do what they do anywhere but in fields, and on what they press or open by themselves. */
export function listenToKeys(keys: Keys): void {
  addEventListener('keydown', event => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('select, input, textarea, dialog')) return;
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || isPressedBy(event.key, target)) return;
    event.preventDefault();
    action();
  });
}

/** Space plays even where a row was clicked last; Enter opens the row itself then. */
function isPressedBy(key: string, target: HTMLElement): boolean {
  if (key === 'Enter') return target.closest('button, summary, a') !== null;
  return key === ' ' && target.closest('button, summary:not(.issue > summary)') !== null;
}

/** The keys that the footer lists, in a window of their own. */
export function createKeysDialog(): HTMLDialogElement {
  const dialog = make('dialog', 'keys-dialog');
  const title = make('h3', 'title', 'Keys');
  const list = document.querySelector('footer .keys')!.cloneNode(true);
  const close = makeButton('Close', 'Close (Escape)');
  close.addEventListener('click', () => dialog.close());
  dialog.append(title, list, close);
  document.body.append(dialog);
  return dialog;
}
