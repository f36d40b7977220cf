import type { Status } from '../deployment/responses.ts';
import { DAY, dateOf, isDate, MINUTE, minutesOfClock, type WallTime, weekdayName } from '../local-time.ts';
import { clockWord, DATE, dayAndTime, WEEKDAYS } from '../words.ts';

/** Counts down to closing from this many minutes on. */
const COUNTDOWN = 60;

export interface Opening {
  readonly state: 'open' | 'soon' | 'closed';
  /** What follows the name of the state, such as `until 1am`. */
  readonly text: string;
}

const MINUTES_A_DAY = 1440;

/** With fewer minutes left than this, a venue that is to close says so. */
const SOON = 30;

/**
 * The opening hours in words, at a time of the venue. `elapsed` is the number of milliseconds since the status arrived, by which the venue is closer to
 * closing. `isAllDay` is whether it is open on the whole day.
 */
export function openingOf(
  { hours }: Pick<Status, 'hours'>,
  now: WallTime,
  elapsed: number,
  isAllDay = false,
): Opening {
  const { is_open, closing_soon, closes_at, opens_at } = hours;
  if (!is_open) return { state: 'closed', text: opens_at === null ? '' : `Opens at ${clockWord(opens_at)}` };
  if (isNoClosing(hours, isAllDay)) return { state: 'open', text: '' };
  const closes = closes_at === null ? null : clockWord(closes_at);
  const left = minutesLeft(hours.minutes_until_close, elapsed);
  const closing = left !== null && left > MINUTES_A_DAY ? closingTime({ hours }, now, elapsed) : null;
  if (closing !== null) return { state: 'open', text: `until ${dayAndTime(closing, now)}` };
  const countdown = left === null || left > COUNTDOWN || left <= 0 ? '' : `in ${left} min`;
  if (closing_soon) {
    const parts = [countdown, closes === null ? '' : `at ${closes}`];
    return { state: 'soon', text: parts.filter((part) => part !== '').join(', ') };
  }
  if (countdown === '') return { state: 'open', text: closes === null ? '' : `until ${closes}` };
  return { state: 'open', text: `closes ${countdown}${closes === null ? '' : `, at ${closes}`}` };
}

/** Whether midnight only stands for the end of the day: a venue that never closes has to name a time (gap `never-closes`). */
function isNoClosing(
  { closing_soon, closes_at, minutes_until_close }: Status['hours'],
  isAllDay: boolean,
): boolean {
  const isMidnight = closes_at === '12:00am' && !closing_soon;
  return isMidnight && (isAllDay || (minutes_until_close !== null && minutes_until_close < SOON));
}

/** When the venue closes, in local time; null if it is closed or doesn't say. */
export function closingTime(
  { hours }: Pick<Status, 'hours'>,
  now: WallTime,
  elapsed: number,
): WallTime | null {
  const { is_open, closes_at, minutes_until_close } = hours;
  if (!is_open) return null;
  const left = minutesLeft(minutes_until_close, elapsed);
  const clock = closes_at === null ? null : minutesOfClock(closes_at);
  if (left === null) return clock === null ? null : nextTimeOf(clock, now);
  const closing = now + left * MINUTE;
  if (clock === null) return closing;
  // The clock time decides: after a clock change, the minutes lead to another one.
  const later = nextTimeOf(clock, closing);
  return later - closing <= DAY / 2 ? later : later - DAY;
}

/**
 * When a closed venue opens next: at the first `opens_at` from `now` on, or on the date or weekday that the deployment's own `sentence` names. Null if it is
 * unknown, or another day.
 */
export function nextOpening(
  { hours }: Pick<Status, 'hours'>,
  now: WallTime,
  sentence: string | null,
): WallTime | null {
  const clock = hours.opens_at === null ? null : minutesOfClock(hours.opens_at);
  if (clock === null) return null;
  const next = nextTimeOf(clock, now);
  if (sentence === null) return next;
  const [date] = DATE.exec(sentence) ?? [];
  if (date !== undefined) return isDate(date) ? nextTimeOf(clock, Date.parse(date)) : null;
  const [before, after] = sentence.split(hours.opens_at ?? '');
  if (after === undefined || /\d/.test(`${before}${after}`)) return null;
  const week = Array.from({ length: 7 }, (_, days) => next + days * DAY);
  const isNamed = WEEKDAYS.some((name) => sentence.includes(name));
  return isNamed ? (week.find((time) => sentence.includes(weekdayName(dateOf(time)))) ?? null) : next;
}

/** The next time, now or later, at which a clock shows some minutes after midnight. */
export function nextTimeOf(minutes: number, now: WallTime): WallTime {
  const today = Math.floor(now / DAY) * DAY + minutes * MINUTE;
  return today >= now ? today : today + DAY;
}

function minutesLeft(minutes: number | null, elapsed: number): number | null {
  return minutes === null ? null : minutes - Math.floor(elapsed / MINUTE);
}
