import { byId } from './by-id.ts';
import type { OwnFile } from './protocol.ts';

/** Files come by drop or by the button; more than two are too many. */
export function createDropping(open: (files: OwnFile[]) => void, refuse: (message: string) => void): void {
  const veil = byId('drop');
  const input = byId<HTMLInputElement>('file-input');
  const take = async (files: File[]): Promise<void> => {
    if (files.length === 0) return;
    if (files.length > 2) {
      refuse(`You gave ${files.length} files. One is checked against itself, two against each other; more cannot be.`);
      return;
    }
    try {
      open(await Promise.all(files.map(async file => ({ name: file.name, bytes: await file.arrayBuffer() }))));
    } catch {
      refuse('The browser could not read the file. Was it moved or a folder?');
    }
  };
  byId('file-button').onclick = () => input.click();
  input.onchange = () => {
    void take([...(input.files ?? [])]);
    input.value = '';
  };
  addEventListener('dragover', event => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    veil.hidden = false;
  });
  veil.addEventListener('dragleave', () => {
    veil.hidden = true;
  });
  addEventListener('drop', event => {
    event.preventDefault();
    veil.hidden = true;
    void take([...(event.dataTransfer?.files ?? [])]);
  });
}

/** Files by address, as `?file=` names them. Only of the page's own origin: a link must not make it fetch from elsewhere. */
export async function fetchFiles(addresses: readonly string[], base: string): Promise<OwnFile[]> {
  return Promise.all(
    addresses.slice(0, 2).map(async address => {
      const url = new URL(address, base);
      const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? address);
      if (url.origin !== new URL(base).origin) {
        throw new Error(`${address} is on another server; download it and drop it on the page.`);
      }
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${name} could not be loaded: the server says ${response.status}.`);
      return { name, bytes: await response.arrayBuffer() };
    }),
  );
}
