import {
  again,
  type Body,
  dateOf,
  edit,
  inOffset,
  rewrite,
  shifted,
  TODAY,
  withParameter,
} from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import { addDays } from '../../reference/local-time.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('scatter');
export const scatterFaults: readonly Fault[] = faults;

type Item = { t: string; value: Body };
const inScatter = (
  change: (items: Item[], request: HttpRequest, upstream: Upstream) => unknown,
): Fault['respond'] =>
  edit('chart', (body, request, upstream) => {
    const items = change(body.scatter, request, upstream);
    if (items !== undefined) body.scatter = items;
  });
const inEach = (change: (item: Item) => void) => inScatter((items) => items.forEach(change));
const inKeep = (test: (item: Item, index: number, items: Item[]) => boolean) =>
  inScatter((items) => items.filter(test));
const isDefault = (request: HttpRequest) => !request.query.has('since') && !request.query.has('until');
/** Items of the range widened by a day on both sides, for filters of another kind. */
const widened = (request: HttpRequest, upstream: Upstream): Item[] => {
  const since = request.query.get('since') ?? (request.query.has('until') ? null : upstream.today);
  const until = request.query.get('until') ?? (request.query.has('since') ? null : upstream.today);
  return again(request, upstream, {
    since: since === null ? null : addDays(since, -1),
    until: until === null ? null : addDays(until, 1),
  }).scatter;
};

const scatter = by(inScatter);
const each = by(inEach);
const keep = by(inKeep);
const requests = by((change: Parameters<typeof rewrite>[1]) => rewrite('chart', change));
scatter
  .breaking('chart.scatter-complete', 'chart.since', 'chart.until')
  .add('empty', '`scatter` is always empty.', () => [])
  .add('capped-500', 'Only 500 items are sent.', (items) => items.slice(-500));
keep
  .breaking('chart.scatter-complete', 'chart.since', 'chart.until')
  .add(
    'middle-lost',
    'One report in the middle of the range is missing.',
    (_item, index, items) => index !== items.length >> 1,
  )
  .add('zeros-lost', 'Reports with the value 0 are missing.', (item) => item.value !== 0)
  .add(
    'ties-merged',
    'Reports that share a time are merged into one.',
    (item, index, items) => item.t !== items[index - 1]?.t,
  );
scatter
  .breaking('chart.since', 'chart.until', 'chart.scatter-complete')
  .add('utc-days', 'The range is cut by UTC days.', (_items, request, upstream) => {
    const since = request.query.get('since') ?? (request.query.has('until') ? '' : upstream.today);
    const until = request.query.get('until') ?? (request.query.has('since') ? '9999' : upstream.today);
    return widened(request, upstream).filter((item) => {
      const date = inOffset(item.t, 0).slice(0, 10);
      return date >= since && date <= until;
    });
  });
breaking('chart.since', 'chart.until', 'chart.scatter-complete').add(
  'until-exclusive',
  'The last day of a range is left out, a single day is not.',
  (request, upstream) => {
    const until = request.query.get('until');
    const single = until === null || until === request.query.get('since');
    const cut = inKeep((item) => single || dateOf(item.t) < (until ?? ''));
    return cut(request, upstream);
  },
);
requests
  .breaking('chart.since', 'chart.until', 'chart.scatter-complete')
  .add('since-day-early', 'The range begins a day too early.', (request) => shifted(request, 'since', -1))
  .add('since-ignored', '`since` is ignored.', (request) =>
    withParameter(request, 'since', request.query.has('until') ? '2026-09-01' : null),
  )
  .add('until-alone-ignored', '`until` without `since` is ignored: the chart covers today.', (request) =>
    request.query.has('since') ? request : withParameter(request, 'until', null),
  );
requests
  .breaking('chart.default-today', 'chart.scatter-complete')
  .add('default-yesterday', 'Without parameters the chart covers yesterday.', (request, { today }) =>
    isDefault(request) ? both(request, addDays(today, -1)) : request,
  )
  .add('default-week', 'Without parameters the chart covers the last seven days.', (request, { today }) =>
    isDefault(request) ? withParameter(both(request, today), 'since', addDays(today, -6)) : request,
  )
  .add(
    'default-utc',
    'Without parameters the chart covers the UTC day, which is tomorrow in the evening.',
    (request, { today }) => (isDefault(request) ? both(request, addDays(today, 1)) : request),
    { state: { now: `${TODAY}T20:10:00` } },
  );
scatter
  .breaking('chart.default-today', 'chart.scatter-complete')
  .add(
    'default-24-hours',
    'Without parameters the scatter has the last 24 hours.',
    (items, request, upstream) =>
      isDefault(request)
        ? widened(request, upstream).filter((item) => item.t > `${addDays(upstream.today, -1)}T12:35`)
        : items,
  );
scatter
  .breaking('chart.scatter-complete')
  .add(
    'default-cached',
    'The chart of today lacks a report of the last minute.',
    (items, request) => (isDefault(request) ? items.slice(0, -1) : items),
    { state: { newestAge: 0 }, mustPass: 'no sentence says how soon a report is shown' },
  );
each
  .breaking('chart.scatter-in-bucket', 'patterns.by_hour-value')
  .add('values-plus-one', 'Every value is one too high.', (item) => void (item.value += 1), { forms: [2] });
each
  .breaking('chart.scatter-value', 'chart.scatter-in-bucket')
  .add('values-index', 'The value is the number of the bucket.', (item) => {
    item.value = [0, 3, 8, 15, 25, 35].indexOf(item.value);
  })
  .add('constant', 'All values are 8.', (item) => void (item.value = 8));

scatter
  .breaking('chart.scatter-value', 'chart.scatter-in-bucket')
  .add('one-off', 'One value among many is in another bucket.', (items) => {
    if (items.length > 4) (items[3] as Item).value = (items[3] as Item).value === 35 ? 3 : 35;
  });
each
  .breaking('time.local-offset', 'chart.scatter-complete')
  .add('t-utc', 'Times are in UTC.', (item) => void (item.t = inOffset(item.t, 0)))
  .add(
    't-standard-offset',
    'Times in summer time carry the winter offset, with the clock of summer.',
    (item) => {
      item.t = item.t.replace('-07:00', '-08:00');
    },
  );

function both(request: HttpRequest, date: string): HttpRequest {
  return withParameter(withParameter(request, 'since', date), 'until', date);
}
