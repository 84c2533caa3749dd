/**
 * How many cases a search tries: `few` in npm test, `many` in npm run test:long. Both look for the same thing; few are enough to
 * notice every mistake that has been made on purpose so far, many are for those that nobody thought of.
 */
export function cases(few: number, many: number): number {
  return process.env.TEST_LONG === '1' ? many : few;
}
