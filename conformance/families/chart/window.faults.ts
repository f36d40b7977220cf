import { type Body, edit, inOffset, moved } from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import { addDays } from '../../reference/local-time.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, by } = familyOf('window', { forms: [2] });
export const windowFaults: readonly Fault[] = faults;

const inChart = (change: (body: Body, request: HttpRequest, upstream: Upstream) => void) =>
  edit('chart', change);
const inOpen = (change: (window: Body, request: HttpRequest, upstream: Upstream) => void) =>
  inChart(
    (body, request, upstream) =>
      void (body.open_window !== null && change(body.open_window, request, upstream)),
  );
const fixedOn = (date: string) => ({
  start: `${date}T07:30:00-08:00`,
  end: `${date}T23:45:00-08:00`,
  closed: [],
});

const chart = by(inChart);
const open = by(inOpen);
chart
  .breaking('chart.open_window-long', 'chart.open_window')
  .add(
    'long',
    '`open_window` is an object on long ranges.',
    (body, _request, { today }) => void (body.open_window ??= fixedOn(today)),
  );
chart
  .breaking('chart.open_window-single-day')
  .add('null-today', '`open_window` is null for today.', (body, request) => {
    if (request.query.size === 0) body.open_window = null;
  })
  .add('null-closed-day', '`open_window` is null on days that are closed throughout.', (body) => {
    if (
      body.open_window?.closed.length === 1 &&
      body.open_window.closed[0].start === body.open_window.start &&
      body.open_window.closed[0].end === body.open_window.end
    )
      body.open_window = null;
  });
open
  .breaking('chart.open_window-bounds', 'hours.window-agrees', 'patterns.open_hours-agree')
  .add('swapped', 'start and end are swapped.', (part) => {
    [part.start, part.end] = [part.end, part.start];
  })
  .add('whole-week', 'The window runs through the whole week.', (part) => {
    part.end = moved(part.end, 6 * 1440);
  })
  .add('hour-early', 'The window of every day starts an hour before the earliest opening.', (part) => {
    part.start = moved(part.start, -60);
  })
  .add('spring', 'The window ends on the date after for every day.', (part) => {
    part.end = part.end.replace(/^[\d-]{10}/, addDays(part.end.slice(0, 10), 1));
  });
open.breaking('time.local-offset').add('utc', 'start and end are in UTC.', (part) => {
  [part.start, part.end] = [inOffset(part.start, 0), inOffset(part.end, 0)];
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
  .add('closed-inverted', 'closed lists the parts in which the day is open.', (part) => {
    part.closed = part.closed.length === 0 ? [{ start: part.start, end: part.end }] : [];
  })
  .add('closed-sunday-empty', 'A day that is closed throughout has an empty list.', (part) => {
    part.closed = [];
  });
