import { Vector3 } from 'three';
import { formatLink, parseLink } from '../cli/reports/deep-link.ts';
import type { PageData } from '../cli/reports/page-data.ts';
import { createPanel } from './controls.ts';
import './page.css';
import { createStage } from './stage.ts';
import { paragraph, showSection, tell, tellTime } from './tell.ts';
import { unpackerIsReady } from './unpack.ts';
import * as view from './viewer.ts';

/** A frame, for stepping, in seconds. */
const FRAME = 1 / 30;

async function start(): Promise<void> {
  const data: PageData = JSON.parse(document.getElementById('data')!.textContent!);
  const panel = createPanel();
  document.body.className = 'live';
  const picker = document.querySelector<HTMLSelectElement>('#assets');
  if (picker) picker.parentElement!.hidden = false;
  showSection(panel, 0);
  let viewer: view.Viewer;
  try {
    const stage = createStage(panel.canvas);
    await unpackerIsReady;
    const shared = {
      asset: -1,
      clip: -1,
      finding: -1,
      time: 0,
      isPlaying: false,
      isWhole: false,
      paintsAll: false,
      showsLooks: true,
    };
    viewer = { data, panel, stage, model: null, ...shared, middle: new Vector3() };
  } catch (error) {
    // Without 3D the tables say everything; links and the list of assets still work.
    panel.root.replaceChildren(paragraph(`${(error as Error).message} The tables have everything that was found.`));
    if (picker) picker.addEventListener('change', () => showSection(panel, Number(picker.value)));
    document.body.dataset.ready = 'tables';
    return;
  }
  connect(viewer, picker);
  follow(viewer);
  document.body.dataset.ready = 'view';
}

/** Goes where the address says; to the deepest finding if it says nothing. */
function follow(viewer: view.Viewer): void {
  const { asset, clip, time, finding } = parseLink(location.hash);
  const { assets } = viewer.data;
  const named = assets.findIndex(({ name }) => name === asset);
  const number = named >= 0 ? named : Math.max(0, viewer.asset);
  if (number !== viewer.asset) openAsset(viewer, number);
  const { findings, clips } = assets[number];
  const isOf = (c: number): boolean => clip === undefined || clips[c]?.name === clip;
  const known = findings.findIndex(entry => entry.id === finding && isOf(entry.clip));
  const clipNumber = clips.findIndex(({ name }) => name === clip);
  if (known >= 0) {
    if (known !== viewer.finding) view.showFinding(viewer, known);
  } else if (clipNumber >= 0) view.showClip(viewer, clipNumber);
  else if (viewer.finding < 0 && findings.length > 0) view.showFinding(viewer, 0);
  if (time !== undefined && viewer.clip >= 0) view.seek(viewer, time);
  view.paint(viewer);
  if (known < 0 && clipNumber >= 0) view.frame(viewer);
  tell(viewer);
}

function openAsset(viewer: view.Viewer, number: number): void {
  viewer.isPlaying = false;
  showSection(viewer.panel, number);
  view.showAsset(viewer, number);
  const { clips } = viewer.panel;
  clips.replaceChildren();
  viewer.data.assets[number].clips.forEach(({ name, motion }, c) => {
    if (motion >= 0) clips.append(new Option(name, String(c)));
  });
  clips.hidden = clips.options.length < 2;
  const picker = document.querySelector<HTMLSelectElement>('#assets');
  if (picker) picker.value = String(number);
}

function choose(viewer: view.Viewer, finding: number): void {
  view.showFinding(viewer, finding);
  remember(viewer);
}

function seekTo(viewer: view.Viewer, time: number): void {
  if (viewer.clip < 0) return;
  view.seek(viewer, time);
  remember(viewer);
}

/** Puts what is shown into the address, without a step in the history for each. */
function remember(viewer: view.Viewer): void {
  const asset = view.assetOf(viewer);
  const finding = view.findingOf(viewer)?.id;
  const clip = asset.clips[viewer.clip]?.name;
  history.replaceState(null, '', formatLink({ asset: asset.name, clip, time: viewer.time, finding }));
  tell(viewer);
}

function togglePlay(viewer: view.Viewer): void {
  if (!view.isShown(viewer)) return;
  viewer.isPlaying = !viewer.isPlaying;
  const [from, to] = view.playedSpan(viewer);
  if (viewer.isPlaying && (viewer.time < from || viewer.time > to)) view.seek(viewer, from);
  if (viewer.isPlaying) tell(viewer);
  else remember(viewer);
}

/** To the finding before or after, in the order of the page; suppressed ones only from one of them. */
function jump(viewer: view.Viewer, step: number): void {
  const { findings } = view.assetOf(viewer);
  if (findings.length === 0) return;
  const counting = findings.filter(({ isSuppressed }) => !isSuppressed).length || findings.length;
  const at = viewer.finding < 0 ? (step > 0 ? -1 : 0) : viewer.finding;
  choose(viewer, at >= counting ? Math.min(findings.length - 1, at + step) : (at + step + counting) % counting);
}

function toggleWhole(viewer: view.Viewer): void {
  viewer.isWhole = !viewer.isWhole;
  view.frame(viewer);
  tell(viewer);
}

function switchLooks(viewer: view.Viewer): void {
  view.toggleLooks(viewer);
  tell(viewer);
}

function connect(viewer: view.Viewer, picker: HTMLSelectElement | null): void {
  const { panel } = viewer;
  panel.play.addEventListener('click', () => togglePlay(viewer));
  panel.previous.addEventListener('click', () => jump(viewer, -1));
  panel.next.addEventListener('click', () => jump(viewer, 1));
  panel.frame.addEventListener('click', () => toggleWhole(viewer));
  panel.heat.addEventListener('click', () => {
    viewer.paintsAll = !viewer.paintsAll;
    view.paint(viewer);
    tell(viewer);
  });
  panel.looks.addEventListener('click', () => switchLooks(viewer));
  panel.clips.addEventListener('change', () => {
    viewer.finding = -1;
    view.showClip(viewer, Number(panel.clips.value));
    view.paint(viewer);
    view.frame(viewer);
    remember(viewer);
  });
  picker?.addEventListener('change', () => {
    location.hash = formatLink({ asset: viewer.data.assets[Number(picker.value)].name });
  });
  addEventListener('hashchange', () => {
    viewer.isPlaying = false;
    follow(viewer);
  });
  addEventListener('keydown', event => pressKey(viewer, event));
  document.addEventListener('click', event => clickLane(viewer, event));
  let last = 0;
  const tick = (now: number): void => {
    if (viewer.isPlaying) playOn(viewer, Math.min(0.1, (now - last) / 1000));
    last = now;
    view.draw(viewer);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

function playOn(viewer: view.Viewer, seconds: number): void {
  const [from, to] = view.playedSpan(viewer);
  const next = viewer.time + seconds * Number(viewer.panel.speed.value);
  view.seek(viewer, next > to ? from : next);
  tellTime(viewer);
}

/** A click beside the bars goes to that time; one on a bar is a link to its finding. */
function clickLane(viewer: view.Viewer, event: MouseEvent): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>('tr[data-finding]');
  if (row && !target.closest('a')) choose(viewer, Number(row.dataset.finding));
  if (row) return;
  const link = target.closest<HTMLElement>('a[data-finding]');
  if (link) {
    event.preventDefault();
    viewer.isPlaying = false;
    choose(viewer, Number(link.dataset.finding));
    return;
  }
  const track = target.closest<HTMLElement>('.track');
  if (!track || viewer.clip < 0) return;
  const { left, width } = track.getBoundingClientRect();
  const { start, end } = view.assetOf(viewer).clips[viewer.clip];
  viewer.isPlaying = false;
  seekTo(viewer, start + ((event.clientX - left) / width) * (end - start));
}

function pressKey(viewer: view.Viewer, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('select, input, textarea')) return;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => jump(viewer, -1),
    ArrowUp: () => jump(viewer, -1),
    ArrowRight: () => jump(viewer, 1),
    ArrowDown: () => jump(viewer, 1),
    ' ': () => togglePlay(viewer),
    ',': () => seekTo(viewer, viewer.time - FRAME),
    '.': () => seekTo(viewer, viewer.time + FRAME),
    f: () => toggleWhole(viewer),
    m: () => switchLooks(viewer),
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || (event.key === ' ' && target.closest('button, summary, a'))) return;
  event.preventDefault();
  action();
}

start();
