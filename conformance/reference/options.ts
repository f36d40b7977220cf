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

/** The response to an invalid parameter: an error, or the response to another value. */
export type Policy = 400 | 403 | 422 | 'default' | 'clamp';

/** One option for each point that the description leaves open: in the data, and in how requests are read. */
export type Options = Choices & {
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

  readonly jsonSpace: number;
  /** Items and pages have a place by name; the status has the venue's address, and the person to ask. */
  readonly places: boolean;

  readonly csvDisposition: boolean;

  readonly nextLimit: 'keep' | 'drop' | 'always';
  /** Whether the path of links to pages ends in a slash. */
  readonly nextSlash: boolean;
  readonly cursorHoldsLimit: boolean;
  readonly cursor: 'drf' | 'offset' | 'symbols' | 'long' | 'json' | 'page';
  /** Whether a cursor can be combined with a limit that differs from its page. */
  readonly cursorLimit: 'any' | 400;
  readonly parameterOrder: 'cursor-first' | 'limit-first';

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
  longestRange: Number.POSITIVE_INFINITY,
  endsToday: false,
  csvType: 'text/csv',
  jsonType: 'application/json',
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
  jsonSpace: 0,
  places: false,
  csvDisposition: true,
  nextLimit: 'keep',
  nextSlash: false,
  cursorHoldsLimit: false,
  cursor: 'drf',
  cursorLimit: 'any',
  parameterOrder: 'cursor-first',
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
