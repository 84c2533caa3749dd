const NAMES = ['creatures-walk-through', 'creatures-walk-through-x10', 'creatures-walk-through-x100'];

/** The same creatures at 1x, 10x and 100x the triangles; a quick run leaves out the last, which takes long to make. */
export function creatureScenes(isQuick: boolean): string[] {
  return isQuick ? NAMES.slice(0, 2) : NAMES;
}
