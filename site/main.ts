import { codeOf, type Page, writePage } from '../cli/reports/html-page.ts';
import type { Dropped, Order, Reply } from './protocol.ts';

/** The page that checks what is dropped on it. The worker does all the work; a report of it is shown in a frame, as `check --html` writes it. */
const byId = <Element extends HTMLElement>(id: string): Element => document.getElementById(id) as Element;
const input = byId<HTMLInputElement>('files');
const state: { worker: Worker | null; address: string } = { worker: null, address: '' };

byId('choose').addEventListener('click', () => input.click());
byId('example').addEventListener('click', () => start([]));
byId('stop').addEventListener('click', stop);
input.addEventListener('change', () => {
  void take([...(input.files ?? [])]);
  input.value = '';
});
addEventListener('dragover', event => {
  event.preventDefault();
  byId('drop').classList.add('over');
});
addEventListener('dragleave', () => byId('drop').classList.remove('over'));
addEventListener('drop', event => {
  event.preventDefault();
  byId('drop').classList.remove('over');
  void take([...(event.dataTransfer?.files ?? [])]);
});
document.body.dataset.ready = 'yes';

async function take(files: File[]): Promise<void> {
  if (files.length === 0) return;
  try {
    const read = async (file: File): Promise<Dropped> => ({ name: file.name, bytes: await file.arrayBuffer() });
    start(await Promise.all(files.map(read)));
  } catch {
    complain('The browser could not read the file. Was it moved, or is it a folder?');
  }
}

function start(order: Order): void {
  stop();
  byId('fault').hidden = true;
  byId('found').hidden = true;
  byId('working').hidden = false;
  tell(0, order.length > 0 ? order.map(({ name }) => name).join(', ') : 'the built-in character');
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  state.worker = worker;
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    if (state.worker !== worker) return;
    if ('share' in data) tell(data.share, data.at);
    else {
      stop();
      if ('fault' in data) complain(data.fault);
      else void show(data).catch((error: Error) => complain(error.message));
    }
  });
  worker.addEventListener('error', ({ message }) => {
    if (state.worker !== worker) return;
    stop();
    complain(`The check broke off: ${message || 'the worker could not be loaded'}.`);
  });
  worker.postMessage(
    order,
    order.map(({ bytes }) => bytes),
  );
}

/** Also what is still being checked is given up. */
function stop(): void {
  state.worker?.terminate();
  state.worker = null;
  byId('working').hidden = true;
}

function tell(share: number, at: string): void {
  byId<HTMLProgressElement>('share').value = share;
  byId('said').textContent = `Checking ${at}`;
}

function complain(text: string): void {
  byId('fault').textContent = text;
  byId('fault').hidden = false;
}

async function show({ report, assets }: Extract<Reply, { report: object }>): Promise<void> {
  const page = await loadPage();
  const html = writePage(report, assets, page, await trust(codeOf(page)));
  URL.revokeObjectURL(state.address);
  state.address = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  byId<HTMLIFrameElement>('report').src = state.address;
  byId<HTMLAnchorElement>('save').href = state.address;
  byId('found').hidden = false;
  byId('found').scrollIntoView({ block: 'start' });
}

async function loadPage(): Promise<Page> {
  const load = async (name: string): Promise<string> => {
    const response = await fetch(new URL(`report-page/${name}`, document.baseURI));
    if (!response.ok) throw new Error(`The page of the report could not be loaded (${response.status}).`);
    return response.text();
  };
  const [script, style] = await Promise.all([load('page.js'), load('page.css')]);
  return { script, style };
}

/** Browsers compute hashes only on pages that nobody could have changed on the way. */
async function trust(code: string): Promise<string> {
  if (!crypto.subtle) return "'unsafe-inline'";
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)));
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`;
}
