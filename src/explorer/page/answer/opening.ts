import type { Status } from '../deployment/responses.ts';
import { DAY, dateOf, isDate, MINUTE, minutesOfClock, type WallTime, weekdayName } from '../local-time.ts';
import { clockWord, dayAndTime } from '../words.ts';

/** Counts down to closing from this many minutes on. */
const COUNTDOWN = 60;
const MINUTES_A_DAY = 1440;
/** With fewer minutes left than this, a venue that is to close says so. */
const SOON = 30;

export interface Opening {
  readonly state: 'open' | 'soon' | 'closed';
  /** The words after the name of the state, such as `until 1am`. */
  readonly text: string;
}

type Hours = Status['hours'];
type HoursWhileOpen = Extract<Hours, { is_open: true }>;

/**
 * The opening hours in words, at a time of the venue. `elapsed` is the number of milliseconds since the status arrived, by which the venue is closer to
 * closing. `isAllDay` is whether it is open on the whole day.
 */
export function openingOf(hours: Hours, now: WallTime, elapsed: number, isAllDay = false): Opening {
  if (!hours.is_open) return { state: 'closed', text: `Opens at ${clockWord(hours.opens_at)}` };
  const { closing_soon, closes_at, minutes_until_close } = hours;
  // Midnight only stands for the end of the day: a venue that never closes has to name a time (gap `never-closes`).
  if (closes_at === '12:00am' && !closing_soon && (isAllDay || minutes_until_close < SOON))
    return { state: 'open', text: '' };
  const left = minutesLeft(hours, elapsed);
  if (left > MINUTES_A_DAY)
    return { state: 'open', text: `until ${dayAndTime(closingTime(hours, now, elapsed), now)}` };
  const closes = clockWord(closes_at);
  const countdown = left > COUNTDOWN || left <= 0 ? '' : `in ${left} min, `;
  if (closing_soon) return { state: 'soon', text: `${countdown}at ${closes}` };
  return { state: 'open', text: countdown === '' ? `until ${closes}` : `closes ${countdown}at ${closes}` };
}

/** When an open venue closes, in local time. */
export function closingTime(hours: HoursWhileOpen, now: WallTime, elapsed: number): WallTime {
  const closing = now + minutesLeft(hours, elapsed) * MINUTE;
  // The clock time decides: after a clock change, the minutes lead to another one.
  const later = nextTimeOf(minutesOfClock(hours.closes_at), closing);
  return later - closing <= DAY / 2 ? later : later - DAY;
}

/**
 * When a closed venue opens next: at the first `opens_at` from `now` on, or on the date or weekday that the service's own `sentence` names. Null if no
 * opening is scheduled.
 */
export function nextOpening(
  { opens_at }: Extract<Hours, { is_open: false }>,
  now: WallTime,
  sentence: string | null,
): WallTime | null {
  const clock = minutesOfClock(opens_at);
  const next = nextTimeOf(clock, now);
  const named = /^Opens (?:on (\S+) )?at /.exec(sentence ?? 'Opens at ');
  if (named === null) return null;
  const [, day] = named;
  if (day === undefined) return next;
  if (isDate(day)) return nextTimeOf(clock, Date.parse(day));
  const week = [0, 1, 2, 3, 4, 5, 6].map((days) => next + days * DAY);
  return week.find((time) => weekdayName(dateOf(time)) === day) ?? null;
}

/** The next time, now or later, at which a clock shows some minutes after midnight. */
export function nextTimeOf(minutes: number, now: WallTime): WallTime {
  const today = Math.floor(now / DAY) * DAY + minutes * MINUTE;
  return today >= now ? today : today + DAY;
}

function minutesLeft({ minutes_until_close }: HoursWhileOpen, elapsed: number): number {
  return minutes_until_close - Math.floor(elapsed / MINUTE);
}
