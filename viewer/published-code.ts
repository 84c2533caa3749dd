/** Our sources import each other; people import packages, which the comment behind each import names. */
export function publishedCode(source: string): string {
  return source.replace(/from '[./\w-]+'; \/\/ ('[\w/]+')$/gm, 'from $1;').trim();
}
