/** Up to the last '@', as passwords may hold one; of those in the query too. For addresses, and texts with addresses in them. */
export function hidePassword(text: string): string {
  return text
    .replaceAll(/(\/\/[^\s:@/]*):[^\s]*@/g, '$1:***@')
    .replaceAll(/([?&](?:password|auth)=)[^\s&#]*/gi, '$1***');
}
