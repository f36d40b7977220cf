/** A request: the path includes the service's prefix, header names are in lower case. */
export type HttpRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
};

/** A response, not yet compressed. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The key that the reference accepts. */
export const KEY = 'k3y0fthebench00000000000000000000c0ffee42';

/** The response to an invalid parameter: an error, or the response to another value. */
export type Policy = 400 | 403 | 422 | 'default' | 'clamp';

/** One option for each point that the description leaves open. The defaults resemble a Django REST service. */
export type Options = {
  readonly form: 1 | 2;
  readonly zone: string;
  /** The service's time when it starts, as a local date-time in its zone; `live` is the machine's clock. */
  readonly now: string;
  /** Minutes by which the Date header is ahead of the service's clock, as when old data are replayed; null omits it. */
  readonly dateSkew: number | null;
  /** Milliseconds that the service's clock advances with every request. */
  readonly tick: number;
  readonly prefix: string;
  /** Origin and prefix of `next`, if they differ from the request's. */
  readonly publicUrl: string | null;
  /** The same, but the gate isn't told: it requests the deployment under another of its names. */
  readonly ownUrl: string | null;
  /** Milliseconds that each response takes. */
  readonly delay: number;
  readonly compress: boolean;

  readonly count: number;
  readonly seed: number;
  /** Days before now that have reports. */
  readonly days: number;
  /** Share of the days before today without reports. */
  readonly silentDays: number;
  /** Age in minutes of the newest report, which others precede at steps of nine minutes; null leaves it to the number of reports. */
  readonly newestAge: number | null;
  /** Days before now without any report. */
  readonly quietDays: number;
  /** Days before today whose reports the service keeps. */
  readonly retentionDays: number;
  readonly fractions: 'none' | 'milli' | 'micro' | 'mixed';
  /** Share of the reports made during opening hours; the others are made at any time. */
  readonly whileOpen: number;
  /** Share of the reports with the time of the previous one. */
  readonly ties: number;
  readonly ids: 'ascending' | 'shuffled' | 'descending' | 'huge';
  /** A report arrives with every nth request; 0 is never. */
  readonly arrivals: number;
  /** Arriving reports have times with microseconds. */
  readonly arrivalMicros: boolean;
  /** The request with which a report of the past is approved; no earlier response shows it. 0 is never. */
  readonly approvedWith: number;
  /** The request with which a report of the past is removed; no later response shows it. 0 is never. */
  readonly removedWith: number;
  /** The request with which a report of the past gets the next bucket. 0 is never. */
  readonly correctedWith: number;
  /** The request with which a photo is attached to a report of the past, or removed from it. 0 is never. */
  readonly photoWith: number;
  /** How old these reports are: from 0, the oldest, to 1, the newest. */
  readonly moderated: number;
  /** Which labels Form 2 uses. */
  readonly labels: 'digits' | 'ranges' | 'padded' | 'fine' | 'large' | 'decimals' | 'codes';
  /** The number that a bucket counts as. */
  readonly bucketValue: 'middle' | 'exact-middle' | 'low' | 'high';
  /** Whether every tenth report stands for another number: 60 in the highest bucket, or one more in every bucket but 0. */
  readonly otherValues: 'none' | 'highest' | 'more';

  readonly hours:
    | 'campus'
    | 'daily'
    | 'lunch'
    | 'noon'
    | 'night'
    | 'always'
    | 'late'
    | 'overnight'
    | 'never'
    | 'split'
    | 'early'
    | 'marathon'
    | 'alternating'
    | 'late-early'
    | 'sunday-weeks';
  /** Minutes for which the estimate remembers a report. */
  readonly memory: number;
  readonly noEstimate: 'zeros' | 'nulls' | 'texts';
  readonly closedFields: 'nulls' | 'zeros' | 'next';
  /** `opens_at` when no opening is scheduled. */
  readonly unscheduledOpening: string;
  readonly minutes: 'floor' | 'ceil' | 'round';
  readonly closingSoon: number;
  readonly message: 'sometimes' | 'never' | 'always';
  readonly display: 'whole' | 'decimals';
  /** Minutes by which last_updated is older than the newest report. */
  readonly updatedBefore: number;

  readonly unauthorized: 'drf' | 'problem' | 'timestamped' | 'text' | 'empty' | 'html';
  readonly leniency: 'strict' | 'drf';
  /** Paths are checked before keys. */
  readonly notFoundFirst: boolean;
  /** `cached`: a cache in front responds to any method as to GET. */
  readonly badMethod: 405 | 401 | 404 | 403 | 501 | 'cached';
  readonly head: boolean;
  readonly slash: 404 | 301 | 'serve';

  readonly badDate: Policy;
  readonly reversed: 400 | 422 | 'empty' | 'swap';
  readonly badNumber: Policy;
  readonly badCursor: 400 | 404 | 'first-page';
  readonly unknownParameter: 400 | 'ignore';
  readonly oneSided: 'open' | 'single-day' | 'today';
  readonly exportDefault: 'all' | 'today' | 'month' | 'empty';
  /** Longest range of the chart in days; longer ones get 400. */
  readonly longestRange: number;

  /** How timestamps are written; without seconds, reports have none. */
  readonly notation:
    | 'extended'
    | 'no-seconds'
    | 'colonless'
    | 'hour-offset'
    | 'basic'
    | 'comma'
    | 'lower-case';
  readonly utc: 'Z' | '+00:00';
  readonly fractionDigits: 3 | 6;
  readonly jsonType: string;
  readonly jsonSpace: number;
  readonly extras: boolean;
  /** Items and pages have a place by name; the status has the venue's address, and the person to ask. */
  readonly places: boolean;

  readonly csvEol: '\r\n' | '\n';
  readonly csvBom: boolean;
  readonly csvQuotes: 'none' | 'all' | 'text';
  readonly csvOrder: 'newest' | 'oldest';
  readonly csvType: string;
  readonly csvDisposition: boolean;
  readonly csvLastEol: boolean;

  readonly nextLimit: 'keep' | 'drop' | 'always';
  /** Whether the path of links to pages ends in a slash. */
  readonly nextSlash: boolean;
  readonly cursorHoldsLimit: boolean;
  readonly cursor: 'drf' | 'offset' | 'symbols' | 'long' | 'json' | 'page';
  /** Whether a cursor can be combined with a limit that differs from its page. */
  readonly cursorLimit: 'any' | 400;
  readonly parameterOrder: 'cursor-first' | 'limit-first';
  readonly previous: 'url' | 'null';

  readonly scatterOrder: 'oldest' | 'newest' | 'random';
  readonly lineOrder: 'oldest' | 'newest';
  /** `halves`: each closed part is listed as two that touch. */
  readonly closedOrder: 'oldest' | 'newest' | 'halves';
  /** What the chart shows of days to come: the same as of other days, no open window, or an error. */
  readonly futureDays: 'shown' | 'no-window' | 400;
  /** What estimate and line lean on where reports are few or old: nothing, what is usual at that hour, or a default of 6 people. */
  readonly leaning: 'none' | 'usual' | 'default';
  readonly lineStep: 1 | 5 | 10 | 15 | 20 | 30 | 60;
  readonly lineExtent: 'day' | 'hours' | 'so-far';
  /** Whether a day's line has values after midnight, in opening hours that began the evening before. */
  readonly lineAfterMidnight: boolean;
  /** Whether reports made while the venue is closed give the line values. */
  readonly lineWhileClosed: 'null' | 'reports';
  /** How averages are rounded: to decimals, to significant digits, as 32-bit floats, to a step, or cut off after a decimal. */
  readonly rounding:
    | 0
    | 1
    | 2
    | 'none'
    | '3-digits'
    | '4-digits'
    | 'float32'
    | 'halves'
    | 'quarters'
    | 'cut'
    | 'cut-whole';
  /** Step of ranges from two to thirteen days. */
  readonly middleStep: 'day' | 'hour' | 'line';
  /** Ranges of this many days or more get weekly points. */
  readonly weeklyFrom: number;
  readonly weeks: 'monday' | 'sunday' | 'range';
  /** Whether the average of a week that the range cuts off is that of the whole week. */
  readonly wholeWeeks: boolean;
  readonly stamp: 'start' | 'noon' | 'end' | 'utc-noon';
  readonly emptyDays: 'null' | 'omit';
  /** Long ranges average reports, smoothed lines of days with reports, or all smoothed lines. */
  readonly dayAverage: 'plain' | 'smoothed' | 'line' | 'line-of-days';

  /** The average of a weekday without reports. */
  readonly weekdayWithout: number;
  readonly weekdayNames: readonly string[];
  readonly weekdayFirst: 0 | 6;
  readonly hourOrder: 'up' | 'down';
  readonly lastHour: 'hour-of-close' | 'last-open-hour';

  readonly photoHost: string;
  /** Photo URLs carry a signature that changes with each request. */
  readonly signedPhotos: boolean;
  /** The photo of a day is chosen again with each request. */
  readonly photoChoice: 'daily' | 'anew';
  /** Whether each photo has an id of its own, or photos share a few. */
  readonly photoIds: 'own' | 'shared';
  /** Minutes from a report to the time of its photo. */
  readonly photoDelay: number;
  readonly highlightDensity: number;
  /** The request with which the highlight of `highlightBack` days ago appears, and no earlier. 0 is from the start. */
  readonly highlightFrom: number;
  /** The request with which that highlight is withdrawn. 0 is never. */
  readonly highlightUntil: number;
  readonly highlightBack: number;
  /** Days that have highlights at all, since they were introduced. */
  readonly highlightDays: number;
};

export const ENGLISH = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export const DEFAULTS: Options = {
  form: 2,
  zone: 'America/Los_Angeles',
  now: '2026-11-20T12:35:10',
  dateSkew: 0,
  tick: 20,
  prefix: '',
  publicUrl: null,
  ownUrl: null,
  delay: 0,
  compress: false,
  count: 1500,
  seed: 7,
  days: 45,
  silentDays: 0.12,
  newestAge: null,
  quietDays: 0,
  retentionDays: Number.POSITIVE_INFINITY,
  fractions: 'none',
  whileOpen: 0.88,
  ties: 0.04,
  ids: 'ascending',
  arrivals: 0,
  arrivalMicros: false,
  approvedWith: 0,
  removedWith: 0,
  correctedWith: 0,
  photoWith: 0,
  moderated: 0.5,
  labels: 'digits',
  bucketValue: 'middle',
  otherValues: 'none',
  hours: 'campus',
  memory: 120,
  noEstimate: 'zeros',
  closedFields: 'nulls',
  unscheduledOpening: '12:00am',
  minutes: 'floor',
  closingSoon: 30,
  message: 'sometimes',
  display: 'whole',
  updatedBefore: 0,
  unauthorized: 'drf',
  leniency: 'drf',
  notFoundFirst: true,
  badMethod: 405,
  head: true,
  slash: 404,
  badDate: 400,
  reversed: 400,
  badNumber: 'clamp',
  badCursor: 404,
  unknownParameter: 'ignore',
  oneSided: 'open',
  exportDefault: 'all',
  longestRange: Number.POSITIVE_INFINITY,
  notation: 'extended',
  utc: 'Z',
  fractionDigits: 6,
  jsonType: 'application/json',
  jsonSpace: 0,
  extras: false,
  places: false,
  csvEol: '\r\n',
  csvBom: false,
  csvQuotes: 'none',
  csvOrder: 'newest',
  csvType: 'text/csv',
  csvDisposition: true,
  csvLastEol: true,
  nextLimit: 'keep',
  nextSlash: false,
  cursorHoldsLimit: false,
  cursor: 'drf',
  cursorLimit: 'any',
  parameterOrder: 'cursor-first',
  previous: 'url',
  scatterOrder: 'oldest',
  lineOrder: 'oldest',
  closedOrder: 'oldest',
  futureDays: 'shown',
  leaning: 'none',
  lineStep: 15,
  lineExtent: 'day',
  lineAfterMidnight: false,
  lineWhileClosed: 'null',
  rounding: 1,
  middleStep: 'day',
  weeklyFrom: 93,
  weeks: 'monday',
  wholeWeeks: false,
  stamp: 'start',
  emptyDays: 'null',
  dayAverage: 'plain',
  weekdayWithout: 0,
  weekdayNames: ENGLISH,
  weekdayFirst: 0,
  hourOrder: 'up',
  lastHour: 'last-open-hour',
  photoHost: 'https://photos.example.edu',
  signedPhotos: false,
  photoChoice: 'daily',
  photoIds: 'own',
  photoDelay: 0,
  highlightDensity: 0.95,
  highlightFrom: 0,
  highlightUntil: 0,
  highlightBack: 0,
  highlightDays: Number.POSITIVE_INFINITY,
};
