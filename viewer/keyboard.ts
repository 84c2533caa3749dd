import { byId, make } from './by-id.ts';

export interface KeyActions {
  toggle(): void;
  stepBy(by: number): void;
  goToStart(): void;
  levelBy(by: number): void;
  nextOverlay(): void;
  toggleCompares(): void;
  togglePosing(): void;
  toggleSplit(): void;
  toggleSlows(): void;
  togglePainted(): void;
  resetView(): void;
  sceneBy(by: number): void;
}

/** Listens for keys, and lists them in the help. Keys that a control under the focus needs stay its own. */
export function createKeyboard(actions: KeyActions): void {
  const help = byId<HTMLDialogElement>('help');
  const openHelp = (): void => help.showModal();
  const rows: [keys: string[], words: string, act: (key: string) => void][] = [
    [[' '], 'play or pause', actions.toggle],
    [['ArrowLeft', 'ArrowRight'], 'one step back or on', key => actions.stepBy(key === 'ArrowLeft' ? -1 : 1)],
    [['Home'], 'to the start', actions.goToStart],
    [['v'], 'what is drawn over the bodies: nothing, volumes, ...', actions.nextOverlay],
    [['[', ']'], 'volumes of a higher or deeper level', key => actions.levelBy(key === '[' ? -1 : 1)],
    [['c'], 'compare with moving everything', actions.toggleCompares],
    [['b'], 'both methods side by side', actions.toggleSplit],
    [['s'], 'slower while something touches, or not', actions.toggleSlows],
    [['t'], 'colours and images of a file, or plain', actions.togglePainted],
    [['j'], 'pose by hand', actions.togglePosing],
    [['f'], 'look from the front again', actions.resetView],
    [['p', 'n'], 'previous or next scene', key => actions.sceneBy(key === 'p' ? -1 : 1)],
    [['x'], 'the code that asks what is asked here', () => byId('code-button').click()],
    [['?'], 'this help', openHelp],
  ];
  for (const [keys, words] of rows) {
    const name = make('dt');
    name.append(...keys.flatMap(key => [make('kbd', nameOf(key)), ' ']));
    byId('keys').append(name, make('dd', words));
  }
  byId('help-button').onclick = openHelp;
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') || isTaken(event))
      return;
    const row = rows.find(([keys]) => keys.includes(event.key));
    if (!row) return;
    event.preventDefault();
    row[2](event.key);
  });
}

function nameOf(key: string): string {
  return { ' ': 'space', ArrowLeft: '←', ArrowRight: '→' }[key] ?? key;
}

/** A slider or a list moves by arrows, letters and Home; a button is pressed by space. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return key.startsWith('Arrow') || key === 'Home';
    return key === ' ' || key.startsWith('Arrow');
  }
  return key === ' ' && target.closest('button, a') !== null;
}
