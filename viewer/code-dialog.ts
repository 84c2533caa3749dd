import { byId } from './by-id.ts';
import { catalogue } from './catalogue.ts';
import file from './code/file.ts?raw';
import impacts from './code/impacts.ts?raw';
import pairs from './code/pairs.ts?raw';
import self from './code/self.ts?raw';
import table from './code/table.ts?raw';
import twoFiles from './code/two-files.ts?raw';
import world from './code/world.ts?raw';
import type { Reply } from './protocol.ts';
import { publishedCode } from './published-code.ts';

type Opened = Extract<Reply, { kind: 'opened' }>;

const texts = { pairs, self, impacts, world, table };

export interface CodeDialog {
  open(opened: Opened): void;
}

/** Behind a button: the few lines that ask what the scene asks. They are files of ours, compiled and run by the tests. */
export function createCodeDialog(): CodeDialog {
  const dialog = byId<HTMLDialogElement>('code');
  const copy = byId<HTMLButtonElement>('copy-code');
  const text = byId('code-text');
  byId('code-button').onclick = () => {
    byId('copied').textContent = '';
    dialog.showModal();
  };
  copy.onclick = async () => {
    const done = await navigator.clipboard.writeText(text.textContent ?? '').then(
      () => true,
      () => false,
    );
    byId('copied').textContent = done ? 'Copied.' : 'The browser does not allow it: select the lines and copy them.';
  };
  return {
    open({ scene, fileBounds }) {
      const entry = catalogue.find(({ name }) => name === scene);
      const code = entry ? texts[entry.code] : fileBounds.length === 2 ? twoFiles : file;
      text.textContent = publishedCode(code);
    },
  };
}
