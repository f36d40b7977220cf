import { entriesOf } from './calendar.ts';
import type { LocalTime } from './local-time.ts';
import { DAY, MINUTE, type Micros, type Span } from './micros.ts';
import { type Day, dayOn, lastDateToSearch, type Opening, openingsOn, type Timetable } from './timetable.ts';

/** Opening information at one time ("hours object"); clock times look like `7:00am`. `opensAt` is null while open. */
export type Hours = Closing &
  ({ readonly isOpen: true; readonly opensAt: null } | { readonly isOpen: false; readonly opensAt: string });

interface Closing {
  /** Open and closing within 30 minutes (gap `closing-soon`). */
  readonly closingSoon: boolean;
  /** Whole minutes, rounded up: at least 1 while open, 0 while closed (gaps `minutes-rounding`, `closed-closing-fields`). */
  readonly minutesUntilClose: number;
  readonly closesAt: string;
}

/** The part of a day between the week's earliest opening and its latest closing, and when it is closed. */
export interface OpenWindow {
  readonly start: Micros;
  readonly end: Micros;
  /** Ascending, not empty and not adjacent (gap `closed-parts`). */
  readonly closed: readonly Span[];
}

const CLOSING_SOON: Micros = 30 * MINUTE;
/** A longer opening counts as having no end (gap `never-closes`). */
const LONGEST_OPENING: Micros = 8 * DAY;
/** How far back to search for the latest opening. */
const PAST: Micros = 14 * DAY;
const MIDNIGHT = '12:00am';

/** The parts of `span` in which the venue is open, ascending; adjacent and overlapping openings are merged. */
export function openSpans(timetable: Timetable, time: LocalTime, span: Span): readonly Span[] {
  if (span.end <= span.start) return [];
  // One more day on either side: openings run past midnight, and a clock change may repeat one.
  const last = time.date(span.end).add({ days: 1 });
  const openings: Span[] = [];
  let date = time.date(span.start).subtract({ days: 1 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const { opens, closes } of openingsOn(timetable, date)) {
      const start = Math.max(time.wallClock(date, opens), span.start);
      const end = Math.min(time.wallClock(date, closes), span.end);
      if (start < end) openings.push({ start, end });
    }
  }
  return merged(openings);
}

/** The current opening, no longer than `reach` before and after `now`; null when closed. */
export function currentOpening(
  timetable: Timetable,
  time: LocalTime,
  now: Micros,
  reach: Micros,
): Span | null {
  const around = openSpans(timetable, time, { start: now - reach, end: now + reach });
  return around.find(({ start, end }) => start <= now && now < end) ?? null;
}

/** If no opening is scheduled, the clock times are those of the latest one (gap `opens-at-unscheduled`). */
export function hoursAt(timetable: Timetable, time: LocalTime, now: Micros): Hours {
  const opening = nextOpening(timetable, time, now);
  if (opening === null) {
    const { start, end } = latestOpening(timetable, time, now);
    const clock = (at: Micros | null) => (at === null ? MIDNIGHT : time.clock(at));
    const [opensAt, closesAt] = [clock(start), clock(end)];
    return { isOpen: false, closingSoon: false, minutesUntilClose: 0, closesAt, opensAt };
  }
  const closesAt = opening.end === null ? MIDNIGHT : time.clock(opening.end);
  if (opening.start > now) {
    const opensAt = time.clock(opening.start);
    return { isOpen: false, closingSoon: false, minutesUntilClose: 0, closesAt, opensAt };
  }
  const untilClose = (opening.end ?? time.startOfDay(time.date(now).add({ days: 1 }))) - now;
  return {
    isOpen: true,
    closingSoon: opening.end !== null && untilClose <= CLOSING_SOON,
    minutesUntilClose: Math.ceil(untilClose / MINUTE),
    closesAt,
    opensAt: null,
  };
}

/**
 * The current opening, starting at `now`, or the next one that is scheduled; null if there
 * is none. Its `end` is null if it doesn't close within eight days (gap `never-closes`).
 */
export function nextOpening(
  timetable: Timetable,
  time: LocalTime,
  now: Micros,
): { readonly start: Micros; readonly end: Micros | null } | null {
  const limit = time.startOfDay(lastDateToSearch(timetable, time.date(now)).add({ days: 1 }));
  let opening: Span | undefined;
  for (let from = now; opening === undefined && from < limit; from += LONGEST_OPENING)
    [opening] = openSpans(timetable, time, { start: from, end: from + LONGEST_OPENING });
  if (opening === undefined) return null;
  const { start } = opening;
  const latestEnd = start + LONGEST_OPENING;
  // The search may have stopped in the middle of it.
  const [whole] = openSpans(timetable, time, { start, end: latestEnd + MINUTE });
  return { start, end: whole === undefined || whole.end > latestEnd ? null : whole.end };
}

/** The day that `now` is about. */
export function dayAt(timetable: Timetable, time: LocalTime, now: Micros): Day {
  return dayOn(timetable, dateAt(timetable, time, now));
}

/** The date that `now` is about: yesterday if one of its openings is still on, otherwise today. */
export function dateAt(timetable: Timetable, time: LocalTime, now: Micros): Temporal.PlainDate {
  const today = time.date(now);
  const isOpenSince = (date: Temporal.PlainDate) =>
    openingsOn(timetable, date).some(
      ({ opens, closes }) => time.wallClock(date, opens) <= now && now < time.wallClock(date, closes),
    );
  const yesterday = today.subtract({ days: 1 });
  return !isOpenSince(today) && isOpenSince(yesterday) ? yesterday : today;
}

/** The latest opening that ended in the previous 14 days. An end is null if there is none, or if it is too long ago. */
function latestOpening(
  timetable: Timetable,
  time: LocalTime,
  now: Micros,
): { readonly start: Micros | null; readonly end: Micros | null } {
  const from = now - PAST - LONGEST_OPENING;
  const latest = openSpans(timetable, time, { start: from, end: now }).at(-1);
  if (latest === undefined || latest.end <= now - PAST) return { start: null, end: null };
  return { start: latest.start === from ? null : latest.start, end: latest.end };
}

/**
 * The week's opening times applied to one of its days ("Chart data"): from the earliest opening
 * of any day of its Monday-to-Sunday week to the latest closing, including exceptions, as wall-clock
 * times of that day. An opening belongs to the day on which it starts, so closing after midnight
 * is later than any time before (gap `open-window-day`). `closed` reflects the actual openings in
 * the window. In a week without openings the window is the whole local day.
 */
export function openWindow(timetable: Timetable, time: LocalTime, date: Temporal.PlainDate): OpenWindow {
  const monday = date.subtract({ days: date.dayOfWeek - 1 });
  const week = Array.from({ length: 7 }, (_, days) => openingsOn(timetable, monday.add({ days }))).flat();
  const window = week.length === 0 ? time.day(date) : onDate(date, extentOf(week), time);
  return { ...window, closed: gapsBetween(openSpans(timetable, time, window), window) };
}

/**
 * The first and the last hour of the day, 0 to 23, in which the weekly timetable, a season, or the openings of today and yesterday
 * are open ("Patterns"). After midnight `last` is smaller than `first`; 0 and 23 if the hours cover
 * the whole day, or if nothing is ever open (gap `open-hours-after-midnight`).
 */
export function openHours(
  timetable: Timetable,
  today: Temporal.PlainDate,
): { readonly first: number; readonly last: number } {
  const seasons = entriesOf(timetable.seasons).flatMap(([, { weekly }]) => weekly);
  const present = [today.subtract({ days: 1 }), today].map((date) => openingsOn(timetable, date));
  const openings = [...timetable.weekly, ...seasons, ...present].flat();
  if (openings.length === 0) return { first: 0, last: 23 };
  const { opens, closes } = extentOf(openings);
  const first = Math.floor(opens / 60);
  const last = Math.floor((closes - 1) / 60);
  return last - first >= 23 ? { first: 0, last: 23 } : { first, last: last % 24 };
}

function merged(spans: readonly Span[]): readonly Span[] {
  const whole: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const previous = whole.at(-1);
    if (previous === undefined || span.start > previous.end) whole.push(span);
    else whole[whole.length - 1] = { start: previous.start, end: Math.max(previous.end, span.end) };
  }
  return whole;
}

/** From the earliest opening to the latest closing. */
export function extentOf(openings: readonly Opening[]): Opening {
  return {
    opens: Math.min(...openings.map(({ opens }) => opens)),
    closes: Math.max(...openings.map(({ closes }) => closes)),
  };
}

function onDate(date: Temporal.PlainDate, { opens, closes }: Opening, time: LocalTime): Span {
  const start = time.wallClock(date, opens);
  // Both may be in an hour that the clock skips.
  return { start, end: Math.max(start, time.wallClock(date, closes)) };
}

function gapsBetween(open: readonly Span[], window: Span): readonly Span[] {
  const edges = [window.start, ...open.flatMap(({ start, end }) => [start, end]), window.end];
  const gaps: Span[] = [];
  for (let index = 0; index + 1 < edges.length; index += 2) {
    const [start, end] = [edges[index] as Micros, edges[index + 1] as Micros];
    if (start < end) gaps.push({ start, end });
  }
  return gaps;
}
