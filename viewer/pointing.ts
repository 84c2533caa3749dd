import * as three from 'three';
import type { Handle } from './joint-handles.ts';
import type { Stage } from './stage.ts';

export interface PointingActions {
  /** The handles that can be pulled at now. */
  handles(): readonly Handle[];
  /** A handle was taken hold of. */
  grab(): void;
  /** Turn by an angle about an axis of the world. */
  pull(handle: Handle, axis: three.Vector3, angle: number): void;
  pick(origin: three.Vector3, direction: three.Vector3): void;
}

/** How far from a dot, in pixels, it is still meant. */
const REACH = { mouse: 12, pen: 16, touch: 24 } as const;
/** A press that moves less is a click. */
const STILL = 5;

/** Tells clicks (what is there?) from drags of a handle and from turns of the camera, which are left to the controls. */
export function createPointing(stage: Stage, actions: PointingActions): void {
  const { canvas, camera, controls } = stage;
  let held: { handle: Handle; angle: number } | null = null;
  let pressed: { x: number; y: number } | null = null;
  let left = 0; // where the picture begins that is pointed at

  const placeOf = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (event.buttons === 0 || event.type === 'pointerdown') left = x < stage.pictureWidth() ? 0 : stage.pictureWidth();
    return [x - left, y];
  };
  const onCanvas = (point: three.Vector3): [number, number] => {
    const seen = point.clone().project(camera);
    return [(0.5 + 0.5 * seen.x) * stage.pictureWidth(), (0.5 - 0.5 * seen.y) * canvas.clientHeight];
  };
  const nearestHandle = ([x, y]: [number, number], maxDistance: number): Handle | null => {
    let best: Handle | null = null;
    for (const handle of actions.handles()) {
      const [hx, hy] = onCanvas(handle.place);
      const distance = Math.hypot(hx - x, hy - y);
      if (distance > maxDistance) continue;
      maxDistance = distance;
      best = handle;
    }
    return best;
  };
  const angleAt = ({ pivot }: Handle, [x, y]: [number, number]): number => {
    const [px, py] = onCanvas(pivot);
    return Math.atan2(py - y, x - px);
  };

  canvas.addEventListener(
    'pointerdown',
    event => {
      const place = placeOf(event);
      pressed = event.isPrimary && event.button === 0 ? { x: place[0], y: place[1] } : null;
      const handle = pressed && nearestHandle(place, REACH[event.pointerType as keyof typeof REACH] ?? REACH.mouse);
      if (!handle) return;
      controls.enabled = false;
      pressed = null;
      held = { handle, angle: angleAt(handle, place) };
      canvas.setPointerCapture(event.pointerId);
      actions.grab();
    },
    { capture: true },
  );
  canvas.addEventListener('pointermove', event => {
    const place = placeOf(event);
    if (held === null) {
      canvas.style.cursor = event.buttons === 0 && nearestHandle(place, REACH.mouse) ? 'grab' : '';
      return;
    }
    const angle = angleAt(held.handle, place);
    const turn = Math.atan2(Math.sin(angle - held.angle), Math.cos(angle - held.angle));
    held.angle = angle;
    actions.pull(held.handle, camera.getWorldDirection(new three.Vector3()).negate(), turn);
  });
  const release = (event: PointerEvent): void => {
    const [x, y] = placeOf(event);
    const isClick = event.type === 'pointerup' && pressed && Math.hypot(x - pressed.x, y - pressed.y) < STILL;
    controls.enabled = true;
    held = null;
    pressed = null;
    if (!isClick) return;
    const at = new three.Vector3((2 * x) / stage.pictureWidth() - 1, 1 - (2 * y) / canvas.clientHeight, 0.5);
    const direction = at.unproject(camera).sub(camera.position).normalize();
    actions.pick(camera.position.clone(), direction);
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
}
