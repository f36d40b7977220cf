/** Changes of the opening hours as people enter them, by the venue's clock. */
import { isDeepStrictEqual } from 'node:util';
import type { LocalTime } from '../service/domain/local-time.ts';
import { DAY, HOUR, type Micros } from '../service/domain/micros.ts';
import { dateAt, extentOf, openSpans } from '../service/domain/opening-hours.ts';
import { isLine, TEXT_LIMITS } from '../service/domain/texts.ts';
import {
  MINUTES_A_DAY,
  type Opening,
  openingsOn,
  parseComment,
  type Timetable,
} from '../service/domain/timetable.ts';
import type { HoursEntry } from '../service/operations/hours-entries.ts';

/**
 * A change as it was typed. `kind`: `close`, `close-at`, `open-until` or `closed-on`. Times are as `13:30`, dates as `2026-12-24`; without
 * `to` it is about one date.
 */
export type HoursChange = Readonly<Partial<Record<'kind' | 'time' | 'from' | 'to' | 'comment', string>>>;

/** The hours and the time at which a change is made. */
export interface Present {
  readonly timetable: Timetable;
  readonly time: LocalTime;
  readonly now: Micros;
}

/** A change that is impossible; the message says what is possible. */
export class HoursError extends Error {
  override readonly name = 'HoursError';
}

const LONGEST_EXTENSION: Micros = 12 * HOUR;
const YEARS_AHEAD = 2;

/** The entries that a change makes. Throws `HoursError`. */
export function entriesFor(
  change: HoursChange,
  present: Present,
): readonly Omit<HoursEntry, 'id' | 'author'>[] {
  const comment = commentOf(change.comment ?? '');
  return openingsAfter(change, present).map((one) => ({ ...one, comment }));
}

type DatedOpenings = Pick<HoursEntry, 'from' | 'to' | 'openings'>;

function openingsAfter(change: HoursChange, present: Present): readonly DatedOpenings[] {
  const { kind, time = '' } = change;
  if (kind === 'close') return closedFrom(present.now, present);
  if (kind === 'close-at') return closedFrom(nextTime(time, present), present);
  if (kind === 'open-until') return [openUntil(nextTime(time, present), present)];
  return closedOn(change, present);
}

/** Ends the opening of yesterday or today that is on at a time. Later ones stay. */
function closedFrom(at: Micros, { timetable, time, now }: Present): readonly DatedOpenings[] {
  const [span] = openSpans(timetable, time, { start: at, end: at + DAY });
  const today = time.date(now);
  const ended = [today.subtract({ days: 1 }), today].flatMap((date) => {
    // In a night in which the clock shows a time twice, the next one may be more than a day away.
    if (span?.start !== at || at - now >= DAY) return [];
    const before = openingsOn(timetable, date);
    const openings = without(before, minutesAt(at, date, time), minutesAt(span.end, date, time));
    return isDeepStrictEqual(openings, before) ? [] : [{ ...onDate(date), openings }];
  });
  if (ended.length > 0) return ended;
  if (at === now) throw new HoursError('It is closed already.');
  const clock = time.clock(at);
  throw new HoursError(`${clock} is past, or it is closed then anyway. Choose a time when it is open.`);
}

/** Ends the present opening later, or opens now. */
function openUntil(at: Micros, { timetable, time, now }: Present): DatedOpenings {
  const [span] = openSpans(timetable, time, { start: now, end: now + DAY });
  if (span?.start === now && at <= span.end) {
    throw new HoursError(`It is open until ${time.clock(span.end)} anyway. Choose a later time.`);
  }
  if (at > now + LONGEST_EXTENSION) {
    throw new HoursError(
      `${time.clock(at)} is past, or more than 12 hours from now. Choose an earlier time.`,
    );
  }
  const date = dateAt(timetable, time, now);
  const added = { opens: minutesAt(now, date, time), closes: minutesAt(at, date, time) };
  const touches = ({ opens, closes }: Opening) => opens <= added.closes && closes >= added.opens;
  const before = openingsOn(timetable, date);
  const openings = [...before.filter((one) => !touches(one)), extentOf([added, ...before.filter(touches)])];
  openings.sort((a, b) => a.opens - b.opens);
  return { ...onDate(date), openings };
}

/** Closes dates; of today, only the rest. */
function closedOn({ from = '', to = '' }: HoursChange, present: Present): readonly DatedOpenings[] {
  const { timetable, time, now } = present;
  const today = time.date(now);
  const limit = today.add({ years: YEARS_AHEAD });
  const first = dateOf(from);
  const last = dateOf(to === '' ? from : to);
  if (last < first) throw new HoursError('The last date is before the first one.');
  if (first < today.toString() || last > limit.toString()) {
    throw new HoursError(`Choose dates from ${dateText(today)} to ${dateText(limit)}.`);
  }
  const begun = without(openingsOn(timetable, today), minutesAt(now, today, time), Number.POSITIVE_INFINITY);
  if (first > today.toString() || begun.length === 0) return [{ from: first, to: last, openings: [] }];
  const rest = { from: today.add({ days: 1 }).toString(), to: last, openings: [] };
  return [{ from: first, to: first, openings: begun }, ...(last === first ? [] : [rest])];
}

function onDate(date: Temporal.PlainDate) {
  return { from: date.toString(), to: date.toString() };
}

/** Ascending openings without what lies between two times. */
function without(openings: readonly Opening[], from: number, until: number): readonly Opening[] {
  return openings
    .filter(({ opens }) => opens < from || opens >= until)
    .map(({ opens, closes }) => ({ opens, closes: opens < from ? Math.min(closes, from) : closes }));
}

/** Wall-clock minutes past 00:00 of a date, rounded down. */
function minutesAt(at: Micros, date: Temporal.PlainDate, time: LocalTime): number {
  return time.minuteOfDay(at) + MINUTES_A_DAY * date.until(time.date(at)).days;
}

/** When the clock shows a time next. One that it skips is as much later. */
function nextTime(typed: string, { time, now }: Present): Micros {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(typed.trim()) ?? [];
  if (hour === undefined) throw new HoursError('Write the time as 13:30.');
  const [today, tomorrow] = [0, 1].map((days) =>
    time.wallClock(time.date(now).add({ days }), 60 * Number(hour) + Number(minute)),
  ) as [Micros, Micros];
  return today > now ? today : tomorrow;
}

function dateOf(text: string): string {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return Temporal.PlainDate.from(text).toString();
  } catch {
    // Not in the calendar.
  }
  throw new HoursError('Write a date of the calendar, such as 2026-12-24.');
}

export function dateText(date: Temporal.PlainDate): string {
  return date.toLocaleString('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
}

function commentOf(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (isLine(text, TEXT_LIMITS.hoursComment)) return parseComment(text, 'the comment');
  throw new HoursError(`A comment is one line of at most ${TEXT_LIMITS.hoursComment} characters.`);
}
