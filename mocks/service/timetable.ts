import { addDays, instantOf, localParts, type Repeated, weekdayOf } from './local-time.ts';

/** Opening and closing minute of a day; a close past 1440 is on the next date. */
export type Shift = readonly [opens: number, closes: number];
/** The shifts of each weekday, from Monday. */
export type Week = readonly (readonly Shift[])[];
/** A half-open time in microseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** When a venue is open. */
export interface Timetable {
  readonly zone: string;
  /** The week that contains a local date. */
  readonly weekOf: (date: string) => Week;
  readonly repeated: Repeated;
}

/** The day's shifts by the timetable of its week. */
export function shiftsOf(date: string, { weekOf }: Timetable): readonly Shift[] {
  return weekOf(date)[weekdayOf(date)] ?? [];
}

/** The instant at which a local date shows a minute of the day. */
export function instantAt(date: string, minute: number, { zone, repeated }: Timetable): number {
  return instantOf(date, minute, zone, repeated);
}

/** Times in which the venue is open and that begin on the date. */
export function openSpans(date: string, timetable: Timetable): readonly Span[] {
  return shiftsOf(date, timetable).map(([from, to]) => ({
    from: instantAt(date, from, timetable),
    to: instantAt(date, to, timetable),
  }));
}

/** The span that contains the instant; it may have begun the evening before. */
export function spanAt(us: number, timetable: Timetable): Span | undefined {
  const { date } = localParts(us, timetable.zone);
  return [addDays(date, -1), date]
    .flatMap((day) => openSpans(day, timetable))
    .find((span) => span.from <= us && us < span.to);
}

/** The next span that begins after the instant, within a fortnight. */
export function nextSpan(us: number, timetable: Timetable): Span | undefined {
  const { date } = localParts(us, timetable.zone);
  for (let day = 0; day < 14; day += 1) {
    const found = openSpans(addDays(date, day), timetable).find((span) => span.from > us);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Earliest opening and latest close of the date's week in minutes of the day; undefined when nothing opens. */
export function weekWindow(date: string, { weekOf }: Timetable): Shift | undefined {
  const shifts = weekOf(date).flat();
  if (shifts.length === 0) return undefined;
  return [Math.min(...shifts.map((shift) => shift[0])), Math.max(...shifts.map((shift) => shift[1]))];
}

/** Parts of a window, in minutes, in which the day has no shift. */
export function closedParts(date: string, window: Shift, timetable: Timetable): readonly Shift[] {
  const parts: Shift[] = [];
  let at = window[0];
  for (const [from, to] of shiftsOf(date, timetable)) {
    if (from > at) parts.push([at, from]);
    at = to;
  }
  if (at < window[1]) parts.push([at, window[1]]);
  return parts;
}
