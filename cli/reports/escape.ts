/*
 * Names in a glTF file are whatever someone wrote there. Each of these makes any text harmless in one place; nothing else may
 * put a name into a report.
 */

/** What XML 1.0 has no way to say (control characters, U+FFFE and U+FFFF), and what turns the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Without halves of surrogate pairs, which no file in UTF-8 can hold. */
export function mendSurrogates(text: string): string {
  return text.replace(LONE_SURROGATES, '\ufffd');
}

/** For content and quoted attributes of XML and HTML alike; what neither can say becomes U+FFFD. */
export function escapeMarkup(text: string): string {
  return mendSurrogates(text.replace(NOT_XML, '\ufffd')).replace(/[&<>"']/g, mark => MARKS[mark]);
}

/** For quoted attributes of XML, which else would lose line breaks and tabs. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replace(/[\t\n\r]/g, mark => `&#${mark.charCodeAt(0)};`);
}

/** JSON for a script element: there is no '<' in it, so nothing can end the element or begin a comment. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escapeUnit);
}

function escapeUnit(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** For messages of SARIF, in which brackets make links. */
export function escapeMessage(text: string): string {
  return mendSurrogates(text.replace(NOT_XML, '\ufffd')).replace(/[\\[\]]/g, '\\$&');
}

/** For one line of Markdown, in a table too. Addresses and mentions, which are links without any mark, are broken by a space of no width. */
export function escapeMarkdown(text: string): string {
  return mendSurrogates(text.replace(NOT_XML, '\ufffd'))
    .replace(/\s+/g, ' ')
    .replace(/[&<>]/g, mark => MARKS[mark])
    .replace(/[\\`*_{}[\]()#+!|~@:]/g, '\\$&')
    .replace(/\\[@:](?=\S)|www(?=\.)/gi, '$&&#8203;');
}
