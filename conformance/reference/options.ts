/** One thing a client asks for: the path has the deployment's prefix, header names are in lower case. */
export type HttpRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
};

/** What is answered; the body is not compressed yet. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The key every deployment of the bench accepts. */
export const KEY = 'k3y0fthebench00000000000000000000c0ffee42';

/** How errors about a parameter are answered: with a status, or as if another value had been sent. */
export type Policy = 400 | 422 | 'default' | 'clamp';

/** Every question the description leaves open, as one option each. The defaults resemble a Django REST service. */
export type Options = {
  readonly form: 1 | 2;
  readonly zone: string;
  /** The service's own time when it starts, as a local date-time in its zone; `live` is the machine's own present. */
  readonly now: string;
  /** Minutes by which the Date header is ahead of the service's own clock, as when old data are replayed; null sends none. */
  readonly dateSkew: number | null;
  /** Milliseconds the service's clock moves with every request. */
  readonly tick: number;
  readonly prefix: string;
  /** Origin and prefix of `next`, where it is not the one asked. */
  readonly publicUrl: string | null;
  /** Milliseconds each answer takes. */
  readonly delay: number;
  readonly compress: boolean;

  readonly count: number;
  readonly seed: number;
  /** Days before now over which the reports lie. */
  readonly days: number;
  /** Share of the days, today excepted, on which nobody reports. */
  readonly silentDays: number;
  /** Days before now without any report. */
  readonly quietDays: number;
  readonly fractions: 'none' | 'milli' | 'micro' | 'mixed';
  /** Share of the reports that have the time of the one before. */
  readonly ties: number;
  readonly ids: 'ascending' | 'shuffled' | 'descending';
  /** A report arrives with every nth request; 0 is never. */
  readonly arrivals: number;
  /** Which labels Form 2 uses. */
  readonly labels: 'digits' | 'ranges' | 'padded' | 'fine';
  /** The number a bucket stands for. */
  readonly bucketValue: 'middle' | 'exact-middle' | 'low' | 'high';

  readonly hours: 'campus' | 'lunch' | 'always' | 'late' | 'never' | 'split' | 'early';
  readonly noEstimate: 'zeros' | 'nulls' | 'texts';
  readonly closedFields: 'nulls' | 'zeros' | 'next';
  readonly unscheduledOpening: 'null' | 'next';
  readonly minutes: 'floor' | 'ceil' | 'round';
  readonly closingSoon: number;
  readonly message: 'sometimes' | 'never' | 'always';

  readonly unauthorized: 'drf' | 'problem' | 'text' | 'empty' | 'html';
  readonly leniency: 'strict' | 'drf';
  /** Paths are checked before keys. */
  readonly notFoundFirst: boolean;
  readonly badMethod: 405 | 401 | 404 | 403 | 501;
  readonly head: boolean;
  readonly slash: 404 | 301 | 'serve';

  readonly badDate: Policy;
  readonly reversed: 400 | 422 | 'empty' | 'swap';
  readonly badNumber: Policy;
  readonly badCursor: 400 | 404 | 'first-page';
  readonly unknownParameter: 400 | 'ignore';
  readonly oneSided: 'open' | 'single-day' | 'today';
  readonly exportDefault: 'all' | 'today' | 'month' | 'empty';
  /** Longest range of chart, patterns and export in days; longer ones are 400. */
  readonly longestRange: number;

  readonly utc: 'Z' | '+00:00';
  readonly fractionDigits: 3 | 6;
  readonly jsonType: string;
  readonly jsonSpace: number;
  readonly extras: boolean;

  readonly csvEol: '\r\n' | '\n';
  readonly csvBom: boolean;
  readonly csvQuotes: 'none' | 'all' | 'text';
  readonly csvOrder: 'newest' | 'oldest';
  readonly csvType: string;
  readonly csvDisposition: boolean;
  readonly csvLastEol: boolean;

  readonly nextLimit: 'keep' | 'drop' | 'always';
  readonly cursorHoldsLimit: boolean;
  readonly cursor: 'drf' | 'offset' | 'symbols' | 'long' | 'json';
  readonly parameterOrder: 'cursor-first' | 'limit-first';
  readonly previous: 'url' | 'null';

  readonly scatterOrder: 'oldest' | 'newest' | 'random';
  readonly lineStep: 1 | 5 | 10 | 15 | 20 | 30 | 60;
  readonly lineExtent: 'day' | 'hours' | 'so-far';
  readonly rounding: 0 | 1 | 2 | 'none';
  /** Step of ranges from two to thirteen days. */
  readonly middleStep: 'day' | 'hour' | 'line';
  /** Ranges of so many days or more get weekly points. */
  readonly weeklyFrom: number;
  readonly weeks: 'monday' | 'sunday' | 'range';
  readonly stamp: 'start' | 'noon' | 'end' | 'utc-noon';
  readonly emptyDays: 'null' | 'omit';
  readonly dayAverage: 'plain' | 'smoothed';

  readonly weekdayWithout: 'null' | 'zero';
  readonly weekdayNames: readonly string[];
  readonly weekdayFirst: 0 | 6;
  readonly lastHour: 'hour-of-close' | 'last-open-hour';

  readonly photoHost: string;
  readonly highlightDensity: number;
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
  delay: 0,
  compress: false,
  count: 1500,
  seed: 7,
  days: 45,
  silentDays: 0.12,
  quietDays: 0,
  fractions: 'none',
  ties: 0.04,
  ids: 'ascending',
  arrivals: 0,
  labels: 'digits',
  bucketValue: 'middle',
  hours: 'campus',
  noEstimate: 'zeros',
  closedFields: 'nulls',
  unscheduledOpening: 'null',
  minutes: 'floor',
  closingSoon: 30,
  message: 'sometimes',
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
  utc: 'Z',
  fractionDigits: 6,
  jsonType: 'application/json',
  jsonSpace: 0,
  extras: false,
  csvEol: '\r\n',
  csvBom: false,
  csvQuotes: 'none',
  csvOrder: 'newest',
  csvType: 'text/csv',
  csvDisposition: true,
  csvLastEol: true,
  nextLimit: 'keep',
  cursorHoldsLimit: false,
  cursor: 'drf',
  parameterOrder: 'cursor-first',
  previous: 'url',
  scatterOrder: 'oldest',
  lineStep: 15,
  lineExtent: 'day',
  rounding: 1,
  middleStep: 'day',
  weeklyFrom: 93,
  weeks: 'monday',
  stamp: 'start',
  emptyDays: 'null',
  dayAverage: 'plain',
  weekdayWithout: 'zero',
  weekdayNames: ENGLISH,
  weekdayFirst: 0,
  lastHour: 'last-open-hour',
  photoHost: 'https://photos.example.edu',
  highlightDensity: 0.95,
};
