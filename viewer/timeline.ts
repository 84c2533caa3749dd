import { SPEEDS } from './address.ts';
import { byId } from './by-id.ts';
import { createContactStrip } from './contact-strip.ts';
import { SLOWNESS } from './page-model.ts';
import type { Run } from './playback.ts';

export interface TimelineActions {
  toggle(): void;
  stepBy(by: number): void;
  seek(step: number): void;
  setSpeed(speed: number): void;
  setSlows(slows: boolean): void;
}

export interface Timeline {
  open(run: Run): void;
  /** What is known of this step now. */
  show(step: number, contacts: number): void;
  setPlaying(isPlaying: boolean): void;
  setSpeed(speed: number): void;
  /** Whether time is to go slower while something touches; and whether it does so now. */
  setSlows(slows: boolean): void;
  setSlowed(isSlowed: boolean): void;
  /** Contacts seen so far no longer hold: a joint was turned. */
  forgetContacts(): void;
}

const icons = {
  play: 'M3 1.5v13l11-6.5z',
  pause: 'M3 2h3.6v12H3zM9.4 2H13v12H9.4z',
  back: 'M13 2v12L5 8zM2.5 2H5v12H2.5z',
  forward: 'M3 2v12l8-6zM11 2h2.5v12H11z',
};

export function createTimeline(actions: TimelineActions): Timeline {
  const [play, back, forward] = ['play', 'back', 'forward'].map(id => byId<HTMLButtonElement>(id));
  const slider = byId<HTMLInputElement>('step');
  const text = byId('step-text');
  const slow = byId<HTMLInputElement>('slow');
  const label = byId('slow-label');
  byId('slow-text').textContent = `${SLOWNESS}×`;
  slow.onchange = () => actions.setSlows(slow.checked);
  const speeds = byId<HTMLSelectElement>('speed');
  const strip = createContactStrip(byId<HTMLCanvasElement>('contact-strip'));
  let run: Run = { steps: 1, stepsPerSecond: 1, canSeek: false };
  setIcon(back, icons.back);
  setIcon(forward, icons.forward);
  for (const speed of SPEEDS) speeds.append(new Option(`${speed}×`, String(speed)));
  play.onclick = actions.toggle;
  back.onclick = () => actions.stepBy(-1);
  forward.onclick = () => actions.stepBy(1);
  slider.oninput = () => actions.seek(Number(slider.value));
  speeds.onchange = () => actions.setSpeed(Number(speeds.value));

  return {
    open(next) {
      run = next;
      slider.max = String(run.steps - 1);
      slider.disabled = !run.canSeek;
      back.disabled = !run.canSeek;
      label.hidden = !run.canSeek;
      strip.open(run.steps);
    },
    show(step, contacts) {
      slider.value = String(step);
      text.textContent = `${step} / ${run.steps - 1}`;
      strip.note(step, contacts);
    },
    setPlaying(isPlaying) {
      setIcon(play, isPlaying ? icons.pause : icons.play);
      play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    },
    setSpeed(speed) {
      speeds.value = String(speed);
    },
    setSlows(slows) {
      slow.checked = slows;
    },
    setSlowed(isSlowed) {
      label.classList.toggle('now', isSlowed);
    },
    forgetContacts: () => strip.open(run.steps),
  };
}

function setIcon(button: HTMLButtonElement, path: string): void {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(space, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  button.replaceChildren(svg);
}
