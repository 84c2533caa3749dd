/** A value as an error message says it: numbers and strings as they are, of anything else what it is. */
export function sayValue(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return `${value}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
