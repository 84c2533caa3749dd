export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Elements, attributes, text and references of XML 1.0, and nothing else: throws at whatever a parser would refuse. */
export function parseXml(xml: string): XmlElement {
  if (CONTROLS.test(xml) || HALVES.test(xml)) throw new Error('there is a character that XML cannot hold');
  const decode = (text: string): string => {
    if (/<|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)|\]\]>/i.test(text)) throw new Error(`wrong text: ${text}`);
    return text.replace(/&(#x?)?(\w+);/g, (_, sharp, code) => {
      if (!sharp) return ENTITIES[code];
      const decoded = String.fromCodePoint(Number.parseInt(code, sharp === '#' ? 10 : 16));
      if (CONTROLS.test(decoded) || HALVES.test(decoded))
        throw new Error(`a reference to a character that XML cannot hold: ${code}`);
      return decoded;
    });
  };
  const body = xml.replace(/^<\?xml [^?]*\?>\s*/, '');
  const stack: XmlElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  let at = 0;
  const tag = /<(\/?)([A-Za-z_][\w.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g;
  for (let match = tag.exec(body); match; match = tag.exec(body)) {
    const [whole, isEnd, name, list, isEmpty] = match;
    stack[stack.length - 1].text += decode(body.slice(at, match.index));
    at = match.index + whole.length;
    if (isEnd) {
      const ended = stack.pop()!;
      if (ended.name !== name) throw new Error(`</${name}> ends <${ended.name}>`);
      continue;
    }
    const attributes: Record<string, string> = {};
    for (const [, key, value] of list.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
      if (key in attributes) throw new Error(`${key} is there twice`);
      attributes[key] = decode(value);
    }
    const element = { name, attributes, children: [], text: '' };
    stack[stack.length - 1].children.push(element);
    if (!isEmpty) stack.push(element);
  }
  if (decode(body.slice(at)).trim() !== '' || stack.length !== 1 || stack[0].children.length !== 1) {
    throw new Error('it does not end where it should');
  }
  return stack[0].children[0];
}
