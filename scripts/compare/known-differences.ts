/** A row in which a mended defect shows. */
export interface KnownDifference {
  subject: string | RegExp;
  question: string | RegExp;
  reason: string;
}

export const knownDifferences: KnownDifference[] = [];
