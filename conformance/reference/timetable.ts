import { addDays, instantOf, localParts, weekdayOf } from './local-time.ts';
import type { Options } from './options.ts';

/** Opening and closing minute of a day; a close past 1440 is on the next date. */
type Shift = readonly [number, number];
type Span = { readonly from: number; readonly to: number };

const none: readonly Shift[] = [];
const week = (days: readonly Shift[], saturday = days, sunday = days): readonly (readonly Shift[])[] => [
  days,
  days,
  days,
  days,
  days,
  saturday,
  sunday,
];

type Alternating = 'alternating' | 'late-early' | 'sunday-weeks';

const TIMETABLES: Record<Exclude<Options['hours'], Alternating>, readonly (readonly Shift[])[]> = {
  campus: week([[450, 1425]], [[600, 1200]], none),
  daily: week([[450, 1425]]),
  lunch: week([[660, 840]], none, none),
  noon: week([[660, 840]]),
  night: week([[180, 300]]),
  always: week([[0, 1440]]),
  late: week([[1020, 1560]]),
  overnight: week([[1140, 2160]]),
  never: week(none),
  split: week(
    [
      [660, 840],
      [1020, 1260],
    ],
    [[720, 1080]],
    none,
  ),
  early: week([[300, 600]]),
  marathon: [...Array.from({ length: 4 }, () => [[300, 840]] as const), [[1080, 2160]], none, none],
};

/** Two timetables that alternate, and by how many days their weeks began before 1970. */
const ALTERNATING = {
  alternating: ['campus', 'early', 3],
  'late-early': ['late', 'early', 3],
  'sunday-weeks': ['daily', 'noon', 4],
} as const;

/** The timetable of the week that contains the date; alternating weeks are long and short. */
function weekOf(date: string, hours: Options['hours']): readonly (readonly Shift[])[] {
  if (!isAlternating(hours)) return TIMETABLES[hours];
  const [even, odd, days] = ALTERNATING[hours];
  const week = Math.floor((Date.parse(`${date}T00:00:00Z`) / 86_400_000 + days) / 7);
  return TIMETABLES[week % 2 === 0 ? even : odd];
}

function isAlternating(hours: Options['hours']): hours is Alternating {
  return hours in ALTERNATING;
}

/** The day's shifts by the timetable of its week. */
export function shiftsOf(date: string, hours: Options['hours']): readonly Shift[] {
  return weekOf(date, hours)[weekdayOf(date)] ?? none;
}

/** Half-open spans in microseconds in which the venue is open and that begin on the date. */
export function openSpans(date: string, options: Options): readonly Span[] {
  return shiftsOf(date, options.hours).map(([from, to]) => ({
    from: instantOf(date, from, options.zone),
    to: instantOf(date, to, options.zone),
  }));
}

/** The span that contains the instant; it may have begun the evening before. */
export function spanAt(us: number, options: Options): Span | undefined {
  const { date } = localParts(us, options.zone);
  return [addDays(date, -1), date]
    .flatMap((day) => openSpans(day, options))
    .find((span) => span.from <= us && us < span.to);
}

/** The next span that begins after the instant, within a fortnight. */
export function nextSpan(us: number, options: Options): Span | undefined {
  const { date } = localParts(us, options.zone);
  for (let day = 0; day < 14; day += 1) {
    const found = openSpans(addDays(date, day), options).find((span) => span.from > us);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Earliest opening and latest close of the date's week in minutes of the day; undefined when nothing opens. */
export function weekWindow(date: string, hours: Options['hours']): Shift | undefined {
  const shifts = weekOf(date, hours).flat();
  if (shifts.length === 0) return undefined;
  return [Math.min(...shifts.map((shift) => shift[0])), Math.max(...shifts.map((shift) => shift[1]))];
}

/** Parts of a window, in minutes, in which the day has no shift. */
export function closedParts(date: string, window: Shift, hours: Options['hours']): readonly Shift[] {
  const parts: Shift[] = [];
  let at = window[0];
  for (const [from, to] of shiftsOf(date, hours)) {
    if (from > at) parts.push([at, from]);
    at = to;
  }
  if (at < window[1]) parts.push([at, window[1]]);
  return parts;
}
