/**
 * Changes the fragment of the address: `push` adds an entry to the history of the tab, `replace` changes the current one. Where a
 * page may not do so, such as some that are opened as files, follows a link to the fragment instead.
 */
export function changeAddress(how: 'push' | 'replace', href: string): void {
  if (href === location.href) return;
  try {
    if (how === 'push') history.pushState(null, '', href);
    else history.replaceState(null, '', href);
  } catch {
    // With `#`, since without a fragment the page would load again.
    const link = href.includes('#') ? href : `${href}#`;
    if (how === 'push') location.assign(link);
    else location.replace(link);
  }
}
