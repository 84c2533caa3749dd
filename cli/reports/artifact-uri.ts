import { mendSurrogates } from './escape.ts';

/** A path as the relative address that SARIF wants: forward slashes, percent signs; of what lies outside, the name only. */
export function toArtifactUri(path: string): string {
  const parts = path.split(/[\\/]/).filter(part => part !== '.' && part !== '');
  const inside = parts.includes('..') ? parts.slice(-1) : parts;
  return inside.map(part => encodeURIComponent(mendSurrogates(part))).join('/');
}
