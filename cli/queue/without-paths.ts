/** What is in the way of a message that names files: folders of the machine it was made on, which are nobody's business. */
const FOLDERS = /(?:file:)?(?:\b[a-z]:)?[\\/]+(?:[^\s\\/:'"()]+[\\/]+)+/gi;

/** A message in which files have their names only, without the folders they are in. */
export function withoutPaths(text: string): string {
  return text.replaceAll(FOLDERS, '');
}
