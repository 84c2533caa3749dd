/**
 * How many bytes may still be taken into memory. A few bytes of JSON can ask for gigabytes (an accessor without data
 * stands for zeros; compressed data says itself how much it unpacks to), so whoever makes an array asks first.
 */
export interface Budget {
  total: number;
  left: number;
}

/** 64 MB and 64 times the file: more than any honest file unpacks to (meshopt and Draco reach about 20). */
export function createBudget(fileBytes: number, most?: number): Budget {
  const total = most ?? 2 ** 26 + 64 * fileBytes;
  return { total, left: total };
}

export function spend(budget: Budget, bytes: number, what: string): void {
  budget.left -= bytes;
  if (budget.left >= 0) return;
  throw new Error(
    `readGltf: ${what} would bring what the file unpacks to beyond ${budget.total} bytes; ` +
      'it is damaged, or give a larger maxBytes if it is meant.',
  );
}
