import { Vector3 } from 'three';
import { formatLink, parseLink } from '../cli/reports/deep-link.ts';
import type { PageData } from '../cli/reports/page-data.ts';
import { type AcceptBox, addAcceptButtons, createAcceptBox, toggleAccepted } from './accept.ts';
import * as act from './actions.ts';
import { createPanel, type Panel } from './controls.ts';
import { createKeysDialog, listenToKeys } from './keys.ts';
import { arrange, listShown, reveal, sectionOf } from './list.ts';
import './page.css';
import { createStage, type Stage } from './stage.ts';
import { paragraph, showSection, tell, tellTime } from './tell.ts';
import { createToolbar, fillToolbar, type Toolbar } from './toolbar.ts';
import { unpackerIsReady } from './unpack.ts';
import * as view from './viewer.ts';

/** A frame, for stepping, in seconds. */
const FRAME = 1 / 30;

interface App {
  viewer: view.Viewer;
  toolbar: Toolbar;
  box: AcceptBox;
  picker: HTMLSelectElement | null;
}

async function start(): Promise<void> {
  const data: PageData = JSON.parse(document.getElementById('data')!.textContent!);
  const panel = createPanel();
  document.body.className = 'live';
  const picker = document.querySelector<HTMLSelectElement>('#assets');
  if (picker) picker.parentElement!.hidden = false;
  showSection(panel, 0);
  const stage = await openStage(panel);
  const viewer: view.Viewer = {
    ...{ data, panel, stage, model: null, middle: new Vector3() },
    ...{ asset: -1, clip: -1, finding: -1, time: 0 },
    ...{ isPlaying: false, isWhole: false, paintsAll: false, showsLooks: true },
  };
  const app: App = { viewer, toolbar: createToolbar(), box: createAcceptBox(), picker };
  document.body.append(app.box.root);
  addAcceptButtons();
  connect(app);
  follow(app);
  document.body.dataset.ready = stage ? 'view' : 'tables';
}

/** Without 3D the list says everything; the reason takes the place of the picture. */
async function openStage(panel: Panel): Promise<Stage | null> {
  try {
    const stage = createStage(panel.canvas);
    await unpackerIsReady;
    return stage;
  } catch (error) {
    panel.root.replaceChildren(paragraph(`${(error as Error).message} The list has everything that was found.`));
    return null;
  }
}

/** Goes where the address says; to the worst issue if it says nothing. */
function follow(app: App): void {
  const { viewer } = app;
  const { asset, clip, time, finding } = parseLink(location.hash);
  const { assets, first } = viewer.data;
  const named = assets.findIndex(({ name }) => name === asset);
  const number = named >= 0 ? named : viewer.asset < 0 ? first : viewer.asset;
  if (number !== viewer.asset) openAsset(app, number);
  const { issues, findings, clips } = assets[number];
  const isOf = (c: number): boolean => clip === undefined || clips[c]?.name === clip;
  const known = findings.findIndex(entry => entry.id === finding && isOf(entry.clip));
  const clipNumber = clips.findIndex(({ name }) => name === clip);
  if (known >= 0) {
    if (known !== viewer.finding) view.showFinding(viewer, known);
  } else if (clipNumber >= 0) view.showClip(viewer, clipNumber);
  else if (viewer.finding < 0 && issues.length > 0) view.showFinding(viewer, issues[0].worst);
  if (time !== undefined && viewer.clip >= 0) view.seek(viewer, time);
  view.paint(viewer);
  if (known < 0 && clipNumber >= 0) view.frame(viewer);
  tell(viewer);
  if (known >= 0) reveal(viewer);
}

function openAsset({ viewer, toolbar, picker }: App, number: number): void {
  viewer.isPlaying = false;
  showSection(viewer.panel, number);
  view.showAsset(viewer, number);
  const { clips } = viewer.panel;
  clips.replaceChildren();
  viewer.data.assets[number].clips.forEach(({ name, motion }, c) => {
    if (motion >= 0) clips.append(new Option(name, String(c)));
  });
  clips.hidden = clips.options.length < 2;
  if (picker) picker.value = String(number);
  fillToolbar(toolbar, view.assetOf(viewer), sectionOf(viewer));
  arrange(viewer, toolbar);
}

function connect(app: App): void {
  const { viewer, toolbar, picker } = app;
  connectPanel(viewer);
  toolbar.root.addEventListener('input', () => arrange(viewer, toolbar));
  toolbar.search.addEventListener('keydown', event => leaveSearch(app, event));
  picker?.addEventListener('change', () => {
    location.hash = formatLink({ asset: viewer.data.assets[Number(picker.value)].name });
  });
  addEventListener('hashchange', () => {
    viewer.isPlaying = false;
    follow(app);
  });
  document.addEventListener('click', event => click(app, event));
  connectKeys(app);
  connectPrinter();
  let last = 0;
  const tick = (now: number): void => {
    if (viewer.isPlaying) playOn(viewer, Math.min(0.1, (now - last) / 1000));
    last = now;
    view.draw(viewer);
    requestAnimationFrame(tick);
  };
  if (viewer.stage) requestAnimationFrame(tick);
}

function connectPanel(viewer: view.Viewer): void {
  const { panel } = viewer;
  panel.play.addEventListener('click', () => act.togglePlay(viewer));
  panel.previous.addEventListener('click', () => act.moveToIssue(viewer, -1));
  panel.next.addEventListener('click', () => act.moveToIssue(viewer, 1));
  panel.frame.addEventListener('click', () => act.toggleWhole(viewer));
  panel.heat.addEventListener('click', () => act.togglePaint(viewer));
  panel.looks.addEventListener('click', () => act.toggleLooks(viewer));
  panel.clips.addEventListener('change', () => {
    viewer.finding = -1;
    view.showClip(viewer, Number(panel.clips.value));
    view.paint(viewer);
    view.frame(viewer);
    act.remember(viewer);
  });
}

/** The footer of the page lists these (cli/reports/html-page.ts). */
function connectKeys({ viewer, toolbar, box }: App): void {
  const dialog = createKeysDialog();
  listenToKeys({
    ArrowUp: () => act.moveToIssue(viewer, -1),
    ArrowDown: () => act.moveToIssue(viewer, 1),
    ArrowLeft: () => act.moveToInterval(viewer, -1),
    ArrowRight: () => act.moveToInterval(viewer, 1),
    Enter: () => act.toggleRow(viewer),
    ' ': () => act.togglePlay(viewer),
    ',': () => act.seekTo(viewer, viewer.time - FRAME),
    '.': () => act.seekTo(viewer, viewer.time + FRAME),
    f: () => act.toggleWhole(viewer),
    m: () => act.toggleLooks(viewer),
    a: () => {
      const issue = view.findingOf(viewer)?.issue ?? -1;
      if (issue >= 0) toggleAccepted(box, viewer, issue);
    },
    '/': () => toolbar.search.focus(),
    '?': () => dialog.showModal(),
  });
}

/** Enter goes to the first that was found, Escape back to all. */
function leaveSearch({ viewer, toolbar }: App, { key }: KeyboardEvent): void {
  if (key !== 'Enter' && key !== 'Escape') return;
  if (key === 'Escape') toolbar.search.value = '';
  toolbar.search.blur();
  arrange(viewer, toolbar);
  const [first] = listShown(viewer);
  if (key === 'Enter' && first !== undefined) act.choose(viewer, view.assetOf(viewer).issues[first].worst);
}

/** On paper all that is folded is open; afterwards it is as before. */
function connectPrinter(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('.list:not([open]), .issue:not([open])')];
    for (const details of opened) details.open = true;
    for (const image of document.querySelectorAll('img')) image.loading = 'eager';
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });
}

function playOn(viewer: view.Viewer, seconds: number): void {
  const [from, to] = view.playedSpan(viewer);
  const next = viewer.time + seconds * Number(viewer.panel.speed.value);
  view.seek(viewer, next > to ? from : next);
  tellTime(viewer);
}

/** A click on a row, a bar or an interval goes there; one beside the bars to that time. */
function click({ viewer, box }: App, event: MouseEvent): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLDetailsElement>('.issue');
  if (row && target.closest('.accept-button')) {
    toggleAccepted(box, viewer, Number(row.dataset.issue));
    return;
  }
  const place = target.closest<HTMLElement>('[data-finding]');
  if (place) {
    event.preventDefault();
    act.choose(viewer, Number(place.dataset.finding));
    return;
  }
  if (row && target.closest('summary')) clickRow(viewer, row, event);
  else seekInTrack(viewer, target.closest<HTMLElement>('.track'), event);
}

/** The first click on a row shows it and opens it, the next folds it. */
function clickRow(viewer: view.Viewer, row: HTMLDetailsElement, event: MouseEvent): void {
  const issue = Number(row.dataset.issue);
  const isChosen = view.findingOf(viewer)?.issue === issue;
  if (row.open && !isChosen) event.preventDefault();
  if (!isChosen) act.choose(viewer, view.assetOf(viewer).issues[issue].worst);
}

function seekInTrack(viewer: view.Viewer, track: HTMLElement | null, event: MouseEvent): void {
  if (!track || viewer.clip < 0) return;
  const { left, width } = track.getBoundingClientRect();
  const { start, end } = view.assetOf(viewer).clips[viewer.clip];
  viewer.isPlaying = false;
  act.seekTo(viewer, start + ((event.clientX - left) / width) * (end - start));
}

start();
