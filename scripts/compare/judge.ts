import type { AnswerRow } from './answer.ts';
import { digest } from './digest.ts';
import { explain } from './known-differences.ts';

/** One question about one subject, answered by both sides. */
export interface Verdict {
  subject: string;
  question: string;
  /** A hash over all steps, clips or contacts, of the other checkout and of this one. */
  before: string;
  now: string;
  count: number;
  state: 'equal' | 'mended' | 'DIFFERENT';
  /** In how many steps, clips or contacts they differ, the first of them, and why if it is known. */
  note: string;
}

export function judge(before: AnswerRow, now: AnswerRow): Verdict {
  const steps = Math.max(before.hashes.length, now.hashes.length);
  const reasons = new Set<string>();
  let [different, unknown, first] = [0, 0, -1];
  for (let k = 0; k < steps; k++) {
    const [one, other] = [before.hashes[k] ?? '', now.hashes[k] ?? ''];
    if (one === other) continue;
    const reason = explain(now, one, other);
    if (reason) reasons.add(reason);
    else unknown++;
    if (first < 0 || (unknown === 1 && !reason)) first = k;
    different++;
  }
  const error = [...before.hashes, ...now.hashes].find(hash => hash.startsWith('error'));
  const words = different > 0 ? [`${different} of ${steps}, ${unknown} unexplained, see ${first}`, ...reasons] : [];
  if (error) words.push(error);
  return {
    subject: now.subject,
    question: now.question,
    before: digest(before.hashes),
    now: digest(now.hashes),
    count: now.count,
    state: different === 0 ? 'equal' : unknown === 0 ? 'mended' : 'DIFFERENT',
    note: words.join('; '),
  };
}
