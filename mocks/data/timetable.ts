import type { Scenario } from '../scenarios.ts';

/** A period during which the venue is open, from `start` up to but not including `end`. */
export interface Opening {
  /** The local day on which it starts; it may end on the next day. */
  readonly date: Temporal.PlainDate;
  readonly start: Temporal.ZonedDateTime;
  readonly end: Temporal.ZonedDateTime;
}

/** The same hours on every day, except perhaps one day that opens later and one that stays closed. */
export interface Timetable {
  readonly timeZone: string;
  /** The opening that the scenario describes: the current one, or the last one. */
  readonly present: Opening;
  readonly opens: Temporal.PlainTime;
  readonly minutes: number;
  /** Weekdays from 1 (Monday) to 7; 0 is none. */
  readonly shortDay: number;
  readonly closedDay: number;
}

/** The hours that make a scenario valid at a point in time. */
export function timetableAround(anchor: Temporal.ZonedDateTime, scenario: Scenario): Timetable {
  const hour = anchor.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const isPlay = scenario.peak !== null;
  const at = (hours: number) => (isPlay ? anchor.with({ hour: hours }) : hour.add({ hours }));
  const start = at(scenario.opens);
  const end = scenario.closes === 'soon' ? anchor.add({ minutes: 30 }) : at(scenario.closes);
  // Both special days stay away from the current day and its neighbors.
  const isNear = (weekday: number): boolean =>
    [-1, 0, 1].some((days) => anchor.add({ days }).dayOfWeek === weekday);
  return {
    timeZone: anchor.timeZoneId,
    present: { date: start.toPlainDate(), start, end },
    opens: start.toPlainTime(),
    minutes: end.toPlainDateTime().since(start.toPlainDateTime()).total('minutes'),
    shortDay: isPlay ? 0 : isNear(6) ? 2 : 6,
    closedDay: isPlay ? 0 : isNear(7) ? 4 : 7,
  };
}

/** The opening that starts on a day; null if the venue stays closed. */
export function openingOf(date: Temporal.PlainDate, timetable: Timetable): Opening | null {
  if (date.dayOfWeek === timetable.closedDay) return null;
  const hours = regularHours(date, timetable);
  return date.dayOfWeek === timetable.shortDay ? { ...hours, start: hours.start.add({ hours: 2 }) } : hours;
}

/** The hours of an ordinary day, applied to any day. */
export function regularHours(date: Temporal.PlainDate, timetable: Timetable): Opening {
  // Clock times alone would be ambiguous for an hour that a clock change repeats.
  if (date.equals(timetable.present.date)) return timetable.present;
  const opens = date.toPlainDateTime(timetable.opens);
  const end = opens.add({ minutes: timetable.minutes });
  const { timeZone } = timetable;
  return { date, start: opens.toZonedDateTime(timeZone), end: end.toZonedDateTime(timeZone) };
}

/** The openings that overlap a range of days, oldest first. */
export function openingsOf(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  timetable: Timetable,
): readonly Opening[] {
  const openings: Opening[] = [];
  for (let date = first.subtract({ days: 1 }); isUpTo(date, last); date = date.add({ days: 1 })) {
    const opening = openingOf(date, timetable);
    if (opening !== null) openings.push(opening);
  }
  return openings;
}

/** Whether a time in epoch milliseconds is within an opening; closing time itself is not. */
export function isWithin(at: number, { start, end }: Opening): boolean {
  return start.epochMilliseconds <= at && at < end.epochMilliseconds;
}

/** Whether a day is the same as another or before it. */
export function isUpTo(date: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, last) <= 0;
}
