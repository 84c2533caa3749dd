/** As much of markdown-it as is used here; it comes without types. */
declare module 'markdown-it' {
  export interface Token {
    type: string;
    tag: string;
    content: string;
    children: Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }
  export default class MarkdownIt {
    constructor(options: { html?: boolean; linkify?: boolean });
    parse(text: string, env: object): Token[];
    renderer: { render(tokens: Token[], options: object, env: object): string };
    options: object;
  }
}
