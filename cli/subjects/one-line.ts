/**
 * What files say, names and parts of messages, for reports and terminals: without the signs that begin lines and move cursors. A name
 * could otherwise write whole lines of a report by itself.
 */
export function inOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}

/** The same for the message of an error. */
export function sayError(error: unknown): string {
  return inOneLine((error as Error).message)
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
