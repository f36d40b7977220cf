import { type Variant, variantsOf } from './variant.ts';

/** Stores of every size, and reports that arrive or tie in unusual ways. */
export const storeVariants = variantsOf({
  default: ['The default options.', {}],
  live: ["The machine's own clock.", { now: 'live', hours: 'daily' }],
  'another-seed': ['Other data.', { seed: 99 }],
  'third-seed': ['Other data, fewer days.', { seed: 4242, days: 30 }],
  'reports-0': ['An empty store.', { count: 0 }],
  'reports-0-nulls': [
    'An empty store, with null for what is unknown.',
    { count: 0, noEstimate: 'nulls', lastUpdated: 'null' },
  ],
  'reports-1': ['A single report.', { count: 1 }],
  'reports-3': ['Three reports.', { count: 3 }],
  'reports-8': ['Exactly one default page.', { count: 8 }],
  'reports-9': ['One report more than the default page.', { count: 9 }],
  'reports-200': ['Exactly one page of the maximum.', { count: 200 }],
  'reports-201': ['One report more than the maximum page.', { count: 201 }],
  'reports-600': ['Exactly three pages of the maximum.', { count: 600 }],
  'reports-100000': ['A hundred thousand reports.', { count: 100_000, days: 900 }],
  'reports-5000-dense': ['Five thousand reports in ten days.', { count: 5000, days: 10 }],
  'reports-old': ['No report in the last seven weeks.', { count: 400, days: 60, quietDays: 50 }],
  'reports-older': ['No report in the last half year.', { count: 300, days: 60, quietDays: 190 }],
  'reports-today-only': ['All reports are from today and yesterday.', { count: 40, days: 1 }],
  'fractions-micro': ['Timestamps with microseconds.', { fractions: 'micro' }],
  'fractions-milli': ['Timestamps with milliseconds.', { fractions: 'milli', fractionDigits: 3 }],
  'fractions-mixed': ['Some timestamps have microseconds.', { fractions: 'mixed' }],
  'ties-many': ['Half of the reports share their time with another.', { ties: 0.5 }],
  'ties-fractions': ['Shared times with microseconds.', { ties: 0.3, fractions: 'mixed' }],
  'ties-of-labels': [
    'A label appears only in reports that share their time with a report of another label.',
    { ties: 0.6, count: 6, days: 3, seed: 29 },
  ],
  'ties-of-all-labels': ['Every label but one does.', { ties: 0.6, count: 8, days: 3, seed: 22 }],
  'ids-shuffled': ['Ids in no order.', { ids: 'shuffled' }],
  'ids-huge': ['Ids beyond 2^53, which differ in their last digits.', { ids: 'huge', fractions: 'mixed' }],
  'reports-any-time': ['Most reports are made while the venue is closed.', { hours: 'noon', whileOpen: 0.2 }],
  'reports-by-day': [
    'Open from 3 to 5 am; nearly all reports are made by day.',
    { hours: 'night', whileOpen: 0.05 },
  ],
  'reports-by-day-night': [
    'The same, while it is open.',
    { hours: 'night', whileOpen: 0.05, now: '2026-11-20T04:12:00' },
  ],
  'reports-any-time-opened': [
    'Opened a minute ago, after many reports of that day.',
    { hours: 'noon', whileOpen: 0, now: '2026-11-20T11:01:00', days: 3, lineExtent: 'so-far' },
  ],
  'ids-descending': ['Ids that decrease with time.', { ids: 'descending', ties: 0 }],
});

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

/** A moderator approves or removes a report of the past during the run. */
export const moderationVariants: readonly Variant[] = moments.flatMap(([request, moderated]) =>
  variantsOf({
    [`approved-${request}`]: [
      `A report of the past is approved with request ${request}.`,
      { approvedWith: request, moderated },
    ],
    [`removed-${request}`]: [
      `A report of the past is removed with request ${request}.`,
      { removedWith: request, moderated },
    ],
    [`moderated-${request}`]: [
      `One is approved with request ${request}, and another removed three requests later.`,
      { approvedWith: request, removedWith: request + 3, moderated, count: 450, days: 25 },
    ],
    [`corrected-${request}`]: [
      `The bucket of a report of the past is corrected with request ${request}.`,
      { correctedWith: request, moderated },
    ],
    [`photo-${request}`]: [
      `A photo is attached to a report of the past with request ${request}, or removed from it.`,
      { photoWith: request, moderated },
      [1],
    ],
  }),
);
