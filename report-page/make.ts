/** An element of a class. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  kind: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = kind;
  if (text !== '') element.textContent = text;
  return element;
}

export function makeButton(text: string, title: string): HTMLButtonElement {
  const element = make('button', 'button', text);
  element.type = 'button';
  element.title = title;
  element.setAttribute('aria-label', title);
  return element;
}

export function makeSelect(title: string, kind: string): HTMLSelectElement {
  const element = make('select', kind);
  element.title = title;
  element.setAttribute('aria-label', title);
  return element;
}
