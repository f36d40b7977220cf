import { HOUR, instantOf, MINUTE, type Micros, microsOf, SECOND, type Span } from './micros.ts';

const DAY: Micros = 24 * HOUR;
const MINUTES_A_DAY = 24 * 60;
const EPOCH_DAY = new Temporal.PlainDate(1970, 1, 1);
const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

const ZERO = '0'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const DOT = '.'.charCodeAt(0);
const LETTER_T = 'T'.charCodeAt(0);

/** The edition of the zones' rules that this program goes by. */
export const ZONE_RULES = process.versions['tz'] ?? '';

/** How long a timestamp is at most, fraction and all. */
export const TIMESTAMP_LENGTH = '2026-11-20T12:30:00.000000-08:00'.length;

/** More stretches than a century of clock changes; past it the cache starts over. */
const STRETCH_LIMIT = 256;

/** Time between two clock changes, with the one UTC offset that holds throughout. */
interface Stretch extends Span {
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
 * An instance remembers the UTC-offset stretches it met and the local day it met last, so
 * that a year of reports in order of time formats at well under a microsecond each.
 */
export class LocalTime {
  /** The zone's identifier in its usual spelling, such as `America/Los_Angeles`. */
  readonly timeZone: string;
  #stretches: Stretch[] = [];
  #stretch: Stretch;
  #day: LocalDay = { number: 0, date: EPOCH_DAY, text: EPOCH_DAY.toString() };

  /** Throws `RangeError` unless `timeZone` is an IANA identifier or an offset such as `+05:30`. */
  constructor(timeZone: string) {
    this.timeZone = knownZone(timeZone);
    this.#stretch = stretchAround(0, this.timeZone);
  }

  /**
   * The wire's form of a time: `2026-11-20T12:30:00-08:00`, with six more digits of a second
   * where they are not all zero, and `+00:00` where the offset is nothing ("Resources and
   * their fields", gap `timestamp-precision`).
   */
  timestamp(at: Micros): string {
    const { offset, suffix } = this.#stretchAt(at);
    const day = this.#dayAt(at + offset);
    const sinceMidnight = at + offset - day.number * DAY;
    const second = Math.floor(sinceMidnight / SECOND);
    const fraction = sinceMidnight - second * SECOND;
    const digits = fraction === 0 ? '' : `.${String(fraction).padStart(6, '0')}`;
    return `${day.text}T${TWO_DIGITS[Math.floor(second / 3600)]}:${TWO_DIGITS[Math.floor(second / 60) % 60]}:${TWO_DIGITS[second % 60]}${digits}${suffix}`;
  }

  /**
   * Writes `timestamp(at)` into `bytes` from `place` on, as ASCII of at most `TIMESTAMP_LENGTH` bytes (years 0 to 9999), and answers the
   * place after it: for those who write so many that a string for each would take most of the time.
   */
  writeTimestamp(at: Micros, bytes: Uint8Array, place: number): number {
    const { offset, suffix } = this.#stretchAt(at);
    const day = this.#dayAt(at + offset);
    const sinceMidnight = at + offset - day.number * DAY;
    const second = whole(sinceMidnight / SECOND);
    const fraction = sinceMidnight - second * SECOND;
    const minute = whole(second / 60);
    const hour = whole(minute / 60);
    let next = writeText(day.text, bytes, place);
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

  /** First instant of the local day, also where the clock jumps over midnight. */
  startOfDay(date: Temporal.PlainDate): Micros {
    return microsOf(date.toZonedDateTime({ timeZone: this.timeZone }).toInstant());
  }

  /** The local day: 24 hours, or less or more by as much as the clock changes in it. */
  day(date: Temporal.PlainDate): Span {
    return { start: this.startOfDay(date), end: this.startOfDay(date.add({ days: 1 })) };
  }

  /**
   * The instant at which the clock shows `minutes` (0 to 2880) past 00:00 of `date`, counted
   * on the clock face: 1500 is 01:00 of the next date whatever the day's length. A time the
   * clock jumps over moves on by the jump; of a time shown twice it is the first.
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

  /** The reading of the local clock, as micros since 1970-01-01T00:00 on that same clock. */
  #local(at: Micros): Micros {
    return at + this.#stretchAt(at).offset;
  }

  #dayAt(local: Micros): LocalDay {
    const number = Math.floor(local / DAY);
    if (number !== this.#day.number) {
      const date = EPOCH_DAY.add({ days: number });
      this.#day = { number, date, text: date.toString() };
    }
    return this.#day;
  }

  #stretchAt(at: Micros): Stretch {
    const latest = this.#stretch;
    if (latest.start <= at && at < latest.end) return latest;
    let stretch = this.#stretches.find(({ start, end }) => start <= at && at < end);
    if (stretch === undefined) {
      stretch = stretchAround(at, this.timeZone);
      if (this.#stretches.length >= STRETCH_LIMIT) this.#stretches = [];
      this.#stretches.push(stretch);
    }
    this.#stretch = stretch;
    return stretch;
  }
}

function knownZone(timeZone: string): string {
  let known: string | undefined;
  try {
    known = instantOf(0).toZonedDateTimeISO(timeZone).timeZoneId;
  } catch {
    // Named below, together with what is allowed.
  }
  // Temporal also takes the zone out of a whole timestamp; that is more likely a mistake here.
  if (known?.toLowerCase() === timeZone.toLowerCase()) return known;
  throw new RangeError(
    `unknown time zone ${JSON.stringify(timeZone)}; write an IANA name such as "America/Los_Angeles", "UTC", or an offset such as "+05:30"`,
  );
}

function stretchAround(at: Micros, timeZone: string): Stretch {
  const zoned = instantOf(at).toZonedDateTimeISO(timeZone);
  // Looked for from a nanosecond on, because a change at `at` itself begins this stretch.
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

function writeText(text: string, bytes: Uint8Array, place: number): number {
  for (let index = 0; index < text.length; index += 1) bytes[place + index] = text.charCodeAt(index);
  return place + text.length;
}

function writeTwoDigits(number: number, bytes: Uint8Array, place: number): void {
  const tens = whole(number / 10);
  bytes[place] = ZERO + tens;
  bytes[place + 1] = ZERO + number - tens * 10;
}

/** A dot and six digits. */
function writeFraction(micros: number, bytes: Uint8Array, place: number): number {
  bytes[place] = DOT;
  let rest = micros;
  for (let digit = 6; digit > 0; digit -= 1) {
    const tenth = whole(rest / 10);
    bytes[place + digit] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return place + 7;
}

/** Rounds down what is not negative and below 2³¹, which machines do quicker than `Math.floor`. */
function whole(quotient: number): number {
  return quotient | 0;
}
