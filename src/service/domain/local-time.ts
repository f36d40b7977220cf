import { DAY, instantOf, MINUTE, type Micros, microsOf, SECOND, type Span } from './micros.ts';

const MINUTES_A_DAY = 24 * 60;
const EPOCH_DAY = new Temporal.PlainDate(1970, 1, 1);
const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

const ZERO = '0'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const DOT = '.'.charCodeAt(0);
const LETTER_T = 'T'.charCodeAt(0);

/** The version of the time zone database in use. */
export const ZONE_RULES = process.versions['tz'] ?? '';

/** The greatest length of a timestamp, including the fraction of a second. */
export const TIMESTAMP_LENGTH = '2026-11-20T12:30:00.000000-08:00'.length;

/** More than a century of clock changes; when the cache is full, it starts over. */
const PERIOD_LIMIT = 256;

/** The period between two clock changes, with its UTC offset. */
interface OffsetPeriod extends Span {
  readonly offset: Micros;
  readonly suffix: string;
}

interface LocalDay {
  readonly number: number;
  readonly date: Temporal.PlainDate;
  readonly text: string;
}

/**
 * The calendar and the clock of one time zone.
 *
 * An instance caches offset periods and the latest local day, so that formatting a year of reports
 * in order of time takes well under a microsecond each.
 */
export class LocalTime {
  /** The zone's identifier in its canonical case, such as `America/Los_Angeles`. */
  readonly timeZone: string;
  #periods: OffsetPeriod[] = [];
  #period: OffsetPeriod;
  #day: LocalDay = { number: 0, date: EPOCH_DAY, text: EPOCH_DAY.toString() };

  /** Throws `RangeError` unless `timeZone` is an IANA identifier or an offset such as `+05:30`. */
  constructor(timeZone: string) {
    this.timeZone = knownZone(timeZone);
    this.#period = periodAround(0, this.timeZone);
  }

  /**
   * A timestamp as on the wire: `2026-11-20T12:30:00-08:00`, with six digits of a fraction of a second
   * unless they are all zero, and `+00:00` for UTC ("Resources and their fields", gap `timestamp-precision`).
   */
  timestamp(at: Micros): string {
    const { offset, suffix } = this.#periodAt(at);
    const day = this.#dayAt(at + offset);
    const sinceMidnight = at + offset - day.number * DAY;
    const second = Math.floor(sinceMidnight / SECOND);
    const fraction = sinceMidnight - second * SECOND;
    const digits = fraction === 0 ? '' : `.${String(fraction).padStart(6, '0')}`;
    return `${day.text}T${TWO_DIGITS[Math.floor(second / 3600)]}:${TWO_DIGITS[Math.floor(second / 60) % 60]}:${TWO_DIGITS[second % 60]}${digits}${suffix}`;
  }

  /**
   * Writes `timestamp(at)` into `bytes` at `position`, as at most `TIMESTAMP_LENGTH` bytes of ASCII (years 0 to 9999), and
   * returns the position after it. For an export, a string per timestamp would take most of the time.
   */
  writeTimestamp(at: Micros, bytes: Uint8Array, position: number): number {
    const { offset, suffix } = this.#periodAt(at);
    const day = this.#dayAt(at + offset);
    const sinceMidnight = at + offset - day.number * DAY;
    const second = whole(sinceMidnight / SECOND);
    const fraction = sinceMidnight - second * SECOND;
    const minute = whole(second / 60);
    const hour = whole(minute / 60);
    let next = writeText(day.text, bytes, position);
    bytes[next] = LETTER_T;
    writeTwoDigits(hour, bytes, next + 1);
    bytes[next + 3] = COLON;
    writeTwoDigits(minute - hour * 60, bytes, next + 4);
    bytes[next + 6] = COLON;
    writeTwoDigits(second - minute * 60, bytes, next + 7);
    next += 9;
    if (fraction !== 0) next = writeFraction(fraction, bytes, next);
    return writeText(suffix, bytes, next);
  }

  date(at: Micros): Temporal.PlainDate {
    return this.#dayAt(this.#local(at)).date;
  }

  /** Local hour of the day, 0 to 23. */
  hour(at: Micros): number {
    return Math.floor(this.minuteOfDay(at) / 60);
  }

  /** Minute of the local day, 0 to 1439. */
  minuteOfDay(at: Micros): number {
    const local = this.#local(at);
    return Math.floor((local - Math.floor(local / DAY) * DAY) / MINUTE);
  }

  /** Local day of the week, 0 for Monday to 6 for Sunday. */
  weekday(at: Micros): number {
    const sinceThursday = Math.floor(this.#local(at) / DAY);
    return (((sinceThursday + 3) % 7) + 7) % 7;
  }

  /** The first instant of the local day, even if the clock skips midnight. */
  startOfDay(date: Temporal.PlainDate): Micros {
    return microsOf(date.toZonedDateTime({ timeZone: this.timeZone }).toInstant());
  }

  /** The local day: 24 hours, or fewer or more on days with a clock change. */
  day(date: Temporal.PlainDate): Span {
    return { start: this.startOfDay(date), end: this.startOfDay(date.add({ days: 1 })) };
  }

  /**
   * The instant at which the clock shows `minutes` (0 to 2880) past 00:00 of `date`, in wall-clock
   * minutes: 1500 is 01:00 of the next date, whatever the day's length. A time that the clock skips
   * moves later by the length of the gap. If the clock shows a time twice, the first instant is returned.
   */
  wallClock(date: Temporal.PlainDate, minutes: number): Micros {
    const onDate = date.add({ days: Math.floor(minutes / MINUTES_A_DAY) });
    const plainTime = new Temporal.PlainTime(Math.floor(minutes / 60) % 24, minutes % 60);
    return microsOf(onDate.toZonedDateTime({ timeZone: this.timeZone, plainTime }).toInstant());
  }

  /** Twelve-hour clock without a leading zero: `7:00am`, `12:05pm` ("Current estimate"). */
  clock(at: Micros): string {
    const minuteOfDay = this.minuteOfDay(at);
    const hour = Math.floor(minuteOfDay / 60);
    return `${hour % 12 || 12}:${TWO_DIGITS[minuteOfDay % 60]}${hour < 12 ? 'am' : 'pm'}`;
  }

  /** Local wall-clock time, in microseconds since 1970-01-01T00:00 local time. */
  #local(at: Micros): Micros {
    return at + this.#periodAt(at).offset;
  }

  #dayAt(local: Micros): LocalDay {
    const number = Math.floor(local / DAY);
    if (number !== this.#day.number) {
      const date = EPOCH_DAY.add({ days: number });
      this.#day = { number, date, text: date.toString() };
    }
    return this.#day;
  }

  #periodAt(at: Micros): OffsetPeriod {
    const latest = this.#period;
    if (latest.start <= at && at < latest.end) return latest;
    let period = this.#periods.find(({ start, end }) => start <= at && at < end);
    if (period === undefined) {
      period = periodAround(at, this.timeZone);
      if (this.#periods.length >= PERIOD_LIMIT) this.#periods = [];
      this.#periods.push(period);
    }
    this.#period = period;
    return period;
  }
}

function knownZone(timeZone: string): string {
  let known: string | undefined;
  try {
    known = instantOf(0).toZonedDateTimeISO(timeZone).timeZoneId;
  } catch {
    // Reported below.
  }
  // Temporal also accepts a whole timestamp with a zone; here that is more likely a mistake.
  if (known?.toLowerCase() === timeZone.toLowerCase()) return known;
  throw new RangeError(
    `unknown time zone ${JSON.stringify(timeZone)}; write an IANA name such as "America/Los_Angeles", "UTC", or an offset such as "+05:30"`,
  );
}

function periodAround(at: Micros, timeZone: string): OffsetPeriod {
  const zoned = instantOf(at).toZonedDateTimeISO(timeZone);
  // One nanosecond later, because a change at `at` itself starts this period.
  const began = zoned.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const ends = zoned.getTimeZoneTransition('next');
  return {
    start: began === null ? Number.NEGATIVE_INFINITY : microsOf(began.toInstant()),
    end: ends === null ? Number.POSITIVE_INFINITY : microsOf(ends.toInstant()),
    offset: zoned.offsetNanoseconds / 1000,
    suffix: offsetSuffix(zoned.offsetNanoseconds / 1000),
  };
}

function offsetSuffix(offset: Micros): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  return `${offset < 0 ? '-' : '+'}${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}`;
}

function writeText(text: string, bytes: Uint8Array, position: number): number {
  for (let index = 0; index < text.length; index += 1) bytes[position + index] = text.charCodeAt(index);
  return position + text.length;
}

function writeTwoDigits(number: number, bytes: Uint8Array, position: number): void {
  const tens = whole(number / 10);
  bytes[position] = ZERO + tens;
  bytes[position + 1] = ZERO + number - tens * 10;
}

/** A dot and six digits. */
function writeFraction(micros: number, bytes: Uint8Array, position: number): number {
  bytes[position] = DOT;
  let rest = micros;
  for (let digit = 6; digit > 0; digit -= 1) {
    const tenth = whole(rest / 10);
    bytes[position + digit] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return position + 7;
}

/** Rounds down a non-negative number below 2³¹; faster than `Math.floor`. */
function whole(quotient: number): number {
  return quotient | 0;
}
