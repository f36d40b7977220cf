const NO_ROOM = 'on a store of 1,500 reports the walk leaves no room for this request; asked on smaller ones';

/**
 * Faults that the project's gate does not find, in one form at least, each with the reason; an entry that is found after all
 * fails the check. Faults that the description can be read as allowing carry their reason themselves and need no entry.
 */
export const KNOWN_MISSES: Readonly<Record<string, string>> = {
  'methods/post-highlights': NO_ROOM,
  'methods/put-chart': NO_ROOM,
  'methods/put-reports': NO_ROOM,
  'methods/patch-status': NO_ROOM,
  'methods/patch-reports': 'methods are spread over the endpoints, and PATCH is tried on the status only',
  'stability/500-bad-date': NO_ROOM,
  'stability/500-reversed': NO_ROOM,
  'stability/500-empty-patterns': NO_ROOM,
  'stability/400-chart-until':
    'what a chart shows when only one end is given is not told, so a refusal is no certain breach',
};
