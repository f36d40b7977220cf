import {
  again,
  type Body,
  bare,
  dateOf,
  edit,
  inOffset,
  moved,
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
const hourOf = (item: Item) => Number(item.t.slice(11, 13));
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

breaking('chart.scatter', 'chart.scatter-t', 'chart.scatter-value')
  .add(
    'missing',
    '`scatter` is missing.',
    edit('chart', (body) => void delete body.scatter),
  )
  .add(
    'null',
    '`scatter` is null.',
    edit('chart', (body) => void (body.scatter = null)),
  )
  .add(
    'object',
    '`scatter` is an object by time.',
    edit(
      'chart',
      (body) =>
        void (body.scatter = Object.fromEntries(body.scatter.map((item: Item) => [item.t, item.value]))),
    ),
  );
scatter
  .breaking('chart.scatter-complete', 'chart.since', 'chart.until')
  .add('empty', '`scatter` is always empty.', () => [])
  .add('doubled', 'One report appears twice.', (items) => (items.length > 2 ? [...items, items[1]] : items))
  .add('capped-100', 'Only 100 items are sent.', (items) => items.slice(-100))
  .add('capped-500', 'Only 500 items are sent.', (items) => items.slice(-500))
  .add('capped-1000', 'Only 1000 items are sent.', (items) => items.slice(-1000))
  .add('thinned', 'Ranges of a week or more are thinned to every second report.', (items) =>
    items.length > 150 ? items.filter((_item, index) => index % 2 === 0) : items,
  )
  .add('daily-means', 'On long ranges the scatter has one mean for each day.', (items) => {
    const days = [...Map.groupBy(items, (item) => dateOf(item.t)).values()];
    if (days.length < 14) return items;
    return days.map((own) => ({
      t: own[0]?.t,
      value: own.reduce((sum, item) => sum + item.value, 0) / own.length,
    }));
  });
scatter
  .breaking('chart.scatter', 'chart.scatter-t', 'chart.scatter-value')
  .add('null-when-empty', '`scatter` is null on days without reports.', (items) =>
    items.length === 0 ? null : items,
  )
  .add('renamed', 'Items have `time` and `count`.', (items) =>
    items.map((item) => ({ time: item.t, count: item.value })),
  )
  .add('pairs', 'Items are pairs.', (items) => items.map((item) => [item.t, item.value]));
keep
  .breaking('chart.scatter-complete', 'chart.since', 'chart.until')
  .add('first-lost', 'The oldest report of the range is missing.', (_item, index) => index > 0)
  .add(
    'last-lost',
    'The newest report of the range is missing.',
    (_item, index, items) => index < items.length - 1,
  )
  .add(
    'middle-lost',
    'One report in the middle of the range is missing.',
    (_item, index, items) => index !== items.length >> 1,
  )
  .add('every-tenth-lost', 'Every tenth report is missing.', (_item, index) => index % 10 !== 9)
  .add(
    'outside-hours-lost',
    'Reports from before opening are missing.',
    (item) => item.t.slice(11, 16) >= '07:30',
  )
  .add('zeros-lost', 'Reports with the value 0 are missing.', (item) => item.value !== 0)
  .add(
    'ties-merged',
    'Reports that share a time are merged into one.',
    (item, index, items) => item.t !== items[index - 1]?.t,
  );
keep
  .breaking('chart.since', 'chart.until', 'chart.scatter-complete')
  .add('last-hour-lost', 'Reports of the last hour of a day are missing.', (item) => hourOf(item) !== 23)
  .add('first-hour-lost', 'Reports of the first hour of a day are missing.', (item) => hourOf(item) !== 0);
scatter
  .breaking('chart.since', 'chart.until', 'chart.scatter-complete')
  .add('utc-days', 'The range is cut by UTC days.', (_items, request, upstream) => {
    const since = request.query.get('since') ?? (request.query.has('until') ? '' : upstream.today);
    const until = request.query.get('until') ?? (request.query.has('since') ? '9999' : upstream.today);
    return widened(request, upstream).filter((item) => {
      const date = inOffset(item.t, 0).slice(0, 10);
      return date >= since && date <= until;
    });
  })
  .add('until-utc', 'Only the end of the range is cut by UTC days.', (items) => {
    const last =
      items
        .map((item) => dateOf(item.t))
        .sort()
        .at(-1) ?? '';
    return items.filter((item) => inOffset(item.t, 0).slice(0, 10) <= last);
  })
  .add(
    'since-exclusive-single',
    'A single past day is empty: its end is read as the midnight before.',
    (items, request) =>
      request.query.has('since') && request.query.get('since') === request.query.get('until') ? [] : items,
  );
breaking('chart.since', 'chart.until', 'chart.scatter-complete')
  .add(
    'until-exclusive',
    'The last day of a range is left out, a single day is not.',
    (request, upstream) => {
      const until = request.query.get('until');
      const single = until === null || until === request.query.get('since');
      const cut = inKeep((item) => single || dateOf(item.t) < (until ?? ''));
      return cut(request, upstream);
    },
  )
  .add(
    'since-exclusive',
    'The first day of a range is left out, a single day is not.',
    (request, upstream) => {
      const since = request.query.get('since');
      const single = since === null || since === request.query.get('until');
      return inKeep((item) => single || dateOf(item.t) > (since ?? ''))(request, upstream);
    },
  );
requests
  .breaking('chart.since', 'chart.until', 'chart.scatter-complete')
  .add('since-day-early', 'The range begins a day too early.', (request) => shifted(request, 'since', -1))
  .add('since-day-late', 'The range begins a day too late.', (request) =>
    request.query.get('since') === request.query.get('until') ? request : shifted(request, 'since', 1),
  )
  .add('until-day-late', 'The range ends a day too late.', (request) => shifted(request, 'until', 1))
  .add('both-shifted', 'The range is a day early at both ends.', (request) =>
    shifted(shifted(request, 'since', -1), 'until', -1),
  )
  .add('since-ignored', '`since` is ignored.', (request) =>
    withParameter(request, 'since', request.query.has('until') ? '2026-09-01' : null),
  )
  .add('since-alone-ignored', '`since` without `until` is ignored: the chart covers today.', (request) =>
    request.query.has('until') ? request : withParameter(request, 'since', null),
  )
  .add('until-ignored', '`until` is ignored: ranges run to today.', (request, { today }) =>
    request.query.has('until') ? withParameter(request, 'until', today) : request,
  )
  .add('until-alone-ignored', '`until` without `since` is ignored: the chart covers today.', (request) =>
    request.query.has('since') ? request : withParameter(request, 'until', null),
  )
  .add('both-ignored', 'Both dates are ignored.', (request) =>
    withParameter(withParameter(request, 'since', null), 'until', null),
  )
  .add('swapped', '`since` and `until` are confused when only one is given.', (request) => {
    const [since, until] = [request.query.get('since'), request.query.get('until')];
    return (since === null) === (until === null)
      ? request
      : withParameter(withParameter(request, 'since', until), 'until', since);
  })
  .add('month-first', 'Dates are read with day and month swapped where that is possible.', (request) =>
    exchanged(exchanged(request, 'since'), 'until'),
  );
requests
  .breaking('chart.default-today', 'chart.scatter-complete')
  .add('default-yesterday', 'Without parameters the chart covers yesterday.', (request, { today }) =>
    isDefault(request) ? both(request, addDays(today, -1)) : request,
  )
  .add('default-tomorrow', 'Without parameters the chart covers tomorrow.', (request, { today }) =>
    isDefault(request) ? both(request, addDays(today, 1)) : request,
  )
  .add('default-week', 'Without parameters the chart covers the last seven days.', (request, { today }) =>
    isDefault(request) ? withParameter(both(request, today), 'since', addDays(today, -6)) : request,
  )
  .add('default-two-days', 'Without parameters the chart begins yesterday.', (request, { today }) =>
    isDefault(request) ? withParameter(both(request, today), 'since', addDays(today, -1)) : request,
  )
  .add('default-all', 'Without parameters the chart covers all time.', (request, { today }) =>
    isDefault(request) ? withParameter(both(request, today), 'since', '2026-09-01') : request,
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
  )
  .add(
    'default-utc-scatter',
    'Without parameters the scatter covers the UTC day.',
    (_items, request, upstream) =>
      isDefault(request)
        ? widened(request, upstream).filter((item) => inOffset(item.t, 0).slice(0, 10) === upstream.today)
        : undefined,
  )
  .add('default-empty', 'Without parameters the scatter is empty.', (items, request) =>
    isDefault(request) ? [] : items,
  );
scatter
  .breaking('chart.scatter-complete')
  .add(
    'default-cached',
    'The chart of today lacks a report of the last minute.',
    (items, request) => (isDefault(request) ? items.slice(0, -1) : items),
    { state: { newestAge: 0 }, allowed: 'no sentence says how soon a report is shown' },
  );
each
  .breaking('chart.scatter-in-bucket', 'patterns.by_hour-value')
  .add('values-plus-one', 'Every value is one too high.', (item) => void (item.value += 1), { forms: [2] });
each
  .breaking('chart.scatter-value', 'chart.scatter-in-bucket')
  .add('values-doubled', 'Every value is doubled.', (item) => void (item.value *= 2))
  .add('values-index', 'The value is the number of the bucket.', (item) => {
    item.value = [0, 3, 8, 15, 25, 35].indexOf(item.value);
  })
  .add('values-text', 'Values are strings.', (item) => void (item.value = String(item.value)))
  .add('values-labels', 'Values are bucket labels.', (item) => {
    item.value = item.value === 35 ? '30+' : `${item.value}`;
  })
  .add('top-zero', 'The highest bucket counts as 0.', (item) => {
    item.value = item.value === 35 ? 0 : item.value;
  })
  .add('constant', 'All values are 8.', (item) => void (item.value = 8));
scatter
  .breaking('chart.scatter-in-bucket')
  .add('values-smoothed', 'Each value is the average of five reports.', (items) =>
    items.map((item, at) => {
      const near = items.slice(Math.max(0, at - 2), at + 3);
      return { ...item, value: near.reduce((sum, { value }) => sum + value, 0) / near.length };
    }),
  );
scatter
  .breaking('chart.scatter-value', 'chart.scatter-in-bucket')
  .add('one-off', 'One value among many is in another bucket.', (items) => {
    if (items.length > 4) (items[3] as Item).value = (items[3] as Item).value === 35 ? 3 : 35;
  })
  .add('one-null', 'One value among many is null.', (items) => {
    if (items.length > 4) (items.at(-3) as Item).value = null;
  })
  .add('one-text', 'One value among many is a string.', (items) => {
    if (items.length > 4) (items[1] as Item).value = '8';
  })
  .add('one-negative', 'One value among many is negative.', (items) => {
    if (items.length > 4) (items[2] as Item).value = -1;
  })
  .add('values-rotated', 'Each value has the time of the next report.', (items) => {
    const values = items.map((item) => item.value);
    items.forEach((item, index) => {
      item.value = values[(index + 1) % values.length];
    });
  });
each
  .breaking('chart.scatter-t', 'time.format')
  .add('t-bare', 'Times have no offset.', (item) => void (item.t = bare(item.t)))
  .add('t-unix', 'Times are numbers.', (item) => void ((item as Body).t = Date.parse(item.t) / 1000))
  .add('t-clock', 'Times are clock times.', (item) => void (item.t = item.t.slice(11, 16)));
each
  .breaking('time.local-offset', 'chart.scatter-complete')
  .add('t-utc', 'Times are in UTC.', (item) => void (item.t = inOffset(item.t, 0)))
  .add('t-local-z', 'Times are local but labeled Z.', (item) => void (item.t = `${bare(item.t)}Z`))
  .add(
    't-standard-offset',
    'Times in summer time carry the winter offset, with the clock of summer.',
    (item) => {
      item.t = item.t.replace('-07:00', '-08:00');
    },
  )
  .add('t-current-offset', 'All times carry the offset of today, at the right instant.', (item) => {
    item.t = inOffset(item.t, -480);
  });
each
  .breaking('chart.scatter-complete', 'chart.since', 'chart.until')
  .add('t-minute', 'Times are cut to the minute.', (item) => {
    item.t = item.t.replace(/T(\d\d:\d\d):\d\d/, 'T$1:00');
  })
  .add('t-hour-off', 'Times are an hour late.', (item) => void (item.t = moved(item.t, 60)))
  .add('t-second-off', 'Times are a second late.', (item) => {
    item.t = item.t.replace(
      /(T\d\d:\d\d:)(\d\d)/,
      (_, head: string, second: string) => head + String((Number(second) + 1) % 60).padStart(2, '0'),
    );
  });
scatter
  .breaking('chart.scatter-t', 'time.format')
  .add('t-one-bare', 'One time among many has no offset.', (items) => {
    if (items.length > 4) (items[4] as Item).t = bare((items[4] as Item).t);
  });

function both(request: HttpRequest, date: string): HttpRequest {
  return withParameter(withParameter(request, 'since', date), 'until', date);
}

function exchanged(request: HttpRequest, name: string): HttpRequest {
  const [year, month = '', day = ''] = (request.query.get(name) ?? '').split('-');
  return Number(day) >= 1 && Number(day) <= 12
    ? withParameter(request, name, `${year}-${day}-${month}`)
    : request;
}
