import { addDays } from '../local-time.ts';
import type { Ask } from '../options.ts';
import { type Body, bare, edit, type Fault, familyOf, inOffset, moved, TODAY } from './fault.ts';

const { faults, add: put } = familyOf('window');
export const windowFaults: readonly Fault[] = faults;
const add = (id: string, says: string, answer: Fault['answer'], extra: Parameters<typeof put>[3] = {}) =>
  put(id, says, answer, { forms: [2], ...extra });

const single = (ask: Ask) => ask.query.size === 0 || ask.query.get('since') === ask.query.get('until');
const chart = (change: (body: Body, ask: Ask) => void) => edit('chart', change);
const open = (change: (window: Body, ask: Ask) => void) =>
  chart((body, ask) => void (body.open_window !== null && change(body.open_window, ask)));
const set = (value: unknown) =>
  chart((body) => void (body.open_window !== null && (body.open_window = value)));
const fixed = { start: `${TODAY}T07:30:00-08:00`, end: `${TODAY}T23:45:00-08:00`, closed: [] };

add(
  'missing',
  '`open_window` is missing.',
  chart((body) => void delete body.open_window),
);
add(
  'missing-long',
  '`open_window` is missing on long ranges.',
  chart((body, ask) => void (single(ask) || delete body.open_window)),
);
add(
  'null-today',
  '`open_window` is null for today.',
  chart((body, ask) => void (ask.query.size === 0 && (body.open_window = null))),
);
add(
  'null-single',
  '`open_window` is null on every day.',
  chart((body) => void (body.open_window = null)),
);
add(
  'null-past',
  '`open_window` is null on past days.',
  chart((body, ask) => void (ask.query.size > 0 && (body.open_window = null))),
);
add(
  'null-closed-day',
  '`open_window` is null on days that are closed throughout.',
  chart(
    (body) =>
      void (
        body.open_window?.closed.length === 1 &&
        body.open_window.closed[0].start === body.open_window.start &&
        body.open_window.closed[0].end === body.open_window.end &&
        (body.open_window = null)
      ),
  ),
);
add(
  'long',
  '`open_window` is an object on long ranges.',
  chart((body) => void (body.open_window ??= fixed)),
);
add(
  'two-days',
  '`open_window` is an object on ranges of two days to a week.',
  chart((body) => void (body.line.length <= 7 && (body.open_window ??= fixed))),
);
add('empty-object', '`open_window` is an empty object.', set({}));
add('false', '`open_window` is false on a single day.', set(false));
add('list', '`open_window` is a list.', set([fixed]));
add('text', '`open_window` is a string.', set('7:30am-11:45pm'));
add(
  'swapped',
  'start and end are exchanged.',
  open((part) => void ([part.start, part.end] = [part.end, part.start])),
);
add(
  'no-start',
  '`start` is missing.',
  open((part) => void delete part.start),
);
add(
  'no-end',
  '`end` is missing.',
  open((part) => void delete part.end),
);
add(
  'no-closed',
  '`closed` is missing.',
  open((part) => void delete part.closed),
);
add(
  'closed-null',
  '`closed` is null when there is nothing in it.',
  open((part) => void (part.closed.length === 0 && (part.closed = null))),
);
add(
  'closed-boolean',
  '`closed` is a boolean.',
  open((part) => void (part.closed = part.closed.length > 0)),
);
add(
  'closed-object',
  '`closed` is an object.',
  open((part) => void (part.closed = { ...part.closed[0] })),
);
add(
  'start-null',
  '`start` is null.',
  open((part) => void (part.start = null)),
);
add(
  'start-clock',
  '`start` is a clock time.',
  open((part) => void (part.start = '7:30am')),
);
add(
  'start-bare',
  '`start` has no offset.',
  open((part) => void (part.start = bare(part.start))),
);
add(
  'end-bare',
  '`end` has no offset.',
  open((part) => void (part.end = bare(part.end))),
);
add(
  'utc',
  'start and end are in UTC.',
  open((part) => void ([part.start, part.end] = [inOffset(part.start, 0), inOffset(part.end, 0)])),
);
add(
  'local-z',
  'start and end are local but labelled Z.',
  open((part) => void ([part.start, part.end] = [`${bare(part.start)}Z`, `${bare(part.end)}Z`])),
);
add(
  'empty-window',
  'The window ends when it starts.',
  open((part) => void (part.end = part.start)),
);
add(
  'today-always',
  'The window lies on today, whichever day is asked for.',
  open((part) => {
    part.start = part.start.replace(/^[\d-]{10}/, TODAY);
    part.end = part.end.replace(/^[\d-]{10}/, TODAY);
  }),
);
add(
  'day-before',
  'The window lies on the day before.',
  open((part) => void ([part.start, part.end] = [moved(part.start, -1440), moved(part.end, -1440)])),
);
add(
  'whole-week',
  'The window runs through the whole week.',
  open((part) => void (part.end = moved(part.end, 6 * 1440))),
);
add(
  'own-day',
  'The window is that of the day instead of the week.',
  open((part, ask) => {
    const date = part.start.slice(0, 10);
    if (ask.query.size > 0 && new Date(`${date}T00:00:00Z`).getUTCDay() === 6)
      Object.assign(part, {
        start: `${date}T10:00:00${part.start.slice(19)}`,
        end: `${date}T20:00:00${part.start.slice(19)}`,
        closed: [],
      });
  }),
);
add(
  'hour-early',
  'The window of every day starts an hour before the earliest opening.',
  open((part) => void (part.start = moved(part.start, -60))),
  { arguable: 'seen only against open_hours' },
);
add(
  'closed-outside',
  'A closed part begins before the window.',
  open((part) => void (part.closed = [{ start: moved(part.start, -300), end: part.start }, ...part.closed])),
);
add(
  'closed-after',
  'A closed part ends after the window.',
  open((part) => void part.closed.push({ start: part.end, end: moved(part.end, 60) })),
);
add(
  'closed-backwards',
  'Closed parts end before they start.',
  open(
    (part) =>
      void (part.closed =
        part.closed.length === 0
          ? [{ start: part.end, end: part.start }]
          : part.closed.map((gap: Body) => ({ start: gap.end, end: gap.start }))),
  ),
);
add(
  'closed-overlap',
  'Closed parts overlap.',
  open(
    (part) =>
      void (part.closed = [
        { start: part.start, end: moved(part.start, 120) },
        { start: moved(part.start, 60), end: moved(part.start, 180) },
      ]),
  ),
);
add(
  'closed-bare',
  'Closed parts have no offset.',
  open((part) => void (part.closed = [{ start: bare(part.start), end: bare(moved(part.start, 30)) }])),
);
add(
  'closed-pairs',
  'Closed parts are pairs.',
  open((part) => void (part.closed = [[part.start, moved(part.start, 30)]])),
);
add(
  'closed-no-end',
  'Closed parts have no end.',
  open((part) => void (part.closed = [{ start: part.start }])),
);
add(
  'closed-now',
  'The whole of today is listed as closed while the place is open.',
  open((part, ask) => void (ask.query.size === 0 && (part.closed = [{ start: part.start, end: part.end }]))),
  { arguable: 'seen only against the status' },
);
add(
  'closed-inverted',
  'closed lists the parts in which the day is open.',
  open((part) => void (part.closed = part.closed.length === 0 ? [{ start: part.start, end: part.end }] : [])),
  { arguable: 'seen only against the status' },
);
add(
  'closed-sunday-empty',
  'A day that is closed throughout has an empty list.',
  open((part) => void (part.closed = [])),
  { arguable: 'seen only against the line' },
);
add(
  'spring',
  'The window ends on the date after for every day.',
  open((part) => void (part.end = part.end.replace(/^[\d-]{10}/, addDays(part.end.slice(0, 10), 1)))),
);
