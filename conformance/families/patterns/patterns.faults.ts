import {
  again,
  type Body,
  edit,
  inOffset,
  isAt,
  rewrite,
  withParameter,
} from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import { RANGE_MISREADINGS } from '../../reference/faults/ranges.ts';
import { addDays } from '../../reference/local-time.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('patterns');
export const patternsFaults: readonly Fault[] = faults;

type Item = { t: string; value: number };
const inPatterns = (change: (body: Body, request: HttpRequest, upstream: Upstream) => unknown) =>
  edit('patterns', change);
const inHours = (change: (items: Body[], body: Body) => unknown) =>
  inPatterns((body) => {
    const items = change(body.by_hour, body);
    if (items !== undefined) body.by_hour = items;
  });
const inWeekdays = (change: (items: Body[], body: Body) => unknown) =>
  inPatterns((body) => {
    const items = change(body.by_weekday, body);
    if (items !== undefined) body.by_weekday = items;
  });
const inBoth = (change: (item: Body) => void) =>
  inPatterns((body) => [...body.by_hour, ...body.by_weekday].forEach(change));
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const mean = (values: number[]) => Math.round((total(values) / values.length) * 10) / 10;

/** The reports that the chart shows for the range, widened by some days on both sides. */
function reportsOf(request: HttpRequest, upstream: Upstream, wider = 0): Item[] {
  const since = request.query.get('since') ?? '2026-09-01';
  const until = request.query.get('until') ?? upstream.today;
  const chart = { ...request, path: request.path.replace('patterns', 'chart') };
  return again(chart, upstream, { since: addDays(since, -wider), until: addDays(until, wider) }).scatter;
}
const inRange = (request: HttpRequest, date: string) =>
  date >= (request.query.get('since') ?? '') && date <= (request.query.get('until') ?? '9999');
/** Recomputes counts and averages from other reports or by another clock. */
function recount(
  body: Body,
  items: readonly Item[],
  clock: (item: Item) => string = (item) => item.t,
  average = mean,
): void {
  const byHour = Map.groupBy(items, (item) => Number(clock(item).slice(11, 13)));
  const byWeekday = Map.groupBy(
    items,
    (item) => (new Date(`${clock(item).slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7,
  );
  for (const item of body.by_hour) {
    const values = byHour.get(item.hour)?.map(({ value }) => value);
    Object.assign(
      item,
      values === undefined
        ? { value: null, report_count: 0 }
        : { value: average(values), report_count: values.length },
    );
  }
  for (const item of body.by_weekday) {
    const values = byWeekday.get(item.weekday)?.map(({ value }) => value);
    Object.assign(
      item,
      values === undefined
        ? { value: 0, report_count: 0 }
        : { value: average(values), report_count: values.length },
    );
  }
}
const utc = (item: Item) => inOffset(item.t, 0);
const sliced = (items: Item[]) => items.slice(-1000);

const patterns = by(inPatterns);
const inForm2 = by(inPatterns, { forms: [2] });
const hours = by(inHours);
const weekdays = by(inWeekdays);
const both = by(inBoth);
const eachHour = by((change: (item: Body, index: number) => void) =>
  inHours((items) => void items.forEach(change)),
);
const eachWeekday = by((change: (item: Body, index: number) => void) =>
  inWeekdays((items) => void items.forEach(change)),
);
const requests = by((change: Parameters<typeof rewrite>[1]) => rewrite('patterns', change));
const inAveraged = (average: (values: number[]) => number): Fault['respond'] =>
  inPatterns((body, request, upstream) =>
    recount(body, reportsOf(request, upstream), (item) => item.t, average),
  );
const averaged = by(inAveraged);
const without = (request: HttpRequest) =>
  isAt(request, 'patterns') && !request.query.has('since') && !request.query.has('until');
hours
  .breaking('patterns.by_hour')
  .add('hours-doubled', 'One hour appears twice, another not at all.', (items) => void (items[5].hour = 4));
eachHour
  .breaking('patterns.by_hour')
  .add('hours-12', 'Hours are counted 0 to 11 twice.', (item) => void (item.hour %= 12));
hours
  .breaking('patterns.by_hour-value', 'patterns.by_hour-count')
  .add('hour-one-wrong', 'The average of one hour is 2 too high.', (items) => void (items[13].value += 2));
patterns
  .breaking('patterns.by_hour-value', 'patterns.by_hour-count')
  .add('hours-utc', 'Hours are in UTC.', (body, request, upstream) => {
    const kept = body.by_weekday.map((item: Body) => ({ ...item }));
    recount(body, reportsOf(request, upstream), utc);
    body.by_weekday = kept;
  });
eachHour
  .breaking('patterns.by_hour-null', 'patterns.by_hour-value', 'patterns.by_hour-count')
  .add('hour-empty-zero', 'Hours without reports have the value 0.', (item) => void (item.value ??= 0));
hours
  .breaking('patterns.by_hour-null', 'patterns.by_hour-value', 'patterns.by_hour-count')
  .add('hour-null-with-reports', 'One hour with reports has the value null.', (items) => {
    items
      .filter((item) => item.report_count > 0)
      .slice(0, 1)
      .forEach((item) => {
        item.value = null;
      });
  });
const oneMore = (item: Body): void => {
  item.report_count += 1;
  item.value ??= 0;
};
/** So the gate asks for patterns of a range without reports. */
const WITH_EMPTY_DAYS = { state: { count: 60, days: 45, silentDays: 0.5 } };
eachHour
  .breaking('patterns.by_hour-count')
  .add('hours-one-more', 'Every hour counts one report too many.', oneMore, WITH_EMPTY_DAYS);
eachWeekday
  .breaking('patterns.by_weekday-count')
  .add('weekdays-one-more', 'Every weekday counts one report too many.', oneMore, WITH_EMPTY_DAYS);
both
  .breaking('patterns.by_hour-count', 'patterns.by_weekday-count')
  .add('counts-days', 'Counts are of days instead of reports.', (item) => {
    item.report_count = Math.min(item.report_count, 45);
  });
averaged
  .breaking('patterns.by_hour-value', 'patterns.by_weekday-value')
  .add(
    'medians',
    'Averages are medians.',
    (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0,
  )
  .add('without-zeros', 'Averages leave out the zeros.', (values) =>
    mean(values.filter((value) => value > 0).length === 0 ? [0] : values.filter((value) => value > 0)),
  );
patterns
  .breaking('patterns.all-time', 'patterns.by_hour-count', 'patterns.by_weekday-count')
  .add(
    'one-report-lost',
    'The newest report of a finished range is not counted.',
    (body, request, upstream) => recount(body, reportsOf(request, upstream).slice(0, -1)),
  );
/** More than the walk reaches within sixty requests. */
const MANY = { state: { count: 4000, days: 60 } };
patterns
  .breaking('patterns.all-time')
  .add(
    'newest-thousand-of-many',
    'Of many reports, only the newest 1000 count.',
    (body, request, upstream) => recount(body, sliced(reportsOf(request, upstream))),
    MANY,
  );
requests
  .breaking('patterns.until')
  .add(
    'until-alone-ignored-of-many',
    'With many reports, `until` without `since` is ignored.',
    (request) => (request.query.has('since') ? request : withParameter(request, 'until', null)),
    MANY,
  );
patterns
  .breaking('patterns.since', 'patterns.until', 'patterns.by_hour-count', 'patterns.by_weekday-count')
  .add('range-utc', 'The range is cut by UTC days.', (body, request, upstream) =>
    recount(
      body,
      reportsOf(request, upstream, 1).filter((item) => inRange(request, utc(item).slice(0, 10))),
    ),
  )
  .add('since-exclusive', 'The first day of a range is not counted.', (body, request, upstream) =>
    recount(
      body,
      reportsOf(request, upstream).filter((item) => request.query.get('since') !== item.t.slice(0, 10)),
    ),
  );
const misreadings = requests.breaking(
  'patterns.since',
  'patterns.until',
  'patterns.by_hour-count',
  'patterns.by_weekday-count',
);
for (const misreading of RANGE_MISREADINGS) misreadings.add(...misreading);
requests.breaking('patterns.since', 'patterns.until').add(
  'one-end-is-a-day',
  'A range with only one end is that day.',
  (request) => {
    const [since, until] = [request.query.get('since'), request.query.get('until')];
    if ((since === null) === (until === null)) return request;
    return withParameter(withParameter(request, 'since', since ?? until), 'until', until ?? since);
  },
  { mustPass: 'omitted means all-time is said of both ends together, and of one end nothing' },
);
requests
  .breaking('patterns.all-time')
  .add('default-month', 'Without parameters patterns cover the last 30 days.', (request, { today }) =>
    without(request) ? withParameter(request, 'since', addDays(today, -29)) : request,
  )
  .add('default-until-yesterday', 'Without parameters patterns leave out today.', (request, { today }) =>
    without(request) ? withParameter(request, 'until', addDays(today, -1)) : request,
  );
weekdays
  .breaking('patterns.by_weekday-monday', 'patterns.by_weekday-label', 'patterns.by_weekday-count')
  .add('weekdays-sunday-first', '0 is Sunday, in numbers, labels and values.', (items) =>
    items
      .map((item) => ({ ...item, weekday: (item.weekday + 1) % 7 }))
      .toSorted((a, b) => a.weekday - b.weekday),
  )
  .add('weekdays-sunday-values', 'Numbers and labels start at Monday, values at Sunday.', (items) =>
    items.map((item, index) => ({
      ...item,
      value: items[(index + 6) % 7].value,
      report_count: items[(index + 6) % 7].report_count,
    })),
  );

breaking('patterns.by_weekday-value').add(
  'weekday-null-without',
  'A weekday without reports has the value null.',
  inWeekdays((items) => {
    for (const item of items) if (item.report_count === 0) item.value = null;
  }),
  { state: { count: 3 } },
);
weekdays
  .breaking('patterns.by_weekday-value', 'patterns.by_weekday-count')
  .add(
    'weekday-value-one',
    'The average of one weekday is 3 too high.',
    (items) => void (items[2].value += 3),
  );
weekdays
  .breaking('patterns.by_weekday-monday', 'patterns.by_weekday-label')
  .add('label-off', 'Labels are off by one day.', (items) => {
    items
      .map((item) => item.label)
      .forEach((_label, index, labels) => {
        items[index].label = labels[(index + 6) % 7];
      });
  });
eachWeekday
  .breaking('patterns.by_weekday-label')
  .add('label-long', 'Labels are long names.', (item, index) => {
    item.label = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][index];
  });
inForm2
  .breaking('patterns.open_hours-agree')
  .add('open_hours-utc', 'The hours are in UTC.', (body) => {
    body.open_hours = { first: 15, last: 7 };
  })
  .add('open_hours-off', '`first` is two hours late.', (body) => void (body.open_hours.first += 2));
