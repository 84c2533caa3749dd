import { byId } from './by-id.ts';

/** Says what went wrong, over the stage, until it is closed. */
export function showMessage(text: string): void {
  const box = byId('message');
  box.querySelector('p')!.textContent = text;
  box.hidden = false;
  box.querySelector('button')!.onclick = hideMessage;
}

export function hideMessage(): void {
  byId('message').hidden = true;
}

/** Says what is being waited for; empty for nothing. */
export function showProgress(text: string): void {
  const place = byId('progress');
  place.textContent = text;
  place.hidden = text === '';
}
