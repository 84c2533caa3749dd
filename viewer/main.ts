import { firstState, readAddress } from './address.ts';
import { byId } from './by-id.ts';
import { catalogue } from './catalogue.ts';
import { showMessage, showProgress } from './messages.ts';
import { createPage } from './page.ts';
import { createStage, isDrawnInSoftware } from './stage.ts';
import { createLink } from './worker-link.ts';

/** Pictures that take so long, so many in a row: the graphics card is weak, or there is none. */
const SLOW_FRAMES = 12;
const SLOW_SECONDS = 0.08;

function start(): void {
  const probe = document.createElement('canvas').getContext('webgl2');
  if (probe === null) {
    showProgress('');
    showMessage(
      'This browser cannot draw in 3D: it has no WebGL 2, or it is switched off. Try a current Firefox, Chrome, Edge or Safari, or switch on hardware acceleration in its settings.',
    );
    return;
  }
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });
  const link = createLink(worker, reason => {
    showProgress('');
    showMessage(`The part of the page that computes has stopped (${reason}). Load the page again to go on.`);
  });
  const stage = createStage(byId<HTMLCanvasElement>('stage'), isDrawnInSoftware(probe));
  const dark = matchMedia('(prefers-color-scheme: dark)');
  stage.setDark(dark.matches);
  dark.onchange = () => stage.setDark(dark.matches);
  stage.canvas.addEventListener('webglcontextlost', () => {
    showMessage('The graphics card has stopped drawing this page. Load the page again to go on.');
  });

  const names = catalogue.map(({ name }) => name);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const otherwise = firstState('men', !isStill);
  const page = createPage(stage, link, readAddress(location.search, otherwise, names));
  addEventListener('popstate', () => page.go(readAddress(location.search, otherwise, names)));

  let last = performance.now();
  let drawn = 0;
  let slow = 0;
  const loop = (now: number): void => {
    const seconds = (now - last) / 1000;
    last = now;
    page.tick(seconds);
    if (stage.draw()) {
      document.body.dataset.frames = String(++drawn);
      document.body.dataset.idle = 'false';
      slow = seconds > SLOW_SECONDS && page.isPlaying() ? slow + 1 : 0;
      if (slow === SLOW_FRAMES) stage.economise();
    } else document.body.dataset.idle = String(page.isIdle());
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
}

start();
