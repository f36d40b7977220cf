import { type Variant, variantsOf } from './variant.ts';

/**
 * Credentials, methods, parameters and cursors; labels, times, CSV and JSON in every notation; and whole services as one might write
 * them in another language.
 */
export const httpVariants: readonly Variant[] = [
  ...variantsOf({
    '401-problem': { unauthorized: 'problem' },
    '401-timestamped': { unauthorized: 'timestamped' },
    '401-text': { unauthorized: 'text' },
    '401-empty': { unauthorized: 'empty' },
    '401-html': { unauthorized: 'html' },
    'token-strict': { leniency: 'strict' },
    // Keys are checked before paths and methods
    'auth-first': { notFoundFirst: false, badMethod: 401 },
    'auth-first-405': { notFoundFirst: false },
    'method-404': { badMethod: 404 },
    'method-403': { badMethod: 403 },
    'method-501': { badMethod: 501 },
    'method-cached': { badMethod: 'cached' },
    'no-head': { head: false },
    'slash-redirect': { slash: 301 },
    'slash-served': { slash: 'serve' },
    // Invalid parameters get 422
    'bad-422': { badDate: 422, badNumber: 422, reversed: 422, badCursor: 400 },
    'bad-403': { badNumber: 403 },
    // Invalid parameters get 400
    'bad-400': { badDate: 400, badNumber: 400, reversed: 400, badCursor: 400 },
    // Invalid parameters are ignored
    'bad-default': { badDate: 'default', badNumber: 'default', reversed: 'empty', badCursor: 'first-page' },
    // Invalid dates get 400, numbers above the maximum are clamped, a reversed range is swapped
    'bad-clamp': { badNumber: 'clamp', reversed: 'swap' },
    // Unknown parameters get 400
    'unknown-400': { unknownParameter: 400, badNumber: 400 },
    'one-sided-day': { oneSided: 'single-day' },
    'one-sided-today': { oneSided: 'today' },
    'export-today': { exportDefault: 'today' },
    'export-month': { exportDefault: 'month' },
    'export-empty': { exportDefault: 'empty' },
    'range-cap-31': { longestRange: 31 },
    // Charts have at most 92 days
    'range-cap-92': { longestRange: 92, count: 3000, days: 300 },
    'next-drops-limit': { nextLimit: 'drop' },
    // The same with few reports
    'next-drops-limit-small': { nextLimit: 'drop', count: 60 },
    // The path of next ends in a slash, which the service accepts
    'next-slash': { nextSlash: true, slash: 'serve' },
    // The cursor contains the limit
    'cursor-holds-limit': { nextLimit: 'drop', cursorHoldsLimit: true },
    // A cursor is rejected with a limit that differs from its page
    'cursor-fixes-limit': {
      nextLimit: 'drop',
      cursorHoldsLimit: true,
      cursorLimit: 400,
      badNumber: 'default',
    },
    'cursor-page': { cursor: 'page' },
    // The cursor is the number of the page, and a limit above the maximum counts as none
    'cursor-page-default': { cursor: 'page', badNumber: 'default' },
    // The cursor is the number of the page, and a limit above the maximum is rejected
    'cursor-page-400': { cursor: 'page', badNumber: 400 },
    // next always carries the limit, before the cursor
    'next-always-limit': { nextLimit: 'always', parameterOrder: 'limit-first' },
    'cursor-symbols': { cursor: 'symbols' },
    'cursor-long': { cursor: 'long' },
    'cursor-json': { cursor: 'json' },
    'cursor-plain': { cursor: 'offset' },
    'previous-null': { previous: 'null' },
  }),
  ...variantsOf({
    // A bucket counts as its lowest number
    'value-low': { bucketValue: 'low', labels: 'ranges' },
    // A bucket counts as its highest number
    'value-high': { bucketValue: 'high', labels: 'ranges' },
    // A bucket counts as its exact middle
    'value-exact': { bucketValue: 'exact-middle', labels: 'ranges' },
    // Every tenth report stands for one more of the people of its bucket
    'value-differs': { otherValues: 'more', labels: 'ranges' },
    'json-text': { jsonType: 'text/json' },
    'json-x': { jsonType: 'application/x-json' },
    'own-url': { ownUrl: 'https://queue.example.edu/line' },
    'csv-lf': { csvEol: '\n' },
    // CSV without a final line break
    'csv-lf-unfinished': { csvEol: '\n', csvLastEol: false },
    'csv-bom': { csvBom: true },
    'csv-quotes': { csvQuotes: 'all' },
    // CSV with quotes around text
    'csv-quotes-text': { csvQuotes: 'text', csvBom: true },
    'csv-oldest': { csvOrder: 'oldest' },
    'csv-charset': { csvType: 'text/csv; charset=utf-8' },
    'csv-header-parameter': { csvType: 'text/csv; charset=utf-8; header=present' },
    // CSV as application/csv
    'csv-application': { csvType: 'application/csv', csvDisposition: false },
    'csv-comma-separated': { csvType: 'text/comma-separated-values' },
    'csv-upper': { csvType: 'Text/CSV;charset=UTF-8' },
    // CSV with a spreadsheet's content type
    'csv-excel': { csvType: 'application/vnd.ms-excel', csvBom: true },
    compressed: { compress: true },
    'json-charset': { jsonType: 'application/json; charset=utf-8' },
    'json-upper': { jsonType: 'Application/JSON;charset=UTF-8' },
    'json-pretty': { jsonSpace: 2 },
    'extra-fields': { extras: true },
    slow: { delay: 200 },
    prefix: { prefix: '/campus/queue' },
    'prefix-api': { prefix: '/api/v1/reports' },
    // A prefix, and trailing slashes are redirected
    'prefix-redirect': { prefix: '/q', slash: 301, compress: true },
    'public-url': { publicUrl: 'https://queue.example.edu/line' },
  }),
  ...variantsOf(
    {
      // Every tenth report of the highest bucket stands for more people
      'value-highest-differs': { otherValues: 'highest', ties: 0 },
    },
    [1],
  ),
  ...variantsOf(
    {
      'label-ranges': { labels: 'ranges' },
      'label-padded': { labels: 'padded' },
      'label-fine': { labels: 'fine' },
      'value-differs-digits': { otherValues: 'more' },
      'label-codes': { labels: 'codes' },
      // The same with few reports
      'label-codes-small': { labels: 'codes', count: 12, days: 3 },
    },
    [2],
  ),
  ...variantsOf({
    'stamps-no-seconds': { notation: 'no-seconds' },
    // Offsets without a colon
    'stamps-colonless': { notation: 'colonless', fractions: 'mixed' },
    'stamps-hour-offset': { notation: 'hour-offset' },
    // Timestamps in basic notation
    'stamps-basic': { notation: 'basic', fractions: 'milli', fractionDigits: 3 },
    // Fractions after a comma
    'stamps-comma': { notation: 'comma', fractions: 'micro', csvQuotes: 'all' },
    // Timestamps in lower case, in UTC
    'stamps-lower-case': { notation: 'lower-case', zone: 'UTC' },
    'display-decimals': { display: 'decimals' },
    places: { places: true },
    // Reports arrive; timestamps have no seconds
    'arrivals-minutes': { arrivals: 2, tick: 300, notation: 'no-seconds' },
    // A weekday without reports has the value -1
    'weekday-minus-one': { weekdayWithout: -1, count: 3 },
  }),
  ...variantsOf(
    {
      'label-decimals': { labels: 'decimals' },
    },
    [2],
  ),
  ...variantsOf({
    // As a Node service might be: problem documents, 400 throughout, LF, no previous
    express: {
      unauthorized: 'problem',
      badNumber: 400,
      badCursor: 400,
      unknownParameter: 400,
      csvEol: '\n',
      jsonType: 'application/json; charset=utf-8',
      csvType: 'text/csv; charset=utf-8',
      previous: 'null',
      leniency: 'strict',
      rounding: 'none',
      fractions: 'milli',
      fractionDigits: 3,
      cursor: 'json',
      lineStep: 30,
    },
    // As a Go service might be: UTC, plain-text errors, nulls, oldest first
    go: {
      zone: 'UTC',
      unauthorized: 'text',
      badNumber: 'clamp',
      badDate: 422,
      reversed: 422,
      csvEol: '\n',
      csvOrder: 'oldest',
      scatterOrder: 'newest',
      fractions: 'micro',
      noEstimate: 'nulls',
      weekdayWithout: 12.5,
      cursor: 'offset',
      emptyDays: 'omit',
      lineExtent: 'hours',
      nextLimit: 'always',
      head: false,
    },
    // As a Java service might be: two decimals, weekly from three weeks, redirects, noon
    java: {
      zone: 'Europe/Berlin',
      unauthorized: 'empty',
      weeklyFrom: 21,
      rounding: 2,
      stamp: 'noon',
      slash: 301,
      csvQuotes: 'all',
      lineStep: 10,
      compress: true,
      prefix: '/services/queue',
      oneSided: 'single-day',
      labels: 'ranges',
      fractions: 'mixed',
      exportDefault: 'today',
      notFoundFirst: false,
    },
  }),
];
