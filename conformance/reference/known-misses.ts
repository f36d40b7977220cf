const NO_ROOM =
  'with 1,500 reports the walk uses up the budget; the request is sent on smaller stores, and with --max-requests 120';

/**
 * Faults that the project's gate misses in at least one form, and why. The gate's bench fails if it finds one after all. A change
 * that the description allows is no fault (`mustPass`), so it needs no entry.
 */
export const KNOWN_MISSES: Readonly<Record<string, string>> = {
  'hours/minutes-plus-day': 'in Form 1, nothing shows whether today has longer hours than other days',
  'methods/post-highlights': NO_ROOM,
  'methods/post-export.csv': NO_ROOM,
  'methods/put-chart': NO_ROOM,
  'methods/patch-status': NO_ROOM,
  'contradictions/default-next-skips': NO_ROOM,
  'contradictions/small-next-repeats': NO_ROOM,
  'contradictions/previous-older': NO_ROOM,
  'occasional/status-fourth-503': NO_ROOM,
  'occasional/highlights-fourth-503': NO_ROOM,
  'stability/other-version':
    'every path is 404, as with a wrong base URL, so the run is inconclusive and asks whether it is right',
  'feed/limit-floor': NO_ROOM,
  'feed/limit-one-is-two': NO_ROOM,
  'highlights/one-day-is-two': NO_ROOM,
  'stability/500-limit-1': 'only this limit fails, and the walk needs larger ones',
  'highlights/maximum-7': 'highlights may have been introduced seven days ago',
  'highlights/maximum-30': 'highlights may have been introduced thirty days ago',
  'highlights/today-lost': 'a day may have no highlight, so nothing shows whether today should have one',
  'highlights/maximum-59':
    'a day may have no highlight, so nothing shows whether the sixtieth should have one',
};
