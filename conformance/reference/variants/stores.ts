import { at, type Variant, variantsOf } from './variant.ts';

/** Stores of every size, and reports that arrive or tie in unusual ways. */
export const storeVariants: readonly Variant[] = [
  ...variantsOf({
    default: {},
    // The machine's own clock
    live: { now: 'live', hours: 'daily' },
    'another-seed': { seed: 99 },
    // Other data, fewer days
    'third-seed': { seed: 4242, days: 30 },
    'reports-0': { count: 0 },
    // An empty store, with null for what is unknown
    'reports-0-nulls': { count: 0, noEstimate: 'nulls', lastUpdated: 'null' },
    'reports-1': { count: 1 },
    'reports-3': { count: 3 },
    'reports-8': { count: 8 },
    'reports-9': { count: 9 },
    'reports-200': { count: 200 },
    'reports-201': { count: 201 },
    'reports-600': { count: 600 },
    // A hundred thousand reports
    'reports-100000': { count: 100_000, days: 900 },
    // Five thousand reports in ten days
    'reports-5000-dense': { count: 5000, days: 10 },
    // No report in the last seven weeks
    'reports-old': { count: 400, days: 60, quietDays: 50 },
    // No report in the last half year
    'reports-older': { count: 300, days: 60, quietDays: 190 },
    // All reports are from today and yesterday
    'reports-today-only': { count: 40, days: 1 },
    'fractions-micro': { fractions: 'micro' },
    // Timestamps with milliseconds
    'fractions-milli': { fractions: 'milli', fractionDigits: 3 },
    'fractions-mixed': { fractions: 'mixed' },
    'ties-many': { ties: 0.5 },
    // Shared times with microseconds
    'ties-fractions': { ties: 0.3, fractions: 'mixed' },
    // A label appears only in reports that share their time with a report of another label
    'ties-of-labels': { ties: 0.6, count: 6, days: 3, seed: 29 },
    // Every label but one does
    'ties-of-all-labels': { ties: 0.6, count: 8, days: 3, seed: 22 },
    'ids-shuffled': { ids: 'shuffled' },
    // Ids beyond 2^53, which differ in their last digits
    'ids-huge': { ids: 'huge', fractions: 'mixed' },
    // Most reports are made while the venue is closed
    'reports-any-time': { hours: 'noon', whileOpen: 0.2 },
    // Open from 3 to 5 am; nearly all reports are made by day
    'reports-by-day': { hours: 'night', whileOpen: 0.05 },
    // The same, while it is open
    'reports-by-day-night': { hours: 'night', whileOpen: 0.05, ...at('04:12:00') },
    // Opened a minute ago, after many reports of that day
    'reports-any-time-opened': {
      hours: 'noon',
      whileOpen: 0,
      ...at('11:01:00'),
      days: 3,
      lineExtent: 'so-far',
    },
    // Ids that decrease with time
    'ids-descending': { ids: 'descending', ties: 0 },
  }),
];

/** Requests of the run with which a report changes, and how old it is: before and after each kind of response. */
const moments = [
  [2, 0.97],
  [5, 0.5],
  [7, 0.4],
  [9, 0.999],
  [11, 0.6],
  [17, 0.97],
  [22, 0],
  [28, 0.5],
  [32, 0.7],
  [50, 0.998],
] as const;

/** A moderator approves, removes or corrects a report of the past during the run, or two of them, or attaches a photo to one. */
export const moderationVariants: readonly Variant[] = moments.flatMap(([request, moderated]) => [
  ...variantsOf({
    [`approved-${request}`]: { approvedWith: request, moderated },
    [`removed-${request}`]: { removedWith: request, moderated },
    [`moderated-${request}`]: {
      approvedWith: request,
      removedWith: request + 3,
      moderated,
      count: 450,
      days: 25,
    },
    [`corrected-${request}`]: { correctedWith: request, moderated },
  }),
  ...variantsOf({ [`photo-${request}`]: { photoWith: request, moderated } }, [1]),
]);
