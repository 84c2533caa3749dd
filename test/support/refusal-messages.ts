import { expect } from 'vitest';

/** What every message of this library looks like: who speaks, what is wrong with which value, and what to do about it. */
export const FORM = /^\w+: .+; .+\.$/s;

/** What a call that must throw an error says. */
export function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}
