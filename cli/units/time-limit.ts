import { createContext, runInContext } from 'node:vm';

/**
 * Calls `body`, but for no longer than so many seconds; false if it took longer. It is cut off wherever it is, `finally` or
 * not, so whatever it was changing is half changed: the thread must not be used for the like again. The clock decides, so of two
 * machines one may be in time; where all are, results do not depend on it. Cost: about a millisecond.
 */
export function callWithin(seconds: number, body: () => void): boolean {
  if (seconds === Infinity) {
    body();
    return true;
  }
  try {
    runInContext('body()', createContext({ body }), { timeout: Math.max(1, Math.ceil(1000 * seconds)) });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return false;
  }
}
