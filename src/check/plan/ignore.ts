import type { FindingSide } from '../findings/report.ts';
import { fitsPattern } from './options.ts';

/**
 * Whether a finding fits 'X:Y', in either order. X and Y may name a joint, a body, 'body.joint' or a material of what touches,
 * with * for anything.
 */
export function matchesIgnore(pattern: string, a: FindingSide, b: FindingSide): boolean {
  const [x, y] = pattern.split(':').map(part => part.trim());
  return (fitsSide(a, x) && fitsSide(b, y)) || (fitsSide(a, y) && fitsSide(b, x));
}

function fitsSide({ body, joint, materials }: FindingSide, pattern: string): boolean {
  return [joint, body, `${body}.${joint}`, ...materials].some(name => fitsPattern(name, pattern));
}
