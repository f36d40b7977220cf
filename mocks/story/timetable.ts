import type { Scenario } from '../scenarios.ts';

/** One stretch during which the place is open: from `start`, up to and without `end`. */
export interface Opening {
  /** The local day it starts on; it may end on the next. */
  readonly date: Temporal.PlainDate;
  readonly start: Temporal.ZonedDateTime;
  readonly end: Temporal.ZonedDateTime;
}

/** The same hours on every day, but one that opens later and one that does not open at all. */
export interface Timetable {
  readonly timeZone: string;
  /** The opening that the scenario is about: now, or the last one. */
  readonly present: Opening;
  readonly opens: Temporal.PlainTime;
  readonly minutes: number;
  /** Weekdays from 1, Monday, to 7. */
  readonly shortDay: number;
  readonly closedDay: number;
}

/** The hours that make a scenario true at a moment. */
export function timetableAround(anchor: Temporal.ZonedDateTime, scenario: Scenario): Timetable {
  const hour = anchor.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const start = hour.add({ hours: scenario.opens });
  const end = scenario.closes === 'soon' ? anchor.add({ minutes: 30 }) : hour.add({ hours: scenario.closes });
  // Neither odd day falls on the present one or on a day beside it.
  const isNear = (weekday: number): boolean =>
    [-1, 0, 1].some((days) => anchor.add({ days }).dayOfWeek === weekday);
  return {
    timeZone: anchor.timeZoneId,
    present: { date: start.toPlainDate(), start, end },
    opens: start.toPlainTime(),
    minutes: end.toPlainDateTime().since(start.toPlainDateTime()).total('minutes'),
    shortDay: isNear(6) ? 2 : 6,
    closedDay: isNear(7) ? 4 : 7,
  };
}

/** The opening that starts on a day, if it has one. */
export function openingOf(date: Temporal.PlainDate, timetable: Timetable): Opening | null {
  if (date.dayOfWeek === timetable.closedDay) return null;
  const hours = regularHours(date, timetable);
  return date.dayOfWeek === timetable.shortDay ? { ...hours, start: hours.start.add({ hours: 2 }) } : hours;
}

/** The hours of an ordinary day, laid on any day. */
export function regularHours(date: Temporal.PlainDate, timetable: Timetable): Opening {
  // By the clock alone, an hour that a clock change repeats would be taken for the other one.
  if (date.equals(timetable.present.date)) return timetable.present;
  const opens = date.toPlainDateTime(timetable.opens);
  const end = opens.add({ minutes: timetable.minutes });
  const { timeZone } = timetable;
  return { date, start: opens.toZonedDateTime(timeZone), end: end.toZonedDateTime(timeZone) };
}

/** The openings that touch a span of days, oldest first. */
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

/** Whether a time in epoch milliseconds lies in an opening; closing time itself does not. */
export function isWithin(at: number, { start, end }: Opening): boolean {
  return start.epochMilliseconds <= at && at < end.epochMilliseconds;
}

/** Whether a day is not after another. */
export function isUpTo(date: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, last) <= 0;
}
