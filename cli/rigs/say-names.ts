import { inOneLine } from '../subjects/one-line.ts';

/** Names told of many; more say nothing new. */
const MOST_NAMES = 3;

/** "'a', 'b', 'c' and 9 more". */
export function sayNames(names: readonly string[]): string {
  const some = names.slice(0, MOST_NAMES).map(name => `'${inOneLine(name)}'`);
  return names.length > MOST_NAMES ? `${some.join(', ')} and ${names.length - MOST_NAMES} more` : some.join(', ');
}
