import { DEFAULTS, type Options } from '../options.ts';

/** A conforming deployment; any failure of the gate on it is a false alarm. */
export type Variant = {
  readonly id: string;
  readonly says: string;
  readonly forms: readonly (1 | 2)[];
  readonly options: Partial<Options>;
};

const variants: Variant[] = [];
/** A Date header that is a year and some hours ahead of the service's clock. */
const ELSEWHERE = { dateSkew: 400 * 1440 + 437 } as const;
/** Conforming deployments that differ from the usual one in one answer to the description's gaps, or a few. */
export const VARIANTS: readonly Variant[] = variants;

function add(id: string, says: string, options: Partial<Options>, forms: readonly (1 | 2)[] = [1, 2]): void {
  variants.push({ id, says, forms, options });
}

const at = (time: string) => ({ now: `2026-11-20T${time}` });
const TWO = [2] as const;

add('usual', 'The usual deployment.', {});
add('live', "The machine's own clock.", { now: 'live' });
add('another-seed', 'Other data.', { seed: 99 });
add('third-seed', 'Other data, fewer days.', { seed: 4242, days: 30 });

add('reports-0', 'An empty store.', { count: 0 });
add('reports-0-nulls', 'An empty store with nulls for what is not known.', {
  count: 0,
  noEstimate: 'nulls',
  weekdayWithout: 'null',
});
add('reports-1', 'A single report.', { count: 1 });
add('reports-3', 'Three reports.', { count: 3 });
add('reports-8', 'Exactly one default page.', { count: 8 });
add('reports-9', 'One report more than a default page.', { count: 9 });
add('reports-200', 'Exactly one page of the maximum.', { count: 200 });
add('reports-201', 'One report more than the maximum page.', { count: 201 });
add('reports-600', 'Exactly three pages of the maximum.', { count: 600 });
add('reports-100000', 'A hundred thousand reports.', { count: 100_000, days: 900 });
add('reports-5000-dense', 'Five thousand reports in ten days.', { count: 5000, days: 10 });
add('reports-old', 'No report for the last seven weeks: a service at rest.', {
  count: 400,
  days: 60,
  quietDays: 50,
});
add('reports-older', 'No report for the last half year.', { count: 300, days: 60, quietDays: 190 });
add('reports-today-only', 'All reports are of today and yesterday.', { count: 40, days: 1 });

add('closed-now', 'Closed at night, nulls for closing.', at('03:10:00'));
add('closed-now-zeros', 'Closed at night, zeros for closing.', { ...at('03:10:00'), closedFields: 'zeros' });
add('closed-now-next', 'Closed at night, closing fields of the next opening.', {
  ...at('03:10:00'),
  closedFields: 'next',
});
add('closed-sunday', 'Closed on a Sunday.', { now: '2026-11-22T13:00:00', noEstimate: 'nulls' });
add('always-open', 'Open around the clock.', { hours: 'always' });
add('always-open-midnight', 'Open around the clock, just after midnight.', {
  hours: 'always',
  ...at('00:02:00'),
});
add('past-midnight-evening', 'Open from five in the afternoon to two at night, in the evening.', {
  hours: 'late',
  ...at('22:15:00'),
});
add('past-midnight-night', 'The same after midnight.', { hours: 'late', ...at('01:20:00') });
add('past-midnight-hour', 'The same, the last open hour being that of the close.', {
  hours: 'late',
  ...at('20:00:00'),
  lastHour: 'hour-of-close',
});
add('never-open', 'No opening hours at all.', { hours: 'never' });
add('never-open-clock', 'No opening hours, yet an opening time.', {
  hours: 'never',
  unscheduledOpening: 'next',
  closedFields: 'zeros',
});
add('split-hours', 'A break in the afternoon, during the break.', { hours: 'split', ...at('15:30:00') });
add('split-hours-open', 'A break in the afternoon, at lunch.', { hours: 'split', ...at('12:35:00') });
add('early-hours', 'Open from five to ten in the morning.', { hours: 'early', ...at('08:00:00') });
add('lunch-last-minute', 'A minute before closing.', { hours: 'lunch', ...at('13:59:20') });
add('closing-in-run', 'The place closes during the run.', { hours: 'lunch', ...at('13:59:59'), tick: 60 });
add('opening-in-run', 'The place opens during the run.', { hours: 'lunch', ...at('10:59:59'), tick: 60 });

add('estimate-nulls', 'Nulls without an estimate.', { ...at('05:00:00'), noEstimate: 'nulls' });
add('estimate-zeros', 'Zeros without an estimate.', { ...at('05:00:00'), noEstimate: 'zeros' });
add('estimate-texts', 'A sentence for the range without an estimate.', {
  ...at('05:00:00'),
  noEstimate: 'texts',
});
add('minutes-ceil', 'Minutes until closing rounded up.', { minutes: 'ceil' });
add('minutes-round', 'Minutes until closing rounded to the nearest.', { minutes: 'round' });
add('closing-soon-90', 'Closing is soon an hour and a half before.', { closingSoon: 90, ...at('22:30:00') });
add('message-always', 'There is always something to say.', { message: 'always' });
add('message-never', 'There is never anything to say.', { message: 'never', ...at('03:00:00') });

add('fractions-micro', 'Timestamps with microseconds.', { fractions: 'micro' });
add('fractions-milli', 'Timestamps with milliseconds.', { fractions: 'milli', fractionDigits: 3 });
add('fractions-mixed', 'Timestamps with microseconds here and there.', { fractions: 'mixed' });
add('ties-many', 'Half of the reports share their time with another.', { ties: 0.5 });
add('ties-fractions', 'Shared times with microseconds.', { ties: 0.3, fractions: 'mixed' });
add('ids-shuffled', 'Ids in no order.', { ids: 'shuffled' });
add('ids-descending', 'Ids that fall with time.', { ids: 'descending', ties: 0 });

add('utc-z', 'A service in UTC that writes Z.', { zone: 'UTC' });
add('utc-offset', 'A service in UTC that writes +00:00.', { zone: 'UTC', utc: '+00:00' });
add('zone-kolkata', 'A half-hour zone.', { zone: 'Asia/Kolkata' });
add('zone-kathmandu', 'A quarter-hour zone.', { zone: 'Asia/Kathmandu', fractions: 'mixed' });
add('zone-kiritimati', 'Fourteen hours ahead of UTC.', { zone: 'Pacific/Kiritimati' });
add('zone-pago-pago', 'Eleven hours behind UTC.', { zone: 'Pacific/Pago_Pago', ...at('20:30:00') });
add('zone-lord-howe', 'A clock change of half an hour inside the data.', {
  zone: 'Australia/Lord_Howe',
  now: '2026-10-20T12:35:00',
});
add('zone-st-johns', 'A half-hour zone with summer time.', {
  zone: 'America/St_Johns',
  now: '2026-11-12T15:00:00',
});
add('zone-london-winter', 'Winter time equal to UTC, summer in the data.', {
  zone: 'Europe/London',
  now: '2026-11-03T12:35:00',
});
add('zone-sydney', 'Clocks forward in October.', {
  zone: 'Australia/Sydney',
  now: '2026-10-07T14:00:00',
  hours: 'always',
});
add('change-spring', 'Clocks forward a few days ago, 23 hours long.', {
  zone: 'America/New_York',
  now: '2026-03-11T12:35:00',
  hours: 'always',
});
add('change-autumn', 'Clocks back a few days ago, 25 hours long.', {
  zone: 'Europe/Berlin',
  now: '2026-10-27T12:35:00',
  hours: 'always',
});
add('change-today-spring', 'Clocks go forward today.', {
  zone: 'America/New_York',
  now: '2026-03-08T15:00:00',
  hours: 'always',
});
add('change-today-autumn', 'Clocks go back today.', {
  zone: 'America/New_York',
  now: '2026-11-01T15:00:00',
  hours: 'always',
});
add('change-yesterday', 'Clocks went back yesterday.', {
  zone: 'America/Los_Angeles',
  now: '2026-11-02T09:00:00',
});
add('cairo', 'Clocks change at midnight.', {
  zone: 'Africa/Cairo',
  now: '2026-11-02T13:00:00',
  hours: 'always',
});
add('replayed', 'A staging service that replays last year.', { ...ELSEWHERE, now: '2025-05-14T13:00:00' });
add('replayed-frozen', 'A staging service whose clock stands still.', {
  ...ELSEWHERE,
  now: '2024-02-29T13:00:00',
  tick: 0,
});
add('replayed-fast', 'A service whose clock runs a second for each request.', {
  ...ELSEWHERE,
  now: '2025-07-01T13:00:00',
  tick: 1000,
});
add('from-the-future', 'A clock that runs ahead.', { ...ELSEWHERE, now: '2031-12-31T18:00:00' });
add('no-date', 'No Date header.', { dateSkew: null });
add('hours-behind', 'A clock that is hours behind the Date header.', { dateSkew: 300 });
add('hours-ahead', 'A clock that is hours ahead of the Date header.', { dateSkew: -300 });
add('day-behind', 'A clock that is a day behind the Date header.', { dateSkew: 1440 });
add('day-ahead', 'A clock that is a day ahead of the Date header.', { dateSkew: -1440 });
add('new-year', 'Just into a new year.', { now: '2027-01-01T12:40:00' });
add('midnight-in-run', 'The run crosses local midnight early.', {
  ...at('23:59:59'),
  tick: 100,
  hours: 'always',
});
add('midnight-late-in-run', 'The run crosses local midnight late.', {
  ...at('23:59:58'),
  tick: 50,
  hours: 'late',
});
add('midnight-closed-in-run', 'The run crosses local midnight while closed.', {
  ...at('23:59:59'),
  tick: 60,
});
add('midnight-arrivals', 'The run crosses local midnight while reports arrive.', {
  ...at('23:59:59'),
  tick: 60,
  arrivals: 4,
  hours: 'always',
});
add('arrivals', 'Reports arrive during the run.', { arrivals: 3, tick: 400 });
add('arrivals-each', 'A report arrives with every request.', { arrivals: 1, tick: 1100 });
add('arrivals-ties', 'Reports arrive several in the same second.', { arrivals: 1, tick: 100 });
add('arrivals-empty', 'The first reports ever arrive during the run.', { count: 0, arrivals: 6, tick: 900 });
add('arrivals-small', 'A store of seven grows past a page.', { count: 7, arrivals: 5, tick: 900 });

add('label-ranges', 'Labels of Form 2 are numeric ranges.', { labels: 'ranges' }, TWO);
add('label-padded', 'Labels of Form 2 are ranges throughout.', { labels: 'padded' }, TWO);
add('label-fine', 'Labels of Form 2 are other digits.', { labels: 'fine' }, TWO);
add('value-low', 'A bucket stands for its least number.', { bucketValue: 'low', labels: 'ranges' });
add('value-high', 'A bucket stands for its greatest number.', { bucketValue: 'high', labels: 'ranges' });
add('value-exact', 'A bucket stands for its exact middle.', {
  bucketValue: 'exact-middle',
  labels: 'ranges',
});

add('401-problem', 'Refusals are problem documents.', { unauthorized: 'problem' });
add('401-text', 'Refusals are plain text.', { unauthorized: 'text' });
add('401-empty', 'Refusals have no body.', { unauthorized: 'empty' });
add('401-html', 'Refusals are pages.', { unauthorized: 'html' });
add('token-strict', 'The header must be exactly as described.', { leniency: 'strict' });
add('auth-first', 'Keys are checked before paths and methods.', { notFoundFirst: false, badMethod: 401 });
add('auth-first-405', 'Keys are checked before paths, methods after.', { notFoundFirst: false });
add('method-404', 'Other methods are answered 404.', { badMethod: 404 });
add('method-403', 'Other methods are answered 403.', { badMethod: 403 });
add('method-501', 'Other methods are answered 501.', { badMethod: 501 });
add('no-head', 'HEAD is refused.', { head: false });
add('slash-redirect', 'A trailing slash is redirected.', { slash: 301 });
add('slash-served', 'A trailing slash is served.', { slash: 'serve' });

add('bad-422', 'Bad parameters are answered 422.', {
  badDate: 422,
  badNumber: 422,
  reversed: 422,
  badCursor: 400,
});
add('bad-400', 'Bad parameters are answered 400.', {
  badDate: 400,
  badNumber: 400,
  reversed: 400,
  badCursor: 400,
});
add('bad-default', 'Bad parameters count as omitted.', {
  badDate: 'default',
  badNumber: 'default',
  reversed: 'empty',
  badCursor: 'first-page',
});
add('bad-clamp', 'Bad dates are 400, oversized numbers are cut, a reversed range is turned.', {
  badNumber: 'clamp',
  reversed: 'swap',
});
add('unknown-400', 'Unknown parameters are answered 400.', { unknownParameter: 400, badNumber: 400 });
add('one-sided-day', 'A range with one end is a single day.', { oneSided: 'single-day' });
add('one-sided-today', 'A range with one end has today as the other or is a single day.', {
  oneSided: 'today',
});
add('export-today', 'The export without dates is that of today.', { exportDefault: 'today' });
add('export-month', 'The export without dates is that of a month.', { exportDefault: 'month' });
add('export-empty', 'The export without dates has no rows.', { exportDefault: 'empty' });
add('range-cap-31', 'Charts have at most 31 days.', { longestRange: 31 });
add('range-cap-92', 'Charts have at most 92 days.', { longestRange: 92, count: 3000, days: 300 });

add('csv-lf', 'CSV with line feeds.', { csvEol: '\n' });
add('csv-lf-unfinished', 'CSV without a line end at the end.', { csvEol: '\n', csvLastEol: false });
add('csv-bom', 'CSV with a byte order mark.', { csvBom: true });
add('csv-quotes', 'CSV with quotes around everything.', { csvQuotes: 'all' });
add('csv-quotes-text', 'CSV with quotes around text.', { csvQuotes: 'text', csvBom: true });
add('csv-oldest', 'CSV from old to new.', { csvOrder: 'oldest' });
add('csv-charset', 'CSV with a charset.', { csvType: 'text/csv; charset=utf-8' });
add('csv-header-parameter', 'CSV with the header parameter.', {
  csvType: 'text/csv; charset=utf-8; header=present',
});
add('csv-application', 'CSV as application/csv.', { csvType: 'application/csv', csvDisposition: false });
add('csv-comma-separated', 'CSV as text/comma-separated-values.', { csvType: 'text/comma-separated-values' });
add('csv-upper', 'CSV with an upper-case content type.', { csvType: 'Text/CSV;charset=UTF-8' });
add('csv-excel', 'CSV labelled for a spreadsheet.', { csvType: 'application/vnd.ms-excel', csvBom: true });

add('compressed', 'Everything is compressed.', { compress: true });
add('json-charset', 'JSON with a charset.', { jsonType: 'application/json; charset=utf-8' });
add('json-upper', 'JSON with an upper-case content type.', { jsonType: 'Application/JSON;charset=UTF-8' });
add('json-pretty', 'JSON written over many lines.', { jsonSpace: 2 });
add('extra-fields', 'Every object has fields more.', { extras: true });
add('slow', 'Every answer takes a fifth of a second.', { delay: 200 });
add('prefix', 'The service lies under a path prefix.', { prefix: '/campus/queue' });
add('prefix-api', 'The service lies under a prefix that looks like an endpoint.', {
  prefix: '/api/v1/reports',
});
add('prefix-redirect', 'A prefix, and trailing slashes are redirected.', {
  prefix: '/q',
  slash: 301,
  compress: true,
});
add('public-url', 'next names a public address.', { publicUrl: 'https://queue.example.edu/line' });

add('next-drops-limit', 'next has no limit and pages fall back to the default.', { nextLimit: 'drop' });
add('next-drops-limit-small', 'The same with few reports.', { nextLimit: 'drop', count: 60 });
add('cursor-holds-limit', 'The cursor itself holds the limit.', {
  nextLimit: 'drop',
  cursorHoldsLimit: true,
});
add('next-always-limit', 'next always carries the limit, before the cursor.', {
  nextLimit: 'always',
  parameterOrder: 'limit-first',
});
add('cursor-symbols', 'The cursor is full of symbols that must be escaped.', { cursor: 'symbols' });
add('cursor-long', 'The cursor is nearly a thousand characters long.', { cursor: 'long' });
add('cursor-json', 'The cursor is encoded JSON.', { cursor: 'json' });
add('cursor-plain', 'The cursor is a plain place.', { cursor: 'offset' });
add('previous-null', 'previous is always null.', { previous: 'null' });

add('scatter-newest', 'Scatter from new to old.', { scatterOrder: 'newest' });
add('line-5', 'The line has a point every five minutes.', { lineStep: 5 });
add('line-10', 'The line has a point every ten minutes.', { lineStep: 10 });
add('line-30', 'The line has a point every half hour.', { lineStep: 30 });
add('line-1', 'The line has a point every minute.', { lineStep: 1 });
add('line-60', 'The line has a point every hour.', { lineStep: 60 });
add('line-hours', 'The line covers opening hours only.', { lineExtent: 'hours' });
add('line-hours-late', 'The line covers opening hours that pass midnight.', {
  lineExtent: 'hours',
  hours: 'late',
  ...at('22:15:00'),
});
add('line-so-far', 'The line of today ends now.', { lineExtent: 'so-far' });
add('line-so-far-early', 'The line of today has hardly begun.', { lineExtent: 'so-far', ...at('00:07:00') });
add('rounding-0', 'Averages are whole numbers.', { rounding: 0 });
add('rounding-2', 'Averages have two decimals.', { rounding: 2 });
add('rounding-none', 'Averages are not rounded.', { rounding: 'none', bucketValue: 'exact-middle' });
add('middle-hours', 'Ranges of some days have hourly points.', { middleStep: 'hour' });
add('middle-quarters', 'Ranges of some days have quarter-hour points.', { middleStep: 'line' });
add('weekly-14', 'Two weeks and more are weekly by calendar.', { weeklyFrom: 14 });
add('weekly-15', 'More than two weeks are weekly, each from the first day of the range.', {
  weeklyFrom: 15,
  weeks: 'range',
});
add('weekly-sunday', 'Weeks begin on Sunday.', { weeklyFrom: 14, weeks: 'sunday' });
add('weekly-end', 'Weekly points stand at the end of their week.', { weeklyFrom: 14, stamp: 'end' });
add('weekly-noon', 'Weekly points stand at noon of their first day.', {
  weeklyFrom: 21,
  stamp: 'noon',
  weeks: 'range',
});
add('weekly-omit', 'Weeks without reports have no point.', {
  weeklyFrom: 14,
  emptyDays: 'omit',
  count: 100,
  days: 100,
});
add('daily-forever', 'Daily points however long the range.', {
  weeklyFrom: Number.POSITIVE_INFINITY,
  count: 3000,
  days: 400,
});
add('stamp-noon', 'Daily points stand at noon.', { stamp: 'noon' });
add('stamp-end', 'Daily points stand at the last second of their day.', { stamp: 'end' });
add('stamp-utc-noon', 'Daily points stand at noon in UTC.', { stamp: 'utc-noon' });
add('stamp-noon-change', 'Daily points stand at noon over a clock change.', {
  stamp: 'noon',
  zone: 'Europe/Berlin',
  now: '2026-10-30T12:35:00',
});
add('days-omitted', 'Days without reports have no point.', { emptyDays: 'omit', count: 120 });
add('days-omitted-noon', 'Days without reports have no point, the others stand at noon.', {
  emptyDays: 'omit',
  count: 60,
  stamp: 'noon',
});
add('averages-smoothed', "A day's average is that of its smoothed line.", { dayAverage: 'smoothed' });
add('averages-smoothed-weekly', "A week's average is that of its smoothed lines.", {
  dayAverage: 'smoothed',
  weeklyFrom: 14,
});

add('weekday-null', 'A weekday without reports has the value null.', { weekdayWithout: 'null', count: 3 });
add('weekday-zero', 'A weekday without reports has the value 0.', { weekdayWithout: 'zero', count: 3 });
add('weekday-german', 'Weekdays are named in German.', {
  weekdayNames: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
});
add('weekday-japanese', 'Weekdays are named in Japanese.', {
  weekdayNames: ['月', '火', '水', '木', '金', '土', '日'],
});
add('weekday-spanish', 'Weekdays are named in Spanish, with a point.', {
  weekdayNames: ['lun.', 'mar.', 'mié.', 'jue.', 'vie.', 'sáb.', 'dom.'],
});
add('weekday-upper', 'Weekdays are named in capitals.', {
  weekdayNames: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
});
add('weekday-order', 'The list of weekdays begins with Sunday, which is 6.', { weekdayFirst: 6 });

add('highlights-sparse', 'Few days have a highlight.', { highlightDensity: 0.2 }, TWO);
add('highlights-none', 'No day has a highlight.', { highlightDensity: -1 }, TWO);
add('highlights-all', 'Every day has a highlight.', { highlightDensity: 1 }, TWO);
add('highlights-refuse', 'Too many days are refused.', { badNumber: 400, highlightDensity: 1 }, TWO);
add('photo-host-port', 'Photos lie on a host with a port, unencrypted.', {
  photoHost: 'http://127.0.0.1:9001',
});

add('express', 'As a Node service might be: problem documents, 400 throughout, LF, no previous.', {
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
});
add('go', 'As a Go service might be: UTC, plain refusals, nulls, oldest first.', {
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
  weekdayWithout: 'null',
  cursor: 'offset',
  emptyDays: 'omit',
  lineExtent: 'hours',
  nextLimit: 'always',
  head: false,
});
add('java', 'As a Java service might be: two decimals, weekly from three weeks, redirects, noon.', {
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
});

for (const { id, says, options, forms } of [...variants]) {
  if (options.dateSkew !== undefined || options.now === 'live') continue;
  add(`${id}-replayed`, `${says} Its data are replayed a year later.`, { ...options, ...ELSEWHERE }, forms);
}

/** The options of a variant in a form. */
export const optionsOf = (variant: Variant, form: 1 | 2): Options => ({
  ...DEFAULTS,
  ...variant.options,
  form,
});
