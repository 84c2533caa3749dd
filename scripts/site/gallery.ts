import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml, writeLayout } from './layout.ts';

interface Example {
  name: string;
  title: string;
  says: string;
}

/** The pages of examples/pages that are shown live; each has a picture in docs/pictures. */
export const LIVE: readonly Example[] = [
  {
    name: 'hover',
    title: 'Hover',
    says: 'Paint on a crowd that dances, or on your own .glb: rays at skinned meshes, and spots that stay on the skin.',
  },
  { name: 'meet', title: 'Meet', says: 'Two creatures walk through each other; what touches turns red.' },
  { name: 'grasp', title: 'Grasp', says: 'Two hands close around an object, each finger until it touches.' },
];

const PROGRAMS: readonly Example[] = [
  { name: 'two-colliders', title: 'Two colliders', says: 'Characters of the repository, posed and asked.' },
  { name: 'read-gltf', title: 'A .glb', says: 'From a file to bodies and clips, and what touches in them.' },
  { name: 'modal-data', title: 'Modes of others', says: 'Vibration modes from files of other programs.' },
];

/** The gallery: a page with pictures, and one for each example with the example itself and its code. */
export function writeGallery(root: string): [path: string, content: string | Buffer][] {
  const cards = LIVE.map(
    ({ name, title, says }) =>
      `<a href="./${name}.html"><img src="../docs/pictures/gallery-${name}.jpg" width="640" height="400" alt="" loading="lazy"><b>${title}</b> ${says}</a>`,
  );
  const viewer =
    '<a href="../viewer/index.html"><img src="../docs/pictures/viewer-men.jpg" alt="" loading="lazy"><b>Viewer</b> Scenes of the papers, your own files, and what a query does.</a>';
  const programs = PROGRAMS.map(({ name, title, says }) => `<a href="./${name}.html"><b>${title}</b> ${says}</a>`);
  const index = `<h1>Gallery</h1>
<p>Pages that run here, with three.js, each of under 60 lines; the characters are made by the page itself, which takes a few seconds.</p>
<section class="cards" aria-label="Live examples">${[...cards, viewer].join('\n')}</section>
<h2>Programs</h2>
<section class="cards" aria-label="Programs">${programs.join('\n')}</section>
`;
  return [
    ['gallery/index.html', writeLayout('gallery/index.html', 'Gallery', index)],
    ...LIVE.map(example => writeExample(example, root)),
    ...PROGRAMS.map(example => writeProgram(example, root)),
    ...LIVE.map(({ name }) => copyPicture(root, `docs/pictures/gallery-${name}.jpg`)),
    copyPicture(root, 'docs/pictures/viewer-men.jpg'),
  ];
}

function copyPicture(root: string, path: string): [string, Buffer] {
  return [path, readFileSync(join(root, path))];
}

function writeExample({ name, title, says }: Example, root: string): [string, string] {
  const code = readFileSync(join(root, `examples/pages/${name}.html`), 'utf8');
  const html = `<h1>${title}</h1>
<p>${says}</p>
<iframe class="live" src="./live/${name}.html" title="${title}, live"></iframe>
<p><a href="./live/${name}.html">Open it alone</a></p>
<h2>Code</h2>
<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>
`;
  const page = `gallery/${name}.html`;
  return [page, writeLayout(page, title, html)];
}

function writeProgram({ name, title, says }: Example, root: string): [string, string] {
  const code = readFileSync(join(root, `examples/${name}.ts`), 'utf8');
  const page = `gallery/${name}.html`;
  return [
    page,
    writeLayout(
      page,
      title,
      `<h1>${title}</h1>\n<p>${says}</p>\n<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
    ),
  ];
}
