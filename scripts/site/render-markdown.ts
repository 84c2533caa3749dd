import MarkdownIt, { type Token } from 'markdown-it';

/** A page of Markdown as HTML. */
export interface Rendered {
  title: string;
  /** The first paragraph, without marks. */
  summary: string;
  html: string;
  /** What can be linked to in it. */
  anchors: Set<string>;
}

/** `toLink` says where a link or a picture leads from the page; null: nowhere, so that its text stays and the link goes. */
export function renderMarkdown(text: string, toLink: (href: string) => string | null): Rendered {
  const markdown = new MarkdownIt({ html: true });
  const tokens = markdown.parse(text, {});
  const anchors = new Set<string>();
  let title = '';
  let summary = '';
  tokens.forEach((token, k) => {
    const next = tokens[k + 1];
    if (token.type === 'heading_open') {
      const name = textOf(next);
      if (title === '') title = name;
      token.attrSet('id', nameAnchor(name, anchors));
    }
    if (token.type === 'paragraph_open' && summary === '' && title !== '') summary = textOf(next);
    if (token.children) token.children = followLinks(token.children, toLink);
  });
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
  return { title, summary, html, anchors };
}

function followLinks(tokens: readonly Token[], toLink: (href: string) => string | null): Token[] {
  let dropped = 0; // links do not stand in one another
  return tokens.filter(token => {
    if (token.type === 'image') token.attrSet('src', toLink(token.attrGet('src')!) ?? '');
    if (token.type === 'link_open') {
      const to = toLink(token.attrGet('href')!);
      if (to !== null) token.attrSet('href', to);
      else dropped++;
      return to !== null;
    }
    if (token.type === 'link_close' && dropped > 0) {
      dropped--;
      return false;
    }
    return true;
  });
}

/** What is read of a line. */
function textOf({ children, content }: Token): string {
  if (!children) return content;
  return children
    .map(({ type, content: text }) => (type === 'softbreak' ? ' ' : type === 'image' ? '' : text))
    .join('');
}

/** As GitHub does it, so that the same links work there and here. */
function nameAnchor(title: string, taken: Set<string>): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  let name = plain;
  for (let k = 1; taken.has(name); k++) name = `${plain}-${k}`;
  taken.add(name);
  return name;
}
