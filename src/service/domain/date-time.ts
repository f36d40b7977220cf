import { DAY, HOUR, MINUTE, type Micros, SECOND } from './micros.ts';

/** An ISO 8601 date-time: its time, and how far its clock is ahead of UTC. */
export interface DateTime {
  readonly at: Micros;
  readonly offset: Micros;
}

/** Why a text is no time: another format, a time in no time zone, or a date, clock time or offset that doesn't exist. */
export type NoDateTime = 'format' | 'no-offset' | 'not-existing';

const DATE = /(\d{4})(?:-?(\d\d)-?(\d\d)|-?(\d{3})|-?W(\d\d)-?([1-7]))/;
const CLOCK = /(\d\d)(?::?([0-5]\d)(?::?([0-5]\d|60))?)?(?:[.,](\d+))?/;
const OFFSET = /Z|([+\-\u2212])(\d\d)(?::?([0-5]\d))?/;
const DATE_TIME = new RegExp(`^${DATE.source}T${CLOCK.source}(${OFFSET.source})?$`, 'i');
/** The offsets that zones have had. */
const LONGEST_OFFSET: Micros = 18 * HOUR;

/**
 * Parses a date-time of ISO 8601 with `Z` or an offset, in all its spellings: calendar, ordinal and week dates; extended and basic
 * notation; hours, minutes or seconds, the last of them with a fraction; `24:00`; leap seconds, which are the second after. Digits finer
 * than microseconds are cut. The pages run it, too, so it does without `Temporal`, which not every browser has.
 */
export function parseDateTime(text: string): DateTime | NoDateTime {
  const match = DATE_TIME.exec(text);
  if (match === null) return 'format';
  const [hour, minute, second] = [numberOf(match[7]), numberOf(match[8]), numberOf(match[9])];
  if (match[11] === undefined) return 'no-offset';
  const day = dayOf(match);
  const unit = match[9] !== undefined ? SECOND : match[8] !== undefined ? MINUTE : HOUR;
  // More digits than nanoseconds have would be rounded up; the rest makes up for binary fractions.
  const part = Math.floor(Number(`0.${match[10]?.slice(0, 9) ?? 0}`) * unit + 1e-4);
  const clock = hour * HOUR + minute * MINUTE + second * SECOND + part;
  const size = numberOf(match[13]) * HOUR + numberOf(match[14]) * MINUTE;
  const isClock = hour < 24 || clock === DAY;
  if (day === null || !isClock || size > LONGEST_OFFSET) return 'not-existing';
  const offset = match[12] === undefined || match[12] === '+' ? size : 0 - size;
  return { at: day * DAY + clock - offset, offset };
}

/** The day of a calendar, ordinal or week date, counted from 1970-01-01; null if it doesn't exist. */
function dayOf(match: RegExpExecArray): number | null {
  const year = Number(match[1]);
  const [newYear, nextYear] = [dayNumber(year, 1), dayNumber(year + 1, 1)];
  if (match[2] !== undefined) {
    const [month, day] = [Number(match[2]), Number(match[3])];
    if (month < 1 || month > 12) return null;
    const [first, next] = [dayNumber(year, month), month === 12 ? nextYear : dayNumber(year, month + 1)];
    return day >= 1 && first + day <= next ? first + day - 1 : null;
  }
  if (match[4] !== undefined) {
    const day = Number(match[4]);
    return day >= 1 && newYear + day <= nextYear ? newYear + day - 1 : null;
  }
  // The first week has 4 January, and 1970-01-01 was a Thursday. A week belongs to the year of its Thursday.
  const monday = newYear + 3 - ((((newYear + 6) % 7) + 7) % 7) + 7 * (numberOf(match[5]) - 1);
  return monday + 3 >= newYear && monday + 3 < nextYear ? monday + Number(match[6]) - 1 : null;
}

/** Days from 1970-01-01 to the first of a month. A year is counted from March, so that a leap day is its last. */
function dayNumber(year: number, month: number): number {
  const years = month > 2 ? year : year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return 365 * years + leapDays + Math.floor((153 * ((month + 9) % 12) + 2) / 5) - 719_468;
}

function numberOf(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits);
}
