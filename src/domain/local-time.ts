import { HOUR, instantOf, MINUTE, type Micros, microsOf, SECOND, type Span } from './micros.ts';

const DAY: Micros = 24 * HOUR;
const MINUTES_A_DAY = 24 * 60;
const EPOCH_DAY = new Temporal.PlainDate(1970, 1, 1);
const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

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
