import type { Issue, RegionName } from '../../src/check/index.ts';

/**
 * The pattern for `ignore` that an issue fits: 'body.joint:body.joint'. A colon parts the two sides and blanks around them do not count
 * (`matchesIgnore`), so those within names become *, which fits anything.
 */
export function toIgnore({ a, b }: Pick<Issue, 'a' | 'b'>): string {
  const side = ({ body, joint }: RegionName): string => `${body}.${joint}`.replace(/:|^\s+|\s+$/g, '*');
  return `${side(a)}:${side(b)}`;
}

/** What the configuration file needs so that these patterns are ignored: all of it, for pasting. */
export function toConfig(ignore: readonly string[]): string {
  return JSON.stringify({ ignore: [...new Set(ignore)] }, null, 2);
}
