import type { Page } from 'playwright-core';

/** Runs in the page: lists what the keyboard should reach, in the order of the page; of buttons of which one is chosen, that one. */
const LIST = `(() => {
  const isOfItsGroup = control => {
    if (control.type !== 'radio') return true;
    const group = [...document.getElementsByName(control.name)];
    return control === (group.find(({ checked }) => checked) ?? group[0]);
  };
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]');
  window.controlsToReach = [...all].filter(control =>
    control.tabIndex >= 0 && !control.disabled && !control.closest('[inert]') && control.checkVisibility({ visibilityProperty: true }) && isOfItsGroup(control));
  return window.controlsToReach.length;
})()`;

/** Runs in the page: puts the focus before all of it, or behind. */
const BEGIN = `key => {
  const edge = document.createElement('span');
  edge.tabIndex = -1;
  if (key === 'Tab') document.body.prepend(edge);
  else document.body.append(edge);
  edge.focus({ preventScroll: true });
  edge.remove(); // Tab goes on from where it was
}`;

/** Runs in the page: which of these has the focus (null: none, -1: another thing), and what is wrong with how that looks. */
const LOOK = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused === document.documentElement) return null;
  const name = focused.tagName.toLowerCase() + (focused.id ? '#' + focused.id : ' ' + (focused.getAttribute('aria-label') ?? focused.textContent).trim().slice(0, 40));
  const at = window.controlsToReach.indexOf(focused);
  if (focused.tagName === 'IFRAME') return { name, at, faults: [] };
  if (at < 0 && (focused.scrollHeight > focused.clientHeight || focused.scrollWidth > focused.clientWidth)) return { name, at: -2, faults: [] };
  const label = focused.closest('label');
  const isUnseen = getComputedStyle(focused).opacity === '0' || focused.getBoundingClientRect().width < 4;
  const seen = isUnseen && label ? label : focused;
  const { left, top, right, bottom } = seen.getBoundingClientRect();
  const faults = [];
  if (right - left < 4 || bottom - top < 4 || right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) faults.push('is out of sight');
  else {
    const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
    const met = document.elementFromPoint(x, y);
    if (met && !seen.contains(met) && !met.contains(seen) && !(label && label.contains(met))) faults.push('is covered by ' + met.tagName + ' ' + met.id);
  }
  const isOutlined = element => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\\)$|transparent/.test(outlineColor);
  };
  if (!isOutlined(seen) && !(label && isOutlined(label))) faults.push('does not show the focus');
  return { name, at, faults };
})()`;

interface Look {
  name: string;
  at: number;
  faults: string[];
}

/**
 * Goes through a page by Tab, then back by Shift+Tab, and tells what is wrong: controls that are not reached, or out of order, or do not show that they have the focus, and
 * whatever holds it. A frame is one control, however much is in it.
 */
export async function tabThrough(page: Page): Promise<{ count: number; faults: string[] }> {
  const faults: string[] = [];
  await page.evaluate('Promise.all(document.getAnimations().map(each => each.finished))');
  const count = await page.evaluate<number>(LIST);
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate(`(${BEGIN})("${key}")`);
    const reached: number[] = [];
    for (let presses = 0; ; presses++) {
      if (presses > 2 * count + 100) {
        faults.push(`${key}: never leaves the page`);
        break;
      }
      await page.keyboard.press(key);
      const look = await page.evaluate<Look | null>(LOOK);
      if (look === null && presses === 0) continue; // it was outside of the page
      if (look === null) break;
      if (look.at === -2 || look.at === reached.at(-1)) continue;
      if (reached.includes(look.at)) break; // round again
      reached.push(look.at);
      faults.push(...look.faults.map(fault => `${key}: ${look.name} ${fault}`));
      if (look.at === -1) faults.push(`${key}: ${look.name} is reached, and no control`);
    }
    const expected = Array.from({ length: count }, (_, k) => (key === 'Tab' ? k : count - 1 - k));
    if (reached.join() !== expected.join())
      faults.push(`${key}: of ${count} controls ${reached.join(' ')} are reached, in this order`);
  }
  return { count, faults };
}
