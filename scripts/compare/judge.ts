import type { AnswerRow } from './answer.ts';
import { digest } from './digest.ts';
import { type KnownDifference, knownDifferences } from './known-differences.ts';

/** One question about one subject, answered by both sides. */
export interface Verdict {
  subject: string;
  question: string;
  /** A hash over all steps or clips, of the other checkout and of this one. */
  before: string;
  now: string;
  count: number;
  state: 'equal' | 'mended' | 'DIFFERENT';
  /** In how many steps or clips they differ, the first of them, and why if it is known. */
  note: string;
}

export function judge(before: AnswerRow, now: AnswerRow): Verdict {
  const steps = Math.max(before.hashes.length, now.hashes.length);
  const different = Array.from({ length: steps }, (_, k) => k).filter(k => before.hashes[k] !== now.hashes[k]);
  const known = different.length > 0 ? knownDifferences.find(entry => isOf(entry, now)) : undefined;
  const error = [before, now].flatMap(({ hashes }) => hashes).find(hash => hash.startsWith('error'));
  const words = different.length > 0 ? [`${different.length} of ${steps}, first ${different[0]}`] : [];
  if (error) words.push(error);
  if (known) words.push(known.reason);
  return {
    subject: now.subject,
    question: now.question,
    before: digest(before.hashes),
    now: digest(now.hashes),
    count: now.count,
    state: different.length === 0 ? 'equal' : known ? 'mended' : 'DIFFERENT',
    note: words.join('; '),
  };
}

function isOf({ subject, question }: KnownDifference, row: AnswerRow): boolean {
  const fits = (pattern: string | RegExp, text: string): boolean =>
    typeof pattern === 'string' ? pattern === text : pattern.test(text);
  return fits(subject, row.subject) && fits(question, row.question);
}
