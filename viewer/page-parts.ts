import type { Caption } from './caption.ts';
import type { Choices } from './choices.ts';
import type { CodeDialog } from './code-dialog.ts';
import { hideMessage, showMessage, showProgress } from './messages.ts';
import type { Numbers } from './numbers.ts';
import {
  boundsOf,
  isSlowed,
  levelOf,
  markOf,
  type Opened,
  overlayOf,
  type PageModel,
  secondOf,
  titleOf,
} from './page-model.ts';
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
  code: CodeDialog;
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
  else if (model.wanted.camera !== before.wanted.camera || model.wanted.isSplit !== before.wanted.isSplit)
    lookAsWanted(parts, model);
  const isMoved = model.wanted.turns !== before.wanted.turns || model.wanted.second !== before.wanted.second;
  if (isMoved && model.opened === before.opened) parts.timeline.forgetContacts();
  if (model.wanted !== before.wanted || model.opened !== before.opened) {
    drawControls(parts, model);
  }
  if (model.frame !== null && model.frame !== before.frame) drawFrame(parts, model);
  if (model.notes !== before.notes) parts.caption.showNotes(model.notes);
  if (isSlowed(model) !== isSlowed(before)) parts.timeline.setSlowed(isSlowed(model));
}

/** Two pictures are narrow: there the middle of a scene is worth more than all its ends. */
const SPLIT_ZOOM = 1.2;

export function lookFromFront({ stage }: PageParts, model: PageModel): void {
  if (model.opened !== null) {
    const view = viewOf(model.opened.scene);
    const zoom = view.zoom * (model.wanted.isSplit ? SPLIT_ZOOM : 1);
    stage.lookAt(boundsOf(model, model.opened), { ...view, zoom });
  }
}

/** As the address has it, or from the front. */
function lookAsWanted(parts: PageParts, model: PageModel): void {
  const { camera, isSplit } = model.wanted;
  parts.show.setSplit(isSplit);
  if (camera === null) lookFromFront(parts, model);
  else parts.stage.setCamera(camera);
}

function drawOpened(parts: PageParts, model: PageModel, opened: Opened): void {
  parts.show.open(opened);
  parts.show.setSplit(model.wanted.isSplit);
  lookFromFront(parts, model); // also puts the ground and the light in place
  if (model.wanted.camera !== null) parts.stage.setCamera(model.wanted.camera);
  parts.numbers.clear();
  parts.timeline.open(opened);
  const canPose = opened.bodies.some(({ jointParents, instances }) => jointParents.length > 1 && instances === 1);
  parts.choices.open({
    ...opened,
    clip: model.wanted.clip || opened.clips[0],
    canPose,
    canPaint: opened.materials.length > 0,
  });
  parts.caption.open(opened);
  parts.code.open(opened);
  document.body.dataset.scene = opened.scene;
}

function drawControls({ timeline, choices, show }: PageParts, model: PageModel): void {
  const { isPlaying, speed, slows, compares, isSplit, isPosing, isPainted } = model.wanted;
  timeline.setPlaying(isPlaying);
  timeline.setSpeed(speed);
  timeline.setSlows(slows);
  if (model.opened === null) return;
  const [overlay, level, isTurned] = [overlayOf(model), levelOf(model), model.wanted.turns.length > 0];
  choices.show({ overlay, level, compares, isSplit, isPosing, isPainted, isTurned, second: secondOf(model) });
  show.setPainted(isPainted);
  show.setPosing(isPosing);
}

function drawFrame({ numbers, show, timeline, caption }: PageParts, { frame, answered, opened }: PageModel): void {
  if (frame === null || answered === null || opened === null) return;
  numbers.show(frame, answered.options);
  if (answered.isRepeated) return;
  show.apply(frame, answered.options.overlay);
  timeline.show(frame.step, frame.contacts);
  caption.showContacts(frame.contacts, opened.contactsWord);
  document.body.dataset.step = String(frame.step);
  document.body.dataset.contacts = String(frame.contacts);
}
