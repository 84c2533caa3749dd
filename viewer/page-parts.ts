import type { Caption } from './caption.ts';
import type { Choices } from './choices.ts';
import { hideMessage, showMessage, showProgress } from './messages.ts';
import type { Numbers } from './numbers.ts';
import { boundsOf, levelOf, markOf, type Opened, overlayOf, type PageModel, secondOf, titleOf } from './page-model.ts';
import type { SceneList } from './scene-list.ts';
import type { Show } from './show.ts';
import type { Stage } from './stage.ts';
import type { Timeline } from './timeline.ts';
import { viewOf } from './views.ts';

/** All parts of the page that show something. */
export interface PageParts {
  stage: Stage;
  show: Show;
  caption: Caption;
  numbers: Numbers;
  list: SceneList;
  timeline: Timeline;
  choices: Choices;
}

/** Brings the page from what it knew before to what it knows now; what is the same is left alone. */
export function drawPage(parts: PageParts, before: PageModel, model: PageModel): void {
  if (model.message !== before.message) {
    if (model.message) showMessage(model.message.text);
    else hideMessage();
  }
  if (model.opening !== before.opening) {
    showProgress(model.opening ? titleOf(model.opening) : '');
    parts.list.mark(markOf(model));
  }
  if (model.opened !== null && model.opened !== before.opened) drawOpened(parts, model, model.opened);
  else if (secondOf(model)?.size !== secondOf(before)?.size) lookFromFront(parts, model);
  const isMoved = model.turns !== before.turns || model.wanted.second !== before.wanted.second;
  if (isMoved && model.opened === before.opened) parts.timeline.forgetContacts();
  if (model.wanted !== before.wanted || model.turns !== before.turns || model.opened !== before.opened) {
    drawControls(parts, model);
  }
  if (model.frame !== null && model.frame !== before.frame) drawFrame(parts, model);
}

export function lookFromFront({ stage }: PageParts, model: PageModel): void {
  if (model.opened !== null) stage.lookAt(boundsOf(model, model.opened), viewOf(model.opened.scene));
}

function drawOpened(parts: PageParts, model: PageModel, opened: Opened): void {
  parts.show.open(opened);
  lookFromFront(parts, model);
  parts.numbers.clear();
  parts.timeline.open(opened);
  const canPose = opened.bodies.some(({ jointParents, instances }) => jointParents.length > 1 && instances === 1);
  parts.choices.open({ ...opened, clip: model.wanted.clip || opened.clips[0], canPose });
  parts.caption.open(opened);
  document.body.dataset.scene = opened.scene;
}

function drawControls({ timeline, choices, show }: PageParts, model: PageModel): void {
  const { isPlaying, speed, compares, isPosing } = model.wanted;
  timeline.setPlaying(isPlaying);
  timeline.setSpeed(speed);
  if (model.opened === null) return;
  const [overlay, level, isTurned] = [overlayOf(model), levelOf(model), model.turns.length > 0];
  choices.show({ overlay, level, compares, isPosing, isTurned, second: secondOf(model) });
  show.setPosing(isPosing);
}

function drawFrame({ numbers, show, timeline, caption }: PageParts, { frame, answered, opened }: PageModel): void {
  if (frame === null || answered === null || opened === null) return;
  numbers.show(frame, answered.options.compares);
  if (answered.isRepeated) return;
  show.apply(frame, answered.options.overlay);
  timeline.show(frame.step, frame.contacts);
  caption.showContacts(frame.contacts, opened.contactsWord);
  document.body.dataset.step = String(frame.step);
  document.body.dataset.contacts = String(frame.contacts);
}
