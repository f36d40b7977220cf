import type { RequirementId } from '../../contract/requirements.ts';
import { again, type Body, dateOf, edit, inOffset, moved } from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import { addDays, daysBetween } from '../../reference/local-time.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('line');
export const lineFaults: readonly Fault[] = faults;

type Point = { t: string; value: Body };
const inLine = (
  change: (points: Point[], body: Body, request: HttpRequest, upstream: Upstream) => unknown,
): Fault['respond'] =>
  edit('chart', (body, request, upstream) => {
    const points = change(body.line, body, request, upstream);
    if (points !== undefined) body.line = points;
  });
const spanOf = (points: Point[]) => new Set(points.map((point) => dateOf(point.t))).size;
const inDay = (change: (points: Point[], body: Body, request: HttpRequest, upstream: Upstream) => unknown) =>
  inLine((points, body, request, upstream) =>
    spanOf(points) === 1 ? change(points, body, request, upstream) : undefined,
  );
const inLong = (change: (points: Point[], body: Body, request: HttpRequest, upstream: Upstream) => unknown) =>
  inLine((points, body, request, upstream) =>
    points.length > 0 && isLong(points, request) ? change(points, body, request, upstream) : undefined,
  );
const isLong = (points: Point[], request: HttpRequest) => {
  const [since, until] = [request.query.get('since'), request.query.get('until')];
  return since !== null && until !== null ? daysBetween(since, until) >= 13 : spanOf(points) >= 14;
};
/** Daily averages; a point stands for the day of its time. */
const inDaily = (
  mean: (reports: Point[], date: string, range: { since: string; until: string }) => number | null,
): Fault['respond'] =>
  edit('chart', (body, request, upstream) => {
    const points = body.line as Point[];
    if (points.length < 2) return;
    const [since, until] = [dateOf((points[0] as Point).t), dateOf((points.at(-1) as Point).t)];
    if (daysBetween(since, until) + 1 !== points.length) return;
    const wide = again(request, upstream, {
      since: addDays(since, -1),
      until: request.query.get('until'),
    }).scatter as Point[];
    for (const point of points) point.value = mean(wide, dateOf(point.t), { since, until });
  });
const averageWhere = (reports: Point[], isOwn: (date: string) => boolean): number | null => {
  const values = reports.filter(({ t }) => isOwn(dateOf(t))).map(({ value }) => value as number);
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length === 0 ? null : Math.round((sum / values.length) * 10) / 10;
};
const eachOf = (where: typeof inDay, change: (point: Point) => void) =>
  where((points) => points.forEach(change));
const valued = (change: (value: number) => unknown) => (point: Point) =>
  void (point.value = point.value === null ? null : change(point.value));
/** Recomputes the values of long ranges from each day's reports. */
const inAveraged = (mean: (values: number[]) => number) =>
  inLong((points, body) => {
    const byDay = Map.groupBy(body.scatter as Point[], (item) => dateOf(item.t));
    for (const point of points) {
      const values = byDay.get(dateOf(point.t))?.map((item) => item.value as number);
      if (values !== undefined) point.value = mean(values);
    }
  });
const sorted = (values: number[]) => values.toSorted((a, b) => a - b);

/** The requirements that a line without usable points breaks. */
const wholeLine: readonly RequirementId[] = [
  'chart.line',
  'chart.line-t',
  'chart.line-value',
  'chart.long-steps',
  'chart.day-spacing',
  'chart.line-plausible',
];

const line = by(inLine);
const day = by(inDay);
const long = by(inLong);
const averaged = by(inAveraged);
const eachPoint = by((change: (point: Point) => void) => eachOf(inLine, change));
const eachOfDay = by((change: (point: Point) => void) => eachOf(inDay, change));
const eachOfLong = by((change: (point: Point) => void) => eachOf(inLong, change));
line.breaking(...wholeLine).add('empty', '`line` is always empty.', () => []);
day
  .breaking('chart.day-spacing', 'chart.line')
  .add('one-missing', 'One point of the day is missing.', (points) => points.toSpliced(20, 1));
day
  .breaking('chart.line', 'chart.day-spacing')
  .add('one-doubled', 'One point of the day appears twice.', (points) =>
    points.toSpliced(20, 0, points[20] as Point),
  )
  .add('backwards', 'The points of the day run backwards.', (points) => points.toReversed(), {
    mustPass: 'the description does not state the order of points',
  })
  .add('other-day', 'The line of a single day shows the day before.', (points) =>
    points.map((point) => ({ ...point, t: point.t.replace(dateOf(point.t), addDays(dateOf(point.t), -1)) })),
  );
eachOfDay
  .breaking('chart.line-plausible')
  .add('all-null', 'All values of a day are null.', (point) => void (point.value = null));
breaking('chart.line-plausible')
  .add(
    'all-zero',
    'All values of a day are 0.',
    eachOf(
      inDay,
      valued(() => 0),
    ),
  )
  .add(
    'tenfold',
    'The values of a day are ten times too high.',
    eachOf(
      inDay,
      valued((value) => value * 10 + 40),
    ),
  );
day.breaking('chart.line-plausible').add(
  'hours-late',
  'The values of a day are four hours late.',
  (points) => {
    const at = new Map(points.map(({ t, value }) => [t, value]));
    return points.map(({ t, value }) => ({
      t,
      value: value === null ? null : (at.get(moved(t, -240)) ?? 0),
    }));
  },
  // A dozen reports a day don't show it
  { state: { count: 1500, days: 45 } },
);
day.breaking('chart.line-plausible').add('one-wild', 'One value of the day is 900.', (points) => {
  ((points.find(({ value }) => value !== null) as Point | undefined) ?? { value: 0 }).value = 900;
});
day
  .breaking('chart.line-null-closed')
  .add(
    'zero-while-closed',
    'The line of a day is 0 while the venue is closed.',
    (points) =>
      points.forEach((point) => {
        point.value ??= 0;
      }),
    { forms: [2] },
  )
  .add(
    'carried-while-closed',
    'The line of a day keeps its last value while the venue is closed.',
    (points) =>
      points.forEach((point, index) => {
        point.value ??= points[index - 1]?.value ?? null;
      }),
    { forms: [2] },
  );
day
  .breaking('chart.day-spacing', 'chart.line-plausible')
  .add('day-as-average', 'A single day has one point, its average.', (points) => points.slice(0, 1));
line
  .breaking('chart.day-spacing', 'chart.line')
  .add('default-average', 'Today, without parameters, is one point.', (points, _body, request) =>
    request.query.size === 0 ? points.slice(40, 41) : points,
  );
eachPoint
  .breaking('time.local-offset', 'chart.line')
  .add('t-utc', 'Times are in UTC.', (point) => void (point.t = inOffset(point.t, 0)));
eachOfLong
  .breaking('time.local-offset', 'chart.long-averages', 'chart.long-steps', 'chart.line')
  .add('t-utc-long', 'Times on long ranges are UTC midnights.', (point) => {
    point.t = `${dateOf(point.t)}T00:00:00Z`;
  });
long
  .breaking('chart.long-steps', 'chart.line', 'chart.long-averages')
  .add('long-quarters', 'Long ranges have quarter-hour points.', (points) =>
    points.flatMap((point) =>
      Array.from({ length: 96 }, (_, index) => ({ t: moved(point.t, index * 15), value: point.value })),
    ),
  )
  .add('long-beyond', 'Long ranges have a point before their first day.', (points) => [
    { t: moved((points[0] as Point).t, -1440), value: 5 },
    ...points,
  ])
  .add('long-day-doubled', 'One day has two points.', (points) => points.toSpliced(6, 0, points[6] as Point));
eachOfLong
  .breaking('chart.long-averages')
  .add('long-zero', 'Days without reports have the value 0.', (point) => void (point.value ??= 0));
long
  .breaking('chart.long-averages')
  .add('long-shifted', 'Each day has the average of the day before.', (points) => {
    const values = points.map((point) => point.value);
    points.forEach((point, index) => {
      point.value = values[index - 1] ?? null;
    });
  })
  .add('long-one-wrong', "One day's average is far above its reports.", (points) => {
    const point = points.findLast(({ value }, index) => value !== null && index < points.length - 2);
    if (point !== undefined) point.value = 88;
  })
  .add('long-utc', 'Days are averaged by UTC days.', (points, _body, request, upstream) => {
    const since = dateOf((points[0] as Point).t);
    const wide = again(request, upstream, {
      since: addDays(since, -1),
      until: request.query.has('until') ? addDays(request.query.get('until') ?? upstream.today, 1) : null,
    }).scatter as Point[];
    const byDay = Map.groupBy(wide, (item) => dateOf(inOffset(item.t, 0)));
    for (const point of points) {
      const own = byDay.get(dateOf(point.t)) ?? [];
      point.value =
        own.length === 0
          ? null
          : Math.round((own.reduce((sum, item) => sum + item.value, 0) / own.length) * 10) / 10;
    }
  });
/** No other line shows what the averages should be. */
const ALWAYS_DAILY = { state: { weeklyFrom: 1000 } };
by(inDaily, ALWAYS_DAILY)
  .breaking('chart.long-averages')
  .add('daily-shifted', 'Where points are daily, a day has the average of the day before.', (all, date) =>
    averageWhere(all, (one) => one === addDays(date, -1)),
  )
  .add(
    'daily-running',
    'Where points are daily, a day has the average of all days so far.',
    (all, date, { since }) => averageWhere(all, (one) => one >= since && one <= date),
  )
  .add(
    'daily-overall',
    'Where points are daily, each has the average of the whole range.',
    (all, _date, { since, until }) => averageWhere(all, (one) => one >= since && one <= until),
  );
averaged
  .breaking('chart.long-averages')
  .add('long-sum', "A day's value is the sum of its reports.", (values) =>
    values.reduce((sum, value) => sum + value, 0),
  )
  .add('long-median', "A day's value is its median.", (values) => sorted(values)[values.length >> 1] ?? 0)
  .add('long-overall', 'Each day has the average of the whole range.', () => 12.3);
