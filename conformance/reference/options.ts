import { type Choices, DEFAULT_CHOICES } from '../../mocks/service/choices.ts';

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

/** The options of the reference itself: its data, and its HTTP. */
const OWN_DEFAULTS = {
  form: 2 as 1 | 2,
  zone: 'America/Los_Angeles',
  /** The service's time when it starts, as a local date-time in its zone; `live` is the machine's clock. */
  now: '2026-11-20T12:35:10',
  /** Minutes by which the Date header is ahead of the service's clock, as when old data are replayed; null omits it. */
  dateSkew: 0 as number | null,
  /** Milliseconds that the service's clock advances with every request. */
  tick: 20,
  prefix: '',
  /** Origin and prefix of `next`, if they differ from the request's. */
  publicUrl: null as string | null,
  /** The same, but the gate isn't told: it requests the deployment under another of its names. */
  ownUrl: null as string | null,
  /** Milliseconds that each response takes. */
  delay: 0,
  compress: false,

  count: 1500,
  seed: 7,
  /** Days before now that have reports. */
  days: 45,
  /** Share of the days before today without reports. */
  silentDays: 0.12,
  /** Age in minutes of the newest report, which others precede at steps of nine minutes; null leaves it to the number of reports. */
  newestAge: null as number | null,
  /** Days before now without any report. */
  quietDays: 0,
  /** Days before today whose reports the service keeps. */
  retentionDays: Number.POSITIVE_INFINITY,
  fractions: 'none' as 'none' | 'milli' | 'micro' | 'mixed',
  /** Share of the reports made during opening hours; the others are made at any time. */
  whileOpen: 0.88,
  /** Share of the reports with the time of the previous one. */
  ties: 0.04,
  ids: 'ascending' as 'ascending' | 'shuffled' | 'descending' | 'huge',
  /** A report arrives with every nth request; 0 is never. */
  arrivals: 0,
  /** Arriving reports have times with microseconds. */
  arrivalMicros: false,
  /** The request with which a report of the past is approved; no earlier response shows it. 0 is never. */
  approvedWith: 0,
  /** The request with which a report of the past is removed; no later response shows it. 0 is never. */
  removedWith: 0,
  /** The request with which a report of the past gets the next bucket. 0 is never. */
  correctedWith: 0,
  /** The request with which a photo is attached to a report of the past, or removed from it. 0 is never. */
  photoWith: 0,
  /** How old these reports are: from 0, the oldest, to 1, the newest. */
  moderated: 0.5,
  /** Which labels Form 2 uses. */
  labels: 'digits' as 'digits' | 'ranges' | 'padded' | 'fine' | 'large' | 'decimals' | 'codes',
  /** The number that a bucket counts as. */
  bucketValue: 'middle' as 'middle' | 'exact-middle' | 'low' | 'high',
  /** Lets every tenth report stand for another number: 60 in the highest bucket, or one more in every bucket but 0. */
  otherValues: 'none' as 'none' | 'highest' | 'more',

  hours: 'campus' as
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
    | 'sunday-weeks',

  unauthorized: 'drf' as 'drf' | 'problem' | 'timestamped' | 'text' | 'empty' | 'html',
  leniency: 'drf' as 'strict' | 'drf',
  /** Paths are checked before keys. */
  notFoundFirst: true,
  /** `cached`: a cache in front responds to any method as to GET. */
  badMethod: 405 as 405 | 401 | 404 | 403 | 501 | 'cached',
  head: true,
  slash: 404 as 404 | 301 | 'serve',

  jsonSpace: 0,
  /** Items and pages have a place by name; the status has the venue's address, and the person to ask. */
  places: false,

  csvDisposition: true,

  nextLimit: 'keep' as 'keep' | 'drop' | 'always',
  /** Links to pages have a slash at the end of their path. */
  nextSlash: false,
  cursorHoldsLimit: false,
  cursor: 'drf' as 'drf' | 'offset' | 'symbols' | 'long' | 'json' | 'page',
  /** The limits with which a cursor can be combined: any, or only its page's. */
  cursorLimit: 'any' as 'any' | 400,
  parameterOrder: 'cursor-first' as 'cursor-first' | 'limit-first',

  photoHost: 'https://photos.example.edu',
  /** Photo URLs carry a signature that changes with each request. */
  signedPhotos: false,
  /** The photo of a day is chosen again with each request. */
  photoChoice: 'daily' as 'daily' | 'anew',
  /** Gives each photo an id of its own, or lets photos share a few. */
  photoIds: 'own' as 'own' | 'shared',
  /** Minutes from a report to the time of its photo. */
  photoDelay: 0,
  highlightDensity: 0.95,
  /** The request with which the highlight of `highlightBack` days ago appears, and no earlier. 0 is from the start. */
  highlightFrom: 0,
  /** The request with which that highlight is withdrawn. 0 is never. */
  highlightUntil: 0,
  highlightBack: 0,
  /** Days that have highlights at all, since they were introduced. */
  highlightDays: Number.POSITIVE_INFINITY,
};

/** One option for each point that the description leaves open. */
export type Options = Choices & Readonly<typeof OWN_DEFAULTS>;

/** Resembles a Django REST service. */
export const DEFAULTS: Options = {
  ...DEFAULT_CHOICES,
  utc: 'Z',
  acrossOpenings: true,
  minutes: 'floor',
  closedFields: 'nulls',
  rounding: 1,
  lineRounding: null,
  lineAfterMidnight: false,
  badNumber: 'clamp',
  badCursor: 404,
  unknownParameter: 'ignore',
  longestRange: Number.POSITIVE_INFINITY,
  endsToday: false,
  csvType: 'text/csv',
  jsonType: 'application/json',
  ...OWN_DEFAULTS,
};
