/** The element of the page with this id; it is there, or page and program do not belong together. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id);
  if (element === null)
    throw new Error(`byId: the page has no element #${id}; load the page that belongs to this program.`);
  return element as Kind;
}

/** A new element with text in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(name: Name, text = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
