import { addDays, daysBetween } from '../local-time.ts';
import type { Ask } from '../options.ts';
import {
  again,
  type Body,
  bare,
  dateOf,
  edit,
  type Fault,
  familyOf,
  inOffset,
  moved,
  TODAY,
  type Upstream,
} from './fault.ts';

const { faults, add } = familyOf('line');
export const lineFaults: readonly Fault[] = faults;

type Point = { t: string; value: Body };
const line = (
  change: (points: Point[], body: Body, ask: Ask, upstream: Upstream) => unknown,
): Fault['answer'] =>
  edit('chart', (body, ask, upstream) => {
    const points = change(body.line, body, ask, upstream);
    if (points !== undefined) body.line = points;
  });
const spanOf = (points: Point[]) => new Set(points.map((point) => dateOf(point.t))).size;
const day = (change: (points: Point[], body: Body, ask: Ask, upstream: Upstream) => unknown) =>
  line((points, body, ask, up) => (spanOf(points) === 1 ? change(points, body, ask, up) : undefined));
const long = (change: (points: Point[], body: Body, ask: Ask, upstream: Upstream) => unknown) =>
  line((points, body, ask, up) =>
    points.length > 0 && isLong(points, ask) ? change(points, body, ask, up) : undefined,
  );
const isLong = (points: Point[], ask: Ask) => {
  const [since, until] = [ask.query.get('since'), ask.query.get('until')];
  return since !== null && until !== null ? daysBetween(since, until) >= 13 : spanOf(points) >= 14;
};
const eachOf = (where: typeof day, change: (point: Point) => void) =>
  where((points) => points.forEach(change));
const valued = (change: (value: number) => unknown) => (point: Point) =>
  void (point.value = point.value === null ? null : change(point.value));
/** Long-range values computed anew from the day's reports. */
const averaged = (mean: (values: number[]) => number) =>
  long((points, body) => {
    const byDay = Map.groupBy(body.scatter as Point[], (item) => dateOf(item.t));
    for (const point of points) {
      const values = byDay.get(dateOf(point.t))?.map((item) => item.value as number);
      if (values !== undefined) point.value = mean(values);
    }
  });
const sorted = (values: number[]) => values.toSorted((a, b) => a - b);

add(
  'missing',
  '`line` is missing.',
  edit('chart', (body) => void delete body.line),
);
add(
  'null',
  '`line` is null.',
  line(() => null),
);
add(
  'empty',
  '`line` is always empty.',
  line(() => []),
);
add(
  'empty-long',
  '`line` is empty on long ranges.',
  long(() => []),
);
add(
  'numbers',
  '`line` is a list of bare numbers.',
  line((points) => points.map((point) => point.value)),
);
add(
  'value-missing',
  'Points without a value have no `value`.',
  line((points) => points.map((point) => (point.value === null ? { t: point.t } : point))),
);
add(
  't-missing',
  'Points have no `t`.',
  line((points) => points.map(({ value }) => ({ value }))),
);
add('value-text', 'Values are strings.', eachOf(line, valued(String)));
add(
  'value-nan',
  'Points without a value say "NaN".',
  eachOf(line, (point) => void (point.value ??= 'NaN')),
);
add(
  'value-false',
  'Points without a value say false.',
  eachOf(line, (point) => void (point.value ??= false)),
);
add(
  'negative-one',
  'Points without a value say -1.',
  eachOf(line, (point) => void (point.value ??= -1)),
);
add(
  'one-negative',
  'One value of the day is negative.',
  day((points) => {
    const point = points.find(({ value }) => value !== null);
    if (point !== undefined) point.value = -2;
  }),
);
add(
  'one-missing',
  'One point of the day is missing.',
  day((points) => points.toSpliced(20, 1)),
);
add(
  'one-doubled',
  'One point of the day appears twice.',
  day((points) => points.toSpliced(20, 0, points[20] as Point)),
);
add(
  'one-late',
  'One point of the day is five minutes late.',
  day((points) => void ((points[30] as Point).t = moved((points[30] as Point).t, 5))),
);
add(
  'irregular',
  'The points of the day are unevenly spaced.',
  day((points) => points.filter((_point, index) => index % 3 !== 1)),
);
add(
  'only-valued',
  'Points of the day stand only at the times of reports.',
  day((_points, body) => body.scatter.map((item: Point) => ({ ...item }))),
);
add(
  'backwards',
  'The points of the day run backwards.',
  day((points) => points.toReversed()),
  { arguable: 'the order of the line is not told in words' },
);
add(
  'unsorted',
  'Two points of the day are exchanged.',
  day((points) => points.with(10, points[40] as Point).with(40, points[10] as Point)),
);
add(
  'all-null',
  'All values of a day are null.',
  eachOf(day, (point) => void (point.value = null)),
);
add(
  'all-zero',
  'All values of a day are 0.',
  eachOf(
    day,
    valued(() => 0),
  ),
);
add(
  'tenfold',
  'The values of a day are ten times too high.',
  eachOf(
    day,
    valued((value) => value * 10 + 40),
  ),
);
add(
  'one-wild',
  'One value of the day is 900.',
  day(
    (points) =>
      void (((points.find(({ value }) => value !== null) as Point | undefined) ?? { value: 0 }).value = 900),
  ),
);
add(
  'other-day',
  'The line of a single day is that of the day before.',
  day((points) =>
    points.map((point) => ({ ...point, t: point.t.replace(dateOf(point.t), addDays(dateOf(point.t), -1)) })),
  ),
);
add(
  'utc-day',
  'The line of a single day covers the UTC day.',
  day((points) => points.map((point) => ({ ...point, t: moved(point.t, -480) }))),
);
add(
  'two-days',
  'The line of a single day runs on through the next.',
  day((points) => [...points, ...points.map((point) => ({ ...point, t: moved(point.t, 1440) }))]),
);
add(
  'day-as-average',
  'A single day has one point, its average.',
  day((points) => points.slice(0, 1)),
);
add(
  'hourless',
  'A single day has two points, twelve hours apart.',
  day((points) => points.filter((_point, index) => index % 48 === 0)),
);
add(
  'default-average',
  'Today, without parameters, is one point.',
  line((points, _body, ask) => (ask.query.size === 0 ? points.slice(40, 41) : points)),
);
add(
  't-bare',
  'Times have no offset.',
  eachOf(line, (point) => void (point.t = bare(point.t))),
);
add(
  't-utc',
  'Times are in UTC.',
  eachOf(line, (point) => void (point.t = inOffset(point.t, 0))),
);
add(
  't-local-z',
  'Times are local but labelled Z.',
  eachOf(line, (point) => void (point.t = `${bare(point.t)}Z`)),
);
add(
  't-bare-long',
  'Times on long ranges are dates only.',
  eachOf(long, (point) => void (point.t = dateOf(point.t))),
);
add(
  't-utc-long',
  'Times on long ranges are UTC midnights.',
  eachOf(long, (point) => void (point.t = `${dateOf(point.t)}T00:00:00Z`)),
);
add(
  't-clock',
  'Times on a single day are clock times.',
  eachOf(day, (point) => void (point.t = point.t.slice(11, 16))),
);
add(
  'long-quarters',
  'Long ranges have quarter-hour points.',
  long((points) =>
    points.flatMap((point) =>
      Array.from({ length: 96 }, (_, index) => ({ t: moved(point.t, index * 15), value: point.value })),
    ),
  ),
);
add(
  'long-hours',
  'Long ranges have hourly points.',
  long((points) =>
    points.flatMap((point) =>
      Array.from({ length: 24 }, (_, index) => ({ t: moved(point.t, index * 60), value: point.value })),
    ),
  ),
);
add(
  'long-half-days',
  'Long ranges have two points a day.',
  long((points) => points.flatMap((point) => [point, { t: moved(point.t, 720), value: point.value }])),
);
add(
  'long-three-days',
  'Long ranges have a point every third day.',
  long((points) => points.filter((_point, index) => index % 3 === 0)),
);
add(
  'long-last-day',
  'The last day of a long range has no point.',
  long((points) => points.slice(0, -1)),
);
add(
  'long-first-day',
  'The first day of a long range has no point.',
  long((points) => points.slice(1)),
);
add(
  'long-day-lost',
  'One day with reports has no point.',
  long((points) => points.filter((point, index) => index !== 5 && point !== undefined)),
);
add(
  'long-day-doubled',
  'One day has two points.',
  long((points) => points.toSpliced(6, 0, points[6] as Point)),
);
add(
  'long-beyond',
  'Long ranges have a point before their first day.',
  long((points) => [{ t: moved((points[0] as Point).t, -1440), value: 5 }, ...points]),
);
add(
  'long-zero',
  'Days without reports have the value 0.',
  eachOf(long, (point) => void (point.value ??= 0)),
);
add(
  'long-carried',
  'Days without reports carry the value of the day before.',
  long((points) =>
    points.forEach((point, index) => {
      point.value ??= points[index - 1]?.value ?? null;
    }),
  ),
);
add(
  'long-null',
  'All values of long ranges are null.',
  eachOf(long, (point) => void (point.value = null)),
);
add(
  'long-sum',
  "A day's value is the sum of its reports.",
  averaged((values) => values.reduce((sum, value) => sum + value, 0)),
);
add(
  'long-count',
  "A day's value is the number of its reports.",
  averaged((values) => values.length),
);
add(
  'long-max',
  "A day's value is its highest report.",
  averaged((values) => Math.max(...values)),
  { arguable: 'how a day is averaged is not told; no average is the maximum, though' },
);
add(
  'long-min',
  "A day's value is its lowest report.",
  averaged((values) => Math.min(...values)),
  { arguable: 'as long-max' },
);
add(
  'long-median',
  "A day's value is its median.",
  averaged((values) => sorted(values)[values.length >> 1] ?? 0),
  { arguable: 'a smoothed average may fall there' },
);
add(
  'long-above',
  "A day's value lies above its highest report.",
  averaged((values) => Math.max(...values) + 5),
);
add(
  'long-shifted',
  'Each day has the average of the day before.',
  long((points) => {
    const values = points.map((point) => point.value);
    points.forEach((point, index) => {
      point.value = values[index - 1] ?? null;
    });
  }),
);
add(
  'long-one-wrong',
  "One day's average lies far above its reports.",
  long((points) => {
    const point = points.findLast(({ value }, index) => value !== null && index < points.length - 2);
    if (point !== undefined) point.value = 88;
  }),
);
add(
  'long-overall',
  'Each day has the average of the whole range.',
  averaged(() => 12.3),
  { arguable: "a value inside the range of each day's reports is hard to tell from an average" },
);
add(
  'long-halved',
  'Averages divide by twice the number of reports.',
  averaged((values) => values.reduce((sum, value) => sum + value, 0) / values.length / 2),
  { arguable: 'inside the range of the reports' },
);
add(
  'long-utc',
  'Days are averaged by UTC days.',
  long((points, _body, ask, up) => {
    const since = dateOf((points[0] as Point).t);
    const wide = again(ask, up, {
      since: addDays(since, -1),
      until: ask.query.has('until') ? addDays(ask.query.get('until') ?? TODAY, 1) : null,
    }).scatter as Point[];
    const byDay = Map.groupBy(wide, (item) => dateOf(inOffset(item.t, 0)));
    for (const point of points) {
      const own = byDay.get(dateOf(point.t)) ?? [];
      point.value =
        own.length === 0
          ? null
          : Math.round((own.reduce((sum, item) => sum + item.value, 0) / own.length) * 10) / 10;
    }
  }),
);
