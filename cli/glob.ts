/*
 * Patterns of file names, for shells that do not know them (cmd.exe) and for those who quote them: * and ? for anything but a
 * separator, ** for any number of folders, [a-z] and [!a-z] for one of some letters. What begins with a dot must be asked for.
 */

export function isGlob(text: string): boolean {
  return /[*?[]/.test(text);
}

/** One part of a pattern, between separators. */
export function toSegmentTest(segment: string): RegExp {
  const source = segment.replace(/\*+|\?|\[(!?)((?:\][^\]]*|[^\]]+))\]|[^*?[]+|\[/g, (token, not, letters) => {
    if (token[0] === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (letters !== undefined) return `[${not === '!' ? '^' : ''}${letters.replace(/[\\\]^]/g, '\\$&')}]`;
    return token.replace(/[.+^${}()|[\]\\/]/g, '\\$&');
  });
  return new RegExp(`^${segment.startsWith('.') ? '' : '(?!\\.)'}${source}$`);
}
