import { type Body, bare, edit, inOffset, moved } from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import { addDays } from '../../reference/local-time.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('window', { forms: [2] });
export const windowFaults: readonly Fault[] = faults;

const single = (request: HttpRequest) =>
  request.query.size === 0 || request.query.get('since') === request.query.get('until');
const inChart = (change: (body: Body, request: HttpRequest, upstream: Upstream) => void) =>
  edit('chart', change);
const inOpen = (change: (window: Body, request: HttpRequest, upstream: Upstream) => void) =>
  inChart(
    (body, request, upstream) =>
      void (body.open_window !== null && change(body.open_window, request, upstream)),
  );
const set = (value: unknown) =>
  inChart((body) => void (body.open_window !== null && (body.open_window = value)));
const fixedOn = (date: string) => ({
  start: `${date}T07:30:00-08:00`,
  end: `${date}T23:45:00-08:00`,
  closed: [],
});

const chart = by(inChart);
const open = by(inOpen);

chart
  .breaking('chart.open_window', 'chart.open_window-single-day', 'form.declared')
  .add('missing', '`open_window` is missing.', (body) => void delete body.open_window);
chart
  .breaking('chart.open_window-long', 'chart.open_window')
  .add('missing-long', '`open_window` is missing on long ranges.', (body, request) => {
    if (!single(request)) delete body.open_window;
  })
  .add(
    'long',
    '`open_window` is an object on long ranges.',
    (body, _request, { today }) => void (body.open_window ??= fixedOn(today)),
  )
  .add(
    'two-days',
    '`open_window` is an object on ranges of two days to a week.',
    (body, _request, { today }) => {
      if (body.line.length <= 7) body.open_window ??= fixedOn(today);
    },
  );
chart
  .breaking('chart.open_window-single-day')
  .add('null-today', '`open_window` is null for today.', (body, request) => {
    if (request.query.size === 0) body.open_window = null;
  })
  .add('null-single', '`open_window` is null on every day.', (body) => void (body.open_window = null))
  .add('null-past', '`open_window` is null on past days.', (body, request) => {
    if (request.query.size > 0) body.open_window = null;
  })
  .add('null-closed-day', '`open_window` is null on days that are closed throughout.', (body) => {
    if (
      body.open_window?.closed.length === 1 &&
      body.open_window.closed[0].start === body.open_window.start &&
      body.open_window.closed[0].end === body.open_window.end
    )
      body.open_window = null;
  });
breaking('chart.open_window', 'chart.open_window-single-day', 'form.declared')
  .add('empty-object', '`open_window` is an empty object.', set({}))
  .add('false', '`open_window` is false on a single day.', set(false))
  .add(
    'list',
    '`open_window` is a list.',
    inChart((body, _request, { today }) => {
      if (body.open_window !== null) body.open_window = [fixedOn(today)];
    }),
  )
  .add('text', '`open_window` is a string.', set('7:30am-11:45pm'));
open
  .breaking('chart.open_window-bounds', 'hours.window-agrees', 'patterns.open_hours-agree')
  .add('swapped', 'start and end are swapped.', (part) => {
    [part.start, part.end] = [part.end, part.start];
  })
  .add('empty-window', 'The window ends when it starts.', (part) => void (part.end = part.start))
  .add('today-always', "The window is always today's.", (part, _request, { today }) => {
    part.start = part.start.replace(/^[\d-]{10}/, today);
    part.end = part.end.replace(/^[\d-]{10}/, today);
  })
  .add('day-before', 'The window is on the day before.', (part) => {
    [part.start, part.end] = [moved(part.start, -1440), moved(part.end, -1440)];
  })
  .add('whole-week', 'The window runs through the whole week.', (part) => {
    part.end = moved(part.end, 6 * 1440);
  })
  .add('own-day', "The window shows the day's hours instead of the week's.", (part, request) => {
    const date = part.start.slice(0, 10);
    if (request.query.size > 0 && new Date(`${date}T00:00:00Z`).getUTCDay() === 6)
      Object.assign(part, {
        start: `${date}T10:00:00${part.start.slice(19)}`,
        end: `${date}T20:00:00${part.start.slice(19)}`,
        closed: [],
      });
  })
  .add('hour-early', 'The window of every day starts an hour before the earliest opening.', (part) => {
    part.start = moved(part.start, -60);
  })
  .add('spring', 'The window ends on the date after for every day.', (part) => {
    part.end = part.end.replace(/^[\d-]{10}/, addDays(part.end.slice(0, 10), 1));
  });
open
  .breaking('chart.open_window', 'chart.open_window-single-day', 'form.declared')
  .add('no-start', '`start` is missing.', (part) => void delete part.start)
  .add('no-end', '`end` is missing.', (part) => void delete part.end)
  .add('no-closed', '`closed` is missing.', (part) => void delete part.closed)
  .add('start-null', '`start` is null.', (part) => void (part.start = null))
  .add('start-clock', '`start` is a clock time.', (part) => void (part.start = '7:30am'));
open
  .breaking('chart.open_window', 'chart.open_window-closed')
  .add('closed-null', '`closed` is null when there is nothing in it.', (part) => {
    if (part.closed.length === 0) part.closed = null;
  })
  .add('closed-boolean', '`closed` is a boolean.', (part) => void (part.closed = part.closed.length > 0))
  .add('closed-object', '`closed` is an object.', (part) => void (part.closed = { ...part.closed[0] }))
  .add('closed-pairs', 'Closed parts are pairs.', (part) => {
    part.closed = [[part.start, moved(part.start, 30)]];
  })
  .add('closed-no-end', 'Closed parts have no end.', (part) => void (part.closed = [{ start: part.start }]));
open
  .breaking('chart.open_window', 'time.format', 'chart.open_window-closed')
  .add('start-bare', '`start` has no offset.', (part) => void (part.start = bare(part.start)))
  .add('end-bare', '`end` has no offset.', (part) => void (part.end = bare(part.end)))
  .add('closed-bare', 'Closed parts have no offset.', (part) => {
    part.closed = [{ start: bare(part.start), end: bare(moved(part.start, 30)) }];
  });
open
  .breaking('time.local-offset')
  .add('utc', 'start and end are in UTC.', (part) => {
    [part.start, part.end] = [inOffset(part.start, 0), inOffset(part.end, 0)];
  })
  .add('local-z', 'start and end are local but labeled Z.', (part) => {
    [part.start, part.end] = [`${bare(part.start)}Z`, `${bare(part.end)}Z`];
  });
open
  .breaking(
    'chart.open_window-closed',
    'hours.window-agrees',
    'chart.open_window-bounds',
    'chart.line-null-closed',
    'chart.line-plausible',
  )
  .add('closed-outside', 'A closed part begins before the window.', (part) => {
    part.closed = [{ start: moved(part.start, -300), end: part.start }, ...part.closed];
  })
  .add('closed-after', 'A closed part ends after the window.', (part) => {
    part.closed.push({ start: part.end, end: moved(part.end, 60) });
  })
  .add('closed-backwards', 'Closed parts end before they start.', (part) => {
    part.closed =
      part.closed.length === 0
        ? [{ start: part.end, end: part.start }]
        : part.closed.map((gap: Body) => ({ start: gap.end, end: gap.start }));
  })
  .add('closed-overlap', 'Closed parts overlap.', (part) => {
    part.closed = [
      { start: part.start, end: moved(part.start, 120) },
      { start: moved(part.start, 60), end: moved(part.start, 180) },
    ];
  })
  .add('closed-now', 'The whole of today is listed as closed while the venue is open.', (part, request) => {
    if (request.query.size === 0) part.closed = [{ start: part.start, end: part.end }];
  })
  .add('closed-inverted', 'closed lists the parts in which the day is open.', (part) => {
    part.closed = part.closed.length === 0 ? [{ start: part.start, end: part.end }] : [];
  })
  .add('closed-sunday-empty', 'A day that is closed throughout has an empty list.', (part) => {
    part.closed = [];
  });
