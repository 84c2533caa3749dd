import type { AnswerRow } from './answer.ts';

/** Answers in which a mended defect shows. Each was looked at: which of the two is right, and that nothing else differs. */
export interface KnownDifference {
  question: string;
  /** The name of the subject, if it is about one; all otherwise. */
  subject?: string;
  /** Which answers of these it explains, by their hashes; all otherwise. */
  explains?(before: string, now: string): boolean;
  reason: string;
}

export const knownDifferences: KnownDifference[] = [
  {
    question: 'check: depths',
    explains: (before, now) => before.split(' ')[0] !== now.split(' ')[0],
    reason: 'creases are told by all pairs that touch, and are measured by triangles',
  },
];

/** Why two answers of these rows differ, if it is known. */
export function explain({ subject, question }: AnswerRow, before: string, now: string): string | undefined {
  return knownDifferences.find(
    entry =>
      entry.question === question &&
      (entry.subject === undefined || entry.subject === subject) &&
      (entry.explains === undefined || entry.explains(before, now)),
  )?.reason;
}
